import { expect, test } from 'vitest';
import { textIn } from '#main/testing/rig.ts';
import { startSetupBefore } from '#main/testing/setupRig.ts';

const transfer = JSON.stringify({
  transferCode: 'T-4001',
  status: 'open',
  isLocked: false,
  details: [
    { bagCode: 'BAG-1', status: 'complete', weight: '7.5' },
    { bagCode: 'BAG-2', status: 'open', weight: null },
  ],
});
const operation = 'GetLogisticsTransferMst';
const asked = { operation, text: transfer, subject: 'T-4001' };
const chosen = {
  'place:status': 'headline',
  'place:transferCode': 'fact',
  at: 'details',
  'role:bagCode': 'code',
  'role:status': 'state',
  'role:weight': 'quantity',
  'word:details:en': 'Bags',
  'word:details:ru': 'Мешки',
  'says:status=open:en': 'OPEN',
  'says:status=open:zh': '开放',
  'meaning:status=open': 'attention',
  'first:status=open': '1',
};

/** Starts a set-up before a service that answers each read so. */
const startCards = (site: object = {}, answer = transfer) => startSetupBefore(answer, { site });

/** Returns the letters of the card that a page shows. */
const cardIn = (html: string): string =>
  textIn(/<section class="panel card-shown"[^>]*>(.*?)<\/section>/s.exec(html)?.[1])
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('a state inside another member can stand first as well', async () => {
  const nested = JSON.stringify({
    transferCode: 'T-4001',
    details: [
      { bagCode: 'BAG-1', now: { status: 'complete' } },
      { bagCode: 'BAG-2', now: { status: 'open' } },
    ],
  });
  await using setup = await startCards({}, nested);
  const form = {
    operation,
    text: nested,
    subject: 'T-4001',
    'place:transferCode': 'headline',
    at: 'details',
    'role:bagCode': 'code',
    'role:now.status': 'state',
    'first:status=open': '1',
  };
  const { html } = await setup.post('/cards/one', { ...form, step: 'show' });
  expect(html).toContain('name="first:status=open"');
  expect(cardIn(html)).toMatch(/BAG-2.*BAG-1/);
});

test('a value can stand first only where it is one of the rows’ state: another member of that name says nothing of it', async () => {
  const text = JSON.stringify({
    status: 'lost',
    details: [{ bagCode: 'BAG-1', status: 'sealed', now: { status: 'open' } }],
  });
  await using setup = await startCards({}, text);
  const form = { operation, text, subject: '', at: 'details', 'role:bagCode': 'code', 'role:now.status': 'state' };
  const { html } = await setup.post('/cards/one', { ...form, step: 'show' });
  expect([...html.matchAll(/name="first:([^"]*)"/g)].map(([, value]) => value)).toEqual(['status=open']);
});

test('a real answer leads to its card, which shows what the handheld would; nothing is kept before somebody says so', async () => {
  const before = { name: 'North hall' };
  await using setup = await startCards(before);
  const { html: read } = await setup.post('/read', { operation, 'in-str': 'T-4001' });
  expect(read).toContain('action="/gateway/setup/cards/one"');
  const { html } = await setup.post('/cards/one', { ...asked, step: 'begin' });
  expect(cardIn(html)).toBe('open Transfer code T-4001 Is locked no Details · 2 BAG-1 complete 7.5 BAG-2 open');
  const { html: then } = await setup.post('/cards/one', { ...asked, ...chosen, step: 'show' });
  expect(cardIn(then)).toBe('OPEN Transfer code T-4001 Bags · 2 BAG-2 OPEN BAG-1 complete 7.5');
  expect(then).toContain('<div class="card-headline" translate="no"><p><span class="says-attention">OPEN</span>');
  expect(setup.written()).toEqual(before);
});

test('what is kept are three members of the site file, and no other label, state, card or member is lost', async () => {
  const before = {
    name: 'North hall',
    labels: { bags: { en: 'Sacks' }, details: { en: 'Old' } },
    states: [
      { value: 'open', says: { en: 'Open' }, meaning: 'good' },
      { value: 'true', member: 'exists', says: { en: 'EXISTS' } },
    ],
    cards: [
      { operation: 'GetBagDetailByBagCode', headline: ['status'] },
      { operation, headline: ['transferCode'] },
    ],
  };
  await using setup = await startCards(before);
  const { html, status } = await setup.post('/cards/one', { ...asked, ...chosen, step: 'keep' });
  expect([status, html.includes('Kept, and in use.')]).toEqual([200, true]);
  const { $schema: _schema, ...written } = setup.written();
  expect(written).toEqual({
    name: 'North hall',
    labels: { bags: { en: 'Sacks' }, details: { en: 'Bags', ru: 'Мешки' } },
    states: [
      { value: 'open', says: { en: 'OPEN', zh: '开放' }, meaning: 'attention' },
      { value: 'true', member: 'exists', says: { en: 'EXISTS' } },
    ],
    cards: [
      { operation: 'GetBagDetailByBagCode', headline: ['status'] },
      {
        operation,
        headline: ['status'],
        facts: ['transferCode'],
        rows: { at: 'details', code: 'bagCode', state: 'status', quantity: 'weight', first: ['open'] },
      },
    ],
  });
  const { html: again } = await setup.post('/cards/one', { ...asked, step: 'begin' });
  expect(cardIn(again)).toBe('OPEN Transfer code T-4001 Bags · 2 BAG-2 OPEN BAG-1 complete 7.5');

  const [, rule = ''] = /name="rule" value="([^"]*)"/.exec((await setup.page('/cards')).split('T-4001')[0] ?? '') ?? [];
  await setup.post('/cards', { operation: 'GetBagDetailByBagCode', rule: textIn(rule) });
  expect((setup.written()['cards'] as { operation: string }[]).map((one) => one.operation)).toEqual([operation]);
});

test.each([
  [{ 'place:status': '' }, 'Headline: choose one member at least.'],
  [{ 'role:bagCode': '' }, 'Rows of details: choose one member as the code.'],
  [{ 'role:weight': 'code' }, 'Rows of details: choose one member as the code.'],
  [{ 'role:weight': 'state' }, 'Rows of details: choose one member as the state at most.'],
  [{ 'meaning:status=complete': 'good' }, 'status = complete: a colour needs a word in one language at least.'],
  [{ 'word:details:en': 'x'.repeat(61) }, 'labels.details.en'],
])(
  'a card that cannot be kept is refused by one sentence that names the field, and stands as it was entered: %o',
  async (fault, sentence) => {
    await using setup = await startCards({ name: 'North hall' });
    const { status, html } = await setup.post('/cards/one', { ...asked, ...chosen, ...fault, step: 'keep' });
    expect(status).toBe(422);
    expect(textIn(/role="alert">(.*?)<\/p>/s.exec(html)?.[1])).toContain(sentence);
    expect(html).toContain('value="Мешки"');
    expect(setup.written()).toEqual({ name: 'North hall' });
  },
);

test('a hostile answer is letters on the page, by its names and its values', async () => {
  const evil = `"><script>alert(1)</script>`;
  const text = JSON.stringify({ [evil]: evil, status: evil, list: [{ code: evil, [evil]: evil, __proto__: 1 }] });
  await using setup = await startCards({}, text);
  for (const step of ['begin', 'show']) {
    const { status, html } = await setup.post('/cards/one', { operation, text, subject: evil, step, at: 'list' });
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert');
    expect(textIn(html)).toContain(evil);
  }
  const { html } = await setup.post('/read', { operation, 'in-str': evil });
  expect(html).not.toContain('<script>alert');
});

test('an answer that is a list is rows under one name in every language; a text without members makes no card', async () => {
  const text = '[{"code":"D-1","name":"__proto__"},{"code":"D-2","name":"b"}]';
  await using setup = await startCards({ name: 'North hall' }, text);
  const fields = { operation, text, subject: '', at: 'entries', 'place:entries': 'headline', 'role:code': 'code' };
  const { html } = await setup.post('/cards/one', { ...fields, step: 'keep' });
  expect(html).toContain('Kept, and in use.');
  expect(cardIn(html)).toBe('Entries 2 Entries · 2 D-1 D-2');
  const { status, html: none } = await setup.post('/cards/one', { ...fields, text: 'OK: nothing', step: 'show' });
  expect([status, none.includes('This answer is one text without members')]).toEqual([422, true]);
});

test('of five facts the fifth is one too many, and the sentence says how many there may be', async () => {
  const text = JSON.stringify({ status: 'open', a: '1', b: '2', c: '3', d: '4', e: '5' });
  await using setup = await startCards({}, text);
  const facts = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`place:${name}`, 'fact']));
  const fields = { operation, text, subject: '', 'place:status': 'headline', ...facts, step: 'keep' };
  const { html } = await setup.post('/cards/one', fields);
  expect(html).toContain('Facts: choose 4 at most.');
});

test('a rule’s own order of its headline stays, and what is added comes after it', async () => {
  const card = { operation, headline: ['status', 'details.bagCode', 'transferCode'] };
  await using setup = await startCards({ cards: [card] });
  const { html } = await setup.post('/cards/one', { ...asked, step: 'begin' });
  const [, order = ''] = /name="order" value="([^"]*)"/.exec(html) ?? [];
  const placed = {
    'place:transferCode': 'headline',
    'place:status': 'headline',
    'place:isLocked': 'headline',
    'place:details.bagCode': 'headline',
  };
  await setup.post('/cards/one', { ...asked, ...placed, order: textIn(order).replaceAll('\n', '\r\n'), step: 'keep' });
  expect(setup.written()['cards']).toEqual([
    { operation, headline: ['status', 'details.bagCode', 'transferCode', 'isLocked'] },
  ]);
});
