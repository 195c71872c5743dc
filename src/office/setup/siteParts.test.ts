import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSite } from '#site/readSite.ts';
import { startHere } from '#main/testing/appRig.ts';
import { RIG_KEY, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';
import { startSetup, startSetupBefore } from '#main/testing/setupRig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';

const KEY = 'demo-key-0001';
/** The page's words where a form was kept. */
const KEPT = 'Kept, and in use.';

test('what is kept is read as a site’s file, is used at once, and leaves every other member as it was', async () => {
  const before = { name: 'North hall', idleLockMinutes: 5, codes: { selfID: { pattern: 'S-\\d', example: 'S-1' } } };
  await using setup = await startSetupBefore('OK: there', { site: before });
  const examples = { 'examples-deliveryCode': 'D-1001\r\nD-1002\r\nD-1003', 'examples-storeCode': 'S-01-A\nS-02-B' };
  const { html } = await setup.post('/codes', { ...examples, step: 'propose' });
  const patterns = [...html.matchAll(/name="(pattern-\w+)" value="([^"]*)"/g)].map(([, name = '', value]) => [
    name,
    textIn(value),
  ]);
  expect(setup.written()).toEqual(before); // a proposal is nothing yet
  expect(html).not.toContain(KEPT);
  const kept = await setup.post('/codes', { ...examples, ...Object.fromEntries(patterns), step: 'keep' });
  expect(kept.html).toContain(KEPT);
  await setup.post('/units', { lines: 'value;name;grams\n1;kg;1000\n2;g;1' });
  await setup.post('/workers', { lines: '7\tAda Moreno\tW-007\n8\tLi' });
  await setup.post('/warehouses', { lines: '1,"Main, north"' });
  await setup.post('/teach', {
    operation: 'RevertOff',
    text: 'OK: there',
    way: 'part',
    part: 'OK',
    verdict: 'accepted',
  });

  const { $schema, ...written } = setup.written();
  expect($schema).toBe(`${setup.gateway.url}/gateway/site/schema`);
  expect(written).toEqual({
    ...before,
    codes: {
      ...before.codes,
      deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
      storeCode: { pattern: 'S-\\d{2}-A|S-\\d{2}-B', example: 'S-01-A' },
    },
    weightUnits: [
      { value: '1', name: 'kg', grams: 1000 },
      { value: '2', name: 'g', grams: 1 },
    ],
    workers: [
      { userId: '7', name: 'Ada Moreno', badge: 'W-007' },
      { userId: '8', name: 'Li' },
    ],
    warehouses: [{ id: '1', name: 'Main, north' }],
    answerRules: [{ operation: 'RevertOff', contains: 'OK', verdict: 'accepted' }],
  });
  expect(() => readSite(setup.written())).not.toThrow();
  expect(await setup.served()).toMatchObject(written);
});

test('when handhelds take a newer version is chosen on the page of the file; an hour that is none is told and not kept', async () => {
  await using setup = await startSetupBefore('OK: there', { site: { name: 'North hall' } });
  const keep = (fields: object) => setup.post('/file', { name: 'North hall', ...fields });
  expect((await keep({ updates: '02:30' })).html).toContain(KEPT);
  expect(setup.written()).toMatchObject({ name: 'North hall', updates: '02:30' });
  expect((await keep({ updates: '25:00' })).html).toContain(
    'updates: expected at-rest, asked or an hour such as 02:30, not “25:00”.',
  );
  const before = (await keep({})).html; // a form of before has no such field
  expect(before).toMatch(/<option value="02:30" selected="">At rest, from 02:30 on</);
  await keep({ updates: 'asked' });
  expect(setup.written()).toMatchObject({ updates: 'asked' });
});

test('a refusal gets its words with its rule, and other ones, or none, once a rule reads it', async () => {
  await using setup = await startSetupBefore('ERR 17: full', {
    site: { answerRules: [{ contains: 'OK', verdict: 'accepted' }] },
  });
  const answer = { operation: 'RevertOff', text: 'ERR 17: full' };
  const told = { ...answer, way: 'part', part: 'ERR 17', verdict: 'refused' };
  const words = { 'says:en': ' The shelf is full ', 'says:zh': '', 'says:ru': 'Полка занята' };
  const rules = (): unknown => setup.written()['answerRules'];
  const [ok, bare] = [
    { contains: 'OK', verdict: 'accepted' },
    { operation: 'RevertOff', contains: 'ERR 17', verdict: 'refused' },
  ];
  const { html } = await setup.post('/teach', { ...told, ...words });
  expect(rules()).toEqual([ok, { ...bare, says: { en: 'The shelf is full', ru: 'Полка занята' } }]);
  const rule = textIn(/name="rule" value="([^"]*)"/.exec(html)?.[1] ?? '');
  const given = await setup.post('/teach', { ...answer, words: '1', rule, 'says:en': 'It is full' });
  expect(given.html).toContain(KEPT);
  expect(rules()).toEqual([ok, { ...bare, says: { en: 'It is full' } }]);
  await setup.post('/teach', { ...answer, words: '1', rule, 'says:en': 'Late' }); // another page has changed it meanwhile
  expect(rules()).toEqual([ok, { ...bare, says: { en: 'It is full' } }]);
  await setup.post('/teach', { ...answer, words: '1', rule: JSON.stringify({ ...bare, says: { en: 'It is full' } }) });
  expect(rules()).toEqual([ok, bare]);
});

test('the file before is beside it, and one press puts it back and another forth', async () => {
  await using setup = await startSetupBefore('OK');
  await setup.post('/units', { lines: '1;kg;1000' });
  expect(existsSync(`${setup.file}.before`)).toBe(false); // there was none
  const first = readFileSync(setup.file, 'utf8');
  await setup.post('/units', { lines: '1;lb;453' });
  const second = readFileSync(setup.file, 'utf8');
  expect(readFileSync(`${setup.file}.before`, 'utf8')).toBe(first);
  await setup.post('/back');
  expect(readFileSync(setup.file, 'utf8')).toBe(first);
  expect(await setup.served()).toMatchObject({ weightUnits: [{ name: 'kg' }] });
  await setup.post('/back');
  expect(readFileSync(setup.file, 'utf8')).toBe(second);
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['/units', 'a weight that is none', { lines: '1;kg;heavy' }, 'weightUnits[0].grams: expected a number'],
  ['/workers', 'an id that is there twice', { lines: '7;Ada\n7;Li' }, 'workers[1].userId: “7” is there twice.'],
  ['/warehouses', 'a name without a number', { lines: ';Main' }, 'warehouses[0].id: expected a text'],
  [
    '/codes',
    'a pattern that is none',
    { 'pattern-bagCode': '(', 'examples-bagCode': 'B', step: 'keep' },
    'codes.bagCode.pattern',
  ],
  [
    '/codes',
    'an example that does not fit',
    { 'pattern-bagCode': 'B', 'examples-bagCode': 'C', step: 'keep' },
    'Bags: “C” does not fit',
  ],
  [
    '/codes',
    'a pattern without an example',
    { 'pattern-bagCode': 'B', step: 'keep' },
    'Bags: a pattern needs an example.',
  ],
  [
    '/teach',
    'a piece that is not in the answer',
    { operation: 'RevertOff', text: 'OK', way: 'part', part: 'KO', verdict: 'accepted' },
    'This does not fit',
  ],
  [
    '/teach',
    'an answer that an earlier rule reads',
    { operation: 'RevertOff', text: 'no', way: 'whole', verdict: 'accepted' },
    'An earlier rule reads',
  ],
])('%s: %s is refused with a sentence, and the file stays as it was', async (end, _, fields, why) => {
  const before = { answerRules: [{ matches: '^no$', verdict: 'refused' }] };
  await using setup = await startSetupBefore('OK', { site: before });
  const { status, html } = await setup.post(end, fields);
  expect(status).toBe(422);
  expect(textIn(html)).toContain(why);
  expect(setup.written()).toEqual(before);
});

test('a file that cannot be written is shown for whoever can, and the page says what to set', async () => {
  await using setup = await startSetupBefore('OK');
  mkdirSync(`${setup.file}.new`); // in the place of the fresh file: it fails for root too
  writeFileSync(`${setup.file}.new/x`, '');
  const { status, html } = await setup.post('/units', { lines: '1;kg;1000' });
  rmSync(`${setup.file}.new`, { recursive: true });
  expect(status).toBe(422);
  expect(textIn(html)).toContain(`SITE_CONFIG: ${setup.file} cannot be written`);
  expect(textIn(html)).toContain('"weightUnits": [');
  expect(existsSync(setup.file)).toBe(false);
});

test('whoever reads the file meanwhile reads the whole of the one before', async () => {
  await using setup = await startSetupBefore('OK', { site: { name: 'North hall' } });
  const before = readFileSync(setup.file, 'utf8');
  const open = openSync(setup.file, 'r');
  await setup.post('/units', { lines: '1;kg;1000' });
  expect(readFileSync(open, 'utf8')).toBe(before);
  closeSync(open);
  expect(setup.written()).toMatchObject({ name: 'North hall', weightUnits: [{ value: '1' }] });
});

test('a file keeps the rights that it has', async () => {
  await using setup = await startSetupBefore('OK', { site: {} });
  chmodSync(setup.file, 0o640);
  await setup.post('/units', { lines: '1;kg;1000' });
  expect(statSync(setup.file).mode & 0o777).toBe(0o640);
});

test('an answer that a handheld had is taught by its call, and reads as it was taught from then on', async () => {
  await using setup = await startSetupBefore('Returned to shelf');
  await post(setup.gateway.url, 'call-0001', revertOffFields('D-1001', ''));
  const list = await setup.page('/answers');
  expect(list).toContain('Returned to shelf');
  expect(list).toContain('Nobody has said what this means');
  const page = await setup.page('/answers?call=call-0001');
  expect(page).toContain('value="accepted"');
  const hidden = Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value]) => [
      name,
      textIn(value),
    ]),
  );
  const { html } = await setup.post('/teach', { ...hidden, way: 'part', part: 'Returned', verdict: 'accepted' });
  expect(html).toContain('data-verdict="accepted"');
  expect(await setup.page('/answers')).not.toContain('Nobody has said');
  const [rule] = setup.written()['answerRules'] as object[];
  await setup.post('/answers', { at: '0', rule: JSON.stringify({ ...rule, verdict: 'refused' }) }); // another page's list
  expect(setup.written()['answerRules']).toHaveLength(1);
  await setup.post('/answers', { at: '0', rule: JSON.stringify(rule), sure: '1' });
  expect(setup.written()['answerRules']).toEqual([]);
});

describe('an answer is taught by what tells it from the others that were seen', () => {
  /** Starts a gateway before a service that finds the bags `B-…` and no others. */
  async function startBeforeBags() {
    const setup = await startSetupBefore(({ body, reply }) => {
      const bag = new URLSearchParams(body).get('bagCode') ?? '';
      reply(serviceReply(JSON.stringify({ op: 'read', found: bag.startsWith('B-'), bag })));
    });
    const read = async (bag: string): Promise<string> => {
      const { html } = await setup.post('/read', { operation: 'GetBagDetailByBagCode', 'in-bagCode': bag });
      return textIn(html);
    };
    const teach = (bag: string, way: string, more: Readonly<Record<string, string>> = {}) => {
      const text = JSON.stringify({ op: 'read', found: bag.startsWith('B-'), bag });
      const fields = { operation: 'GetBagDetailByBagCode', text, way, verdict: 'accepted', ...more };
      return setup.post('/teach', fields);
    };
    return { ...setup, read, teach, rules: () => (existsSync(setup.file) ? setup.written() : {}) };
  }
  /** Returns the ways that a page offers; `isChosen`: those that are chosen beforehand. */
  const waysIn = (html: string, isChosen = false) =>
    [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)]
      .filter(([tag]) => !isChosen || tag.includes(' checked'))
      .map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1]);
  const chosenIn = (html: string) => waysIn(html, true);
  const offeredIn = (html: string) => waysIn(html);

  test('the first of all: nothing is chosen for anybody, and the page says how to see what tells', async () => {
    await using bags = await startBeforeBags();
    const html = await bags.read('B-1');
    expect(offeredIn(html)).toEqual(['value:/op', 'value:/found', 'value:/bag', 'part', 'whole']);
    expect(chosenIn(html)).toEqual([]);
    expect(html).toContain('No other answer to this was seen yet');
    const { status, html: said } = await bags.teach('B-1', '');
    expect([status, textIn(said)]).toEqual([422, expect.stringContaining('Choose by what the answer is known')]);
    expect(bags.rules()).toEqual({});
  });

  test('a value that all of them have is offered last, with what comes of it; one that differs is chosen', async () => {
    await using bags = await startBeforeBags();
    await bags.read('B-1');
    const html = await bags.read('NOT-THERE');
    expect(offeredIn(html)).toEqual(['value:/found', 'value:/bag', 'value:/op', 'part', 'whole']);
    expect(chosenIn(html)).toEqual(['value:/found']);
    expect(html).toMatch(
      /has these: a rule of one of them reads them all alike\.<\/p><label[^>]*><input[^>]*value:\/op/,
    );
    expect((await bags.teach('B-1', 'value:/found')).html).toContain(KEPT);
    expect(await bags.read('B-1')).toContain('data-verdict="accepted"');
    expect(await bags.read('NOT-THERE')).toContain('data-verdict="unclassified"');
  });

  test('a value that all of them have is asked about as a blunter piece of the answer is, in the same words, and kept by the same press', async () => {
    await using bags = await startBeforeBags();
    for (const bag of ['B-1', 'NOT-THERE', 'B-2']) await bags.read(bag);
    const asked = async (way: string, part = '') => {
      const { status, html } = await bags.teach('B-1', way, { part });
      const [question = ''] = /<section[^>]*data-card="preview".*?<\/section>/s.exec(textIn(html)) ?? [];
      return { status, said: question.replace(/<code.*?<\/code>|<form.*?<\/form>/gs, '') };
    };
    const ofValue = await asked('value:/op');
    expect(ofValue.said).toContain('2 other answers that were seen read “Done” too. Is that what each of them means?');
    expect(ofValue).toEqual(await asked('part', '"op":"read"'));
    expect(bags.rules()).toEqual({});
    expect((await bags.teach('B-1', 'value:/op', { shown: '1' })).html).toContain(KEPT);
    expect(bags.rules()).toMatchObject({ answerRules: [{ json: '/op', equals: 'read', verdict: 'accepted' }] });
  });

  test('what a rule would say of the others is shown before it is kept, and one press keeps it', async () => {
    await using bags = await startBeforeBags();
    for (const bag of ['B-1', 'NOT-THERE', 'B-2']) await bags.read(bag);
    const html = await bags.read('B-3');
    expect(html).toContain('also in 2 of 3 other answers seen');
    const shown = await bags.teach('B-3', 'value:/found');
    expect(shown.status).toBe(200);
    expect(shown.html).not.toContain(KEPT);
    expect(bags.rules()).toEqual({});
    const [preview = ''] = /<section[^>]*data-card="preview".*?<\/section>/s.exec(textIn(shown.html)) ?? [];
    expect(preview).toContain('2 other answers that were seen read “Done” too');
    expect([...preview.matchAll(/"bag":"([^"]*)"[^<]*<\/span>/g)].map(([, bag]) => bag)).toEqual(['B-2', 'B-1']);
    const piece = await bags.teach('B-3', 'part', { part: 'read' });
    expect(textIn(piece.html)).toContain('3 other answers that were seen read “Done” too');
    expect(bags.rules()).toEqual({});
    const hidden = Object.fromEntries(
      [...preview.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(hidden).toMatchObject({ way: 'value:/found', verdict: 'accepted' });
    expect((await bags.teach('B-3', 'value:/found', { shown: '1' })).html).toContain(KEPT);
    expect(bags.rules()).toMatchObject({ answerRules: [{ json: '/found', equals: true, verdict: 'accepted' }] });
  });
});

test('an answer that a rule reads already shows that rule and the way to take it out, as it may read too much', async () => {
  await using setup = await startSetupBefore('{"op":"read","found":false}', {
    site: {
      answerRules: [{ json: '/op', equals: 'read', verdict: 'accepted' }],
    },
  });
  const { html } = await setup.post('/read', { operation: 'GetBagDetailByBagCode', 'in-bagCode': 'NOT-THERE' });
  expect(html).toContain('data-verdict="accepted"');
  expect(textIn(html)).toMatch(/It is known by this rule: <code[^>]*>\/op = "read"</);
  expect(html).toContain('Take the rule out: <a href="/gateway/setup/answers">');
});

test('a read is asked as it was entered, with the key and once without, and the key is on no page', async () => {
  await using setup = await startSetupBefore(`OK ${RIG_KEY}`);
  const { html } = await setup.post('/read', { operation: 'GetBagDetailByBagCode', 'in-bagCode': 'BAG-2001' });
  const sent = setup.upstream.requests.map(({ body }) => body);
  expect(sent).toEqual([`apiKey=${RIG_KEY}&bagCode=BAG-2001`, 'apiKey=&bagCode=BAG-2001']);
  expect(html).toContain('<label>Bag <code>bagCode</code>'); // by the workers' word, and the service's beside it
  expect(html).toContain('OK ');
  expect(html).not.toContain(RIG_KEY);
});

test('a key that handhelds hold is asked for, used once, and is in no answer, no rule and no page', async () => {
  await using service = await startUpstream(
    (request) => request.reply(serviceReply(`key ${KEY}`)),
    0,
    wsdlOffering(['http-post']),
  );
  await using setup = await startSetup({ UPSTREAM_URL: service.url.href });
  const { html } = await setup.post('/read', { operation: 'ExistsDomesticDeliveryCode', 'in-code': 'D-1', key: KEY });
  expect(service.requests[0]?.body).toBe(`apiKey=${KEY}&code=D-1`);
  expect(html).not.toContain(KEY);
  expect(textIn(html)).toContain('key ‹apiKey›');
});

test('no page of it opens to who is not signed in, and no other site’s page changes anything', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: 'a long password' });
  for (const end of ['', '/read', '/answers', '/codes', '/units', '/file']) {
    expect((await fetch(`${gateway.url}/gateway/setup${end}`)).status, end).toBe(401);
  }
  for (const end of ['/ask', '/read', '/teach', '/answers', '/codes', '/units', '/file', '/back']) {
    const reply = await fetch(`${gateway.url}/gateway/setup${end}`, { method: 'POST' });
    expect(reply.status, end).toBe(401);
    const headers = { ...gateway.here, 'sec-fetch-site': 'cross-site' };
    const foreign = await fetch(`${gateway.url}/gateway/setup${end}`, { method: 'POST', headers });
    expect(foreign.status, end).toBe(403);
  }
});

test('the training app has no set-up: the file is the real one’s', async () => {
  await using gateway = await startHere({ TRAINING_PORT: '0' });
  const reply = await fetch(`${gateway.trainingUrl}/gateway/setup`, { redirect: 'manual' });
  expect(reply.status).toBe(404);
});

test('a gateway whose answers nobody has explained leads there from its first address, and another to its floor', async () => {
  await using setup = await startSetupBefore('OK');
  const to = async (): Promise<string | null> =>
    (await fetch(`${setup.gateway.url}/gateway`, { redirect: 'manual' })).headers.get('location');
  expect(await to()).toBe('/gateway/setup');
  expect(setup.gateway.setUpAt).toBe(`${setup.gateway.url}/gateway/setup`);
  await setup.post('/teach', { operation: 'RevertOff', text: 'OK', way: 'whole', verdict: 'accepted' });
  expect(await to()).toBe('/gateway/floor');
});

test('a pasted table of people may have its columns in any order under their names; a first line that is not understood is asked about, and nothing is kept', async () => {
  await using setup = await startSetupBefore('OK: there', { site: { name: 'North hall' } });
  const refused = await setup.post('/workers', { lines: 'Kennung;Vorname\n7;Ada' });
  expect([refused.status, textIn(refused.html)]).toEqual([
    422,
    expect.stringContaining(
      '“Kennung; Vorname” in the first line looks like column names, but not like these: Id, Name, Badge.',
    ),
  ]);
  expect(textIn(refused.html)).toContain('>Kennung;Vorname\n7;Ada</textarea>');
  expect(setup.written()).toEqual({ name: 'North hall' });
  const kept = await setup.post('/workers', { lines: 'Бейдж;ФИО;PIN;Табельный номер\nW-007;Ada Moreno;1234;7' });
  expect(setup.written()).toMatchObject({ workers: [{ userId: '7', name: 'Ada Moreno', badge: 'W-007' }] });
  const [, shown = ''] = /<textarea[^>]*>([^<]*)</.exec(textIn(kept.html)) ?? [];
  expect(shown.trim()).toBe('Id;Name;Badge\n7;Ada Moreno;W-007');
  await setup.post('/workers', { lines: shown });
  expect(setup.written()).toMatchObject({ workers: [{ userId: '7', name: 'Ada Moreno', badge: 'W-007' }] });
});
