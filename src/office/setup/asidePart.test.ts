import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { post, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';
import { startSetup } from '#main/testing/setupRig.ts';

/** Hangs whoever tries one way after the other: each letter more takes twice as long. */
const ENDLESS = '(((a*)*)*)*b';
const accepted = { contains: 'OK', verdict: 'accepted' } as const;
const endless = { matches: ENDLESS, verdict: 'refused' } as const;

/** Returns the part of a page that names what is laid aside. */
const asideIn = (html: string): string => /<section[^>]*data-card="aside".*?<\/section>/s.exec(textIn(html))?.[0] ?? '';

test('a rule of before that does not pass today’s check is laid aside at the start, named on the page, and hangs nobody', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('a'.repeat(200))));
  const before = {
    name: 'North hall',
    answerRules: [{ ...accepted, operation: 'CompleteBag' }, endless, accepted],
    codes: { bagCode: { pattern: ENDLESS, example: 'b' }, selfID: { pattern: 'S-\\d', example: 'S-1' } },
    opens: [{ pattern: ENDLESS, task: 'revert-off' }],
  };
  await using setup = await startSetup({ UPSTREAM_URL: upstream.url.href }, before);
  const { url, here } = setup.gateway;
  await post(url, 'call-0001');
  const ask = async (path: string): Promise<Response> => fetch(url + path, { headers: here });
  expect((await ask('/gateway/ledger')).status).toBe(200);
  // What a rule after it would read as something else, nobody knows: it may have been read by the one that is laid aside.
  expect(await (await ask('/gateway/site')).json()).toMatchObject({
    answerRules: [{ ...accepted, operation: 'CompleteBag' }],
    codes: { selfID: { pattern: 'S-\\d' } },
    opens: [],
  });
  for (const end of ['', '/file']) {
    const said = asideIn(await setup.page(end));
    for (const place of ['answerRules[1]', 'answerRules[2]', 'codes.bagCode', 'opens[0]'])
      expect(said, end).toContain(place);
    expect(said).toContain(`“${ENDLESS}” may take too long`);
  }
  expect(asideIn(await setup.page('/codes'))).toContain('codes.bagCode');
  expect(await (await ask('/gateway/health/ready')).json()).toMatchObject({
    status: 'ok',
    site: 'Not used: answerRules[1], answerRules[2], codes.bagCode, opens[0]. /gateway/setup says why.',
  });

  // What is laid aside stays in the file through another change, and nothing like it comes in.
  expect((await setup.post('/units', { lines: '1;kg;1000' })).html).toContain('Kept, and in use.');
  const written = () => JSON.parse(readFileSync(setup.file, 'utf8')) as Record<string, unknown>;
  expect(written()).toMatchObject(before);
  const other = JSON.stringify({ ...endless, verdict: 'accepted' });
  const refused = await setup.post('/answers', { step: 'put-back', at: '0', rule: other });
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining('may take too long')]);
  expect(written()).toMatchObject(before);

  // Taken out, it gives back what stood after it.
  const list = asideIn(await setup.page('/answers'));
  expect(list).toContain(`name="rule" value="${JSON.stringify(endless)}"`);
  const asked = await setup.post('/answers', { at: '1', rule: JSON.stringify(endless) });
  expect(textIn(asked.html)).toContain('Take this rule out?');
  await setup.post('/answers', { at: '1', rule: JSON.stringify(endless), sure: '1' });
  expect(written()['answerRules']).toEqual([before.answerRules[0], accepted]);
  expect(await (await ask('/gateway/site')).json()).toMatchObject({ answerRules: [before.answerRules[0], accepted] });
  expect(asideIn(await setup.page('/answers'))).toBe('');
  const back = await setup.post('/answers', { step: 'put-back', at: '1', rule: JSON.stringify(endless) });
  expect([back.status, textIn(back.html)]).toEqual([422, expect.stringContaining('may take too long')]);
  await setup.post('/back'); // neither does the file before come back with it
  expect(written()['answerRules']).toEqual([before.answerRules[0], accepted]);
});

test.each<[string, string, string]>([
  ['no JSON', '{', 'answerRules[0]: expected an object.'],
  ['a list', '[]', 'answerRules[0]: expected an object.'],
  ['a member that nobody reads', '{"contains":"OK","verdict":"accepted","x":1}', 'answerRules[0].x: not known here'],
  ['a verdict that is none', '{"contains":"OK","verdict":"fine"}', 'answerRules[0].verdict'],
  ['two ways of knowing', '{"contains":"OK","matches":"OK","verdict":"accepted"}', 'answerRules[0]: expected one of'],
  ['an expression that is none', '{"matches":"(","verdict":"accepted"}', 'is not a regular expression'],
  ['an expression without an end', JSON.stringify(endless), 'may take too long'],
])('what is put back is read as the file is: %s is refused', async (_, rule, why) => {
  const before = { answerRules: [accepted] };
  await using setup = await startSetup({}, before);
  const { status, html } = await setup.post('/answers', { step: 'put-back', at: '0', rule });
  expect([status, textIn(html)]).toEqual([422, expect.stringContaining(why)]);
  expect(JSON.parse(readFileSync(setup.file, 'utf8'))).toEqual(before);
});

test.each(['-1', 'x', 'Infinity', '1e999', '2', '', '0.5'])('a rule is put back in no place %s', async (at) => {
  const before = { answerRules: [accepted] };
  await using setup = await startSetup({}, before);
  await setup.post('/answers', { step: 'put-back', at, rule: '{"contains":"NO","verdict":"refused"}' });
  expect(JSON.parse(readFileSync(setup.file, 'utf8'))).toEqual(before);
});

test('what is put back is one rule by what it says, however it is written', async () => {
  await using setup = await startSetup({}, { answerRules: [accepted] });
  await setup.post('/answers', { step: 'put-back', at: '0', rule: '{ "contains" : "OK",\n"verdict":"accepted" }' });
  expect(JSON.parse(readFileSync(setup.file, 'utf8'))).toEqual({ answerRules: [accepted] });
});
