import { expect, test } from 'vitest';
import { NOW, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { person, postAs } from '#main/testing/peopleRig.ts';
import { post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';
import { startSetup } from '#main/testing/setupRig.ts';
import { readOtherwise } from './rulesPart.tsx';

const DAY = 24 * 3_600_000;
const kinds = await ledgerKinds();
const rule = { contains: 'OK', verdict: 'accepted', operation: 'RevertOff' } as const;
const second = { contains: 'NO', verdict: 'refused' } as const;

/** Returns the section of a page, and the fields that it sends. */
function section(html: string, card: string) {
  const [found = ''] = new RegExp(`<section[^>]*data-card="${card}".*?</section>`, 's').exec(html) ?? [];
  const hidden = [...found.matchAll(/type="hidden" name="([\w-]+)" value="([^"]*)"/g)];
  return {
    text: textIn(found),
    fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, textIn(value)])),
  };
}

/** Returns the rules that a page lists, each as it is read. */
const rulesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<li class="row[^"]*"><div><h3>(.*?)<\/h3>((?:<p>.*?<\/p>)+)/gs)].map(([, which = '', what = '']) =>
    `${which} | ${what.replaceAll('</p><p>', ' | ')}`.replaceAll(/<[^>]*>/g, ''),
  );

test('each rule says of which operation it is and what it reads: no two read alike', async () => {
  const of = (operation: string) => ({ operation, matches: '^OK: ', verdict: 'accepted' });
  const answerRules = [
    of('RevertOff'),
    of('CompleteBag'),
    { matches: '^OK: ', verdict: 'accepted' },
    { matches: '^OK: done\\.$', verdict: 'accepted' },
    { matches: 'done$', verdict: 'refused' },
    { matches: '^(OK|YES)', verdict: 'accepted' },
    { matches: '^NO+', verdict: 'refused' },
    { operation: 'RevertOff', json: '/ok', equals: true, verdict: 'accepted' },
    { operation: 'RevertOff', json: '/ok', equals: 'true', verdict: 'accepted' },
    { contains: 'full', verdict: 'refused', says: { en: 'The shelf is full', ru: 'Полка занята' } },
  ];
  await using setup = await startSetup({}, { answerRules });
  const read = rulesIn(textIn(await setup.page('/answers')));
  expect(read).toEqual([
    'Back on shelf RevertOff | An answer that begins with “OK: ” means: Done.',
    'Complete bag CompleteBag | An answer that begins with “OK: ” means: Done.',
    'Every operation | An answer that begins with “OK: ” means: Done.',
    'Every operation | The answer “OK: done.” means: Done.',
    'Every operation | An answer that ends with “done” means: Not done.',
    'Every operation | An answer that fits /^(OK|YES)/ means: Done.',
    'Every operation | An answer that fits /^NO+/ means: Not done.',
    'Back on shelf RevertOff | An answer whose /ok is true means: Done.',
    'Back on shelf RevertOff | An answer whose /ok is "true" means: Done.',
    'Every operation | An answer with “full” in it means: Not done. | A refusal in the workers’ words: The shelf is full · Полка занята',
  ]);
});

test('taking a rule out asks first and says how many answers would read otherwise; it can be put back in its place', async () => {
  await using upstream = await startUpstream((request) =>
    request.reply(serviceReply(request.body.includes('D-NO') ? 'NO' : 'OK: done')),
  );
  await using setup = await startSetup({ UPSTREAM_URL: upstream.url.href }, { answerRules: [rule, second] });
  const rules = async () => {
    const site = await fetch(`${setup.gateway.url}/gateway/site`, { headers: setup.gateway.here });
    return ((await site.json()) as { answerRules: unknown }).answerRules;
  };
  for (let n = 0; n < 7; n += 1) await post(setup.gateway.url, `call-100${n}`);
  await post(setup.gateway.url, 'call-2000', revertOffFields('D-NO'));

  const listed = textIn(await setup.page('/answers'));
  expect(rulesIn(listed)[0]).toBe('Back on shelf RevertOff | An answer with “OK” in it means: Done.');
  expect(listed).toContain('Such as: <span translate="no">OK: done</span>');
  expect(listed).toMatch(/<details><summary[^>]*>As it is written<\/summary><pre[^>]*>{\s*"contains": "OK"/);

  const asked = section((await setup.post('/answers', { at: '0', rule: JSON.stringify(rule) })).html, 'take-out');
  expect(asked.text).toContain('7 answers of the last 24 hours would read: Nobody has said what this means');
  expect(asked.text).not.toContain('Not done');
  expect(asked.text).toMatch(/Take this rule out\?.*Back on shelf.*No, leave it.*Yes, take it out/s);
  expect(await rules()).toEqual([rule, second]); // it only asked

  const taken = section((await setup.post('/answers', asked.fields)).html, 'put-back');
  expect(await rules()).toEqual([second]);
  expect((await setup.post('/answers', asked.fields)).status).toBe(200); // pressed twice: the rule there now is another one
  expect(await rules()).toEqual([second]);
  await setup.post('/answers', taken.fields);
  await setup.post('/answers', taken.fields); // pressed twice: it is there once
  expect(await rules()).toEqual([rule, second]);
});

test('a rule that reads nothing of the last day says so, and one that another rule would replace says what the answers would mean', async () => {
  const whole = { matches: '^OK: done$', verdict: 'refused' } as const;
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  await using setup = await startSetup({ UPSTREAM_URL: upstream.url.href }, { answerRules: [rule, whole, second] });
  await post(setup.gateway.url, 'call-1000');
  const ask = async (at: number, asked: object) =>
    section((await setup.post('/answers', { at: String(at), rule: JSON.stringify(asked) })).html, 'take-out').text;
  expect(await ask(2, second)).toContain('No answer of the last 24 hours would read otherwise.');
  expect(await ask(0, rule)).toContain('1 answer of the last 24 hours would read: Not done');
});

test.each(kinds)('answers that are a day old are not counted in $name', async (kind) => {
  await using place = await kind.place();
  let now = NOW - DAY - 1;
  await using opened = await place.open({ now: () => now });
  const reader = place.reader();
  const names = { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' };
  for (const [key, at] of [
    ['key-0001', NOW - DAY - 1],
    ['key-0002', NOW - DAY],
    ['key-0003', NOW],
  ] as const) {
    now = at;
    const call = { key, fingerprint: 'print', operation: 'RevertOff' };
    await opened.ledger.receive(call, at);
    await opened.ledger.dispatch(call, at);
    const body = Buffer.from('<?xml version="1.0" encoding="utf-8"?><string xmlns="http://tempuri.org/">OK</string>');
    await opened.ledger.answer(key, { status: 200, contentType: 'text/xml; charset=utf-8', body, marker: null }, at);
  }
  const site = { answerRules: [rule] } as unknown as Parameters<typeof readOtherwise>[2];
  const { counts, isCut } = await readOtherwise(reader, names, site, [], NOW);
  expect([[...counts], isCut]).toEqual([[['unclassified', 2]], false]);
  await reader.close();
});

test('the page of the file says who changed it, when and what, beside the way back', async () => {
  await using setup = await startSetup({ SUPERVISOR_PASSWORD: 'a long password' }, { answerRules: [rule] });
  const sam = await person(setup.gateway, 'Sam', 'supervisor');
  await postAs(setup.gateway, '/gateway/setup/answers', { at: '0', rule: JSON.stringify(rule), sure: '1' }, sam);
  const html = textIn(await setup.page('/file'));
  expect(html).toMatch(/Who changed it.*<time.*Sam.*answerRules: − .*"contains":"OK"/s);
  expect(html).toContain('Take back the last change');
  await setup.post('/back');
  const site = await fetch(`${setup.gateway.url}/gateway/site`, { headers: setup.gateway.here });
  expect(await site.json()).toMatchObject({ answerRules: [rule] });
  expect(textIn(await setup.page('/file'))).toMatch(/SUPERVISOR_PASSWORD.*the file before/s);
});
