import { afterEach, expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { speakIn } from '#i18n/spoken.ts';
import type { Card } from '#site/answer/answerCard.ts';
import { plainName } from '#site/answer/plainName.ts';
import { cardOf } from './cardHere.ts';

const bag = JSON.stringify({
  bagCode: 'BAG-2001',
  logTransferDtlID: 5001,
  transferCode: 'T-4001',
  status: 'open',
  weight: null,
  packages: [
    { code: 'P-5001-1', weight: '0.15' },
    { code: 'P-5001-2', weight: '0.25' },
  ],
});

/** Returns the texts of a card: headline, facts, and rows with what stands in them. */
function textsOf(card: Card | undefined): unknown {
  return (
    card && {
      headline: card.headline.map(({ text }) => text).join(' → '),
      facts: card.facts.map(({ caption, text }) => `${caption} ${text}`),
      lists: card.lists.map(({ caption, rows }) => [
        caption,
        ...rows.map(({ code, state, quantity }) => [code.text, state?.text, quantity].filter(Boolean).join(' · ')),
      ]),
    }
  );
}

afterEach(() => speakIn('en'));

test('without a rule the state is the headline, and codes, weights and lists are found by their names', () => {
  expect(textsOf(cardOf(unknownSite, 'GetBagDetailByBagCode', 'BAG-2001', bag))).toEqual({
    headline: 'open',
    facts: ['Transfer line number 5001', 'Transfer code T-4001'],
    lists: [['Packages', 'P-5001-1 · 0.15', 'P-5001-2 · 0.25']],
  });
});

test('a list alone says how many it has; what was scanned stands on the screen already', () => {
  const shelf =
    '{"selfID":"S-07-C","warehouseID":1,"deliveries":[{"deliveryCode":"D-1031","oSDeliveryCode":"EX-50031"}]}';
  expect(textsOf(cardOf(unknownSite, 'GetSelfDetailList', 'S-07-C', shelf))).toEqual({
    headline: '1',
    facts: ['Warehouse ID 1'],
    lists: [['Deliveries', 'D-1031']],
  });
  expect(cardOf(unknownSite, 'GetSelfDetailList', 'S-07-C', shelf)?.headline[0]?.caption).toBe('Deliveries');
});

test('two members with one word for both are two facts', () => {
  const word = { en: 'State' };
  const site = {
    ...unknownSite,
    labels: { status: word, bagStatus: word },
    cards: [{ operation: 'GetBagDetailByBagCode' as const, headline: ['status'], facts: ['bagStatus', 'status'] }],
  };
  const answer = '{"status":"open","bagStatus":"full"}';
  expect(textsOf(cardOf(site, 'GetBagDetailByBagCode', 'BAG-2001', answer))).toEqual({
    headline: 'open',
    facts: ['State full'],
    lists: [],
  });
});

test('a weight that the site’s rules name has its unit beside it, and a count of none beside a state is not said', () => {
  const site = {
    ...unknownSite,
    weightUnits: [{ value: '1', name: 'kg', grams: 1000 }],
    fieldRules: [
      { operation: 'GetBagDetailByBagCode' as const, field: 'weight', json: 'weight' },
      { operation: 'GetBagDetailByBagCode' as const, field: 'packageWeight', json: 'packages.*.weight' },
    ],
    cards: [
      { operation: 'GetBagDetailByBagCode' as const, headline: ['status', 'weight'], facts: [] },
      { operation: 'GetLogisticsTransferMst' as const, headline: ['status', 'openBags'] },
      { operation: 'GetSelfDetailList' as const, headline: ['deliveries'] },
    ],
  };
  const complete = '{"status":"complete","weight":"12.50","packages":[{"code":"P-5001-1","weight":"0.15"}]}';
  expect(textsOf(cardOf(site, 'GetBagDetailByBagCode', 'BAG-2001', complete))).toEqual({
    headline: 'complete → 12.50\u00a0kg',
    facts: [],
    lists: [['Packages', 'P-5001-1 · 0.15\u00a0kg']],
  });
  const transfer = (openBags: number): string => JSON.stringify({ status: 'closed', openBags });
  expect(textsOf(cardOf(site, 'GetLogisticsTransferMst', 'T-1', transfer(0)))).toMatchObject({ headline: 'closed' });
  expect(textsOf(cardOf(site, 'GetLogisticsTransferMst', 'T-1', transfer(2)))).toMatchObject({
    headline: 'closed → 2',
  });
  expect(textsOf(cardOf(site, 'GetSelfDetailList', 'S-1', '{"deliveries":[]}'))).toMatchObject({ headline: '0' }); // the one thing asked
});

test('a rule of the site says what matters, in each language, and its colour; no guess has one', async () => {
  const site = {
    ...unknownSite,
    labels: { packages: { en: 'Packages', zh: '包裹' }, transferCode: { zh: '运输单' } },
    states: [
      { value: 'open', member: 'status', says: { en: 'OPEN', zh: '开放' }, meaning: 'attention' as const },
      { value: 'true', member: 'exists', says: { en: 'EXISTS', zh: '存在' }, meaning: 'good' as const },
      { value: 'false', member: 'exists', says: { en: 'UNKNOWN', zh: '未知' } },
    ],
    cards: [
      {
        operation: 'GetBagDetailByBagCode' as const,
        headline: ['status', 'weight'],
        facts: ['packages', 'transferCode'], // how many packages there are stands over their rows
      },
      { operation: 'ExistsDomesticDeliveryCode' as const, headline: ['exists', 'deliveryCode'] },
    ],
  };
  expect(textsOf(cardOf(site, 'GetBagDetailByBagCode', 'BAG-2001', bag))).toMatchObject({
    headline: 'OPEN',
    facts: ['运输单 T-4001'],
  });
  await speakIn('zh');
  const card = cardOf(site, 'GetBagDetailByBagCode', 'BAG-2001', bag);
  expect(card?.headline).toEqual([{ caption: expect.any(String), text: '开放', meaning: 'attention' }]);
  expect(card?.facts[0]).toMatchObject({ caption: '运输单', text: 'T-4001' });
  expect(card?.lists[0]?.caption).toBe('包裹');
  await speakIn('en');
  const ask = (exists: boolean, code: string | null) =>
    cardOf(
      site,
      'ExistsDomesticDeliveryCode',
      'DD-70001',
      JSON.stringify({ code: 'DD-70001', exists, deliveryCode: code }),
    );
  expect(textsOf(ask(true, 'D-1001'))).toMatchObject({ headline: 'EXISTS → D-1001' });
  expect(textsOf(ask(false, null))).toMatchObject({ headline: 'UNKNOWN' });
  expect(ask(false, null)?.headline[0]?.meaning).toBeUndefined();
});

test('rows stand in the order that the site asks for, and one that holds a list has it inside', () => {
  const transfer = JSON.stringify({
    status: 'open',
    details: [
      { bagCode: 'BAG-2004', status: 'complete', weight: '12.50', packages: [{ code: 'P-1', weight: '1' }] },
      { bagCode: 'BAG-2001', status: 'open', weight: null, packages: [] },
    ],
  });
  const rows = { at: 'details', code: 'bagCode', state: 'status', quantity: 'weight', first: ['open'] };
  const site = {
    ...unknownSite,
    cards: [{ operation: 'GetLogisticsTransferMst' as const, headline: ['status'], rows }],
  };
  const card = cardOf(site, 'GetLogisticsTransferMst', 'T-4001', transfer);
  expect(textsOf(card)).toMatchObject({ lists: [['Details', 'BAG-2001 · open', 'BAG-2004 · complete · 12.50']] });
  expect(card?.lists[0]?.rows[1]?.inside[0]?.rows[0]?.code).toEqual({ text: 'P-1', isCode: true });
});

test('an answer that has nothing of what a rule names is read by its shape', () => {
  const rows = { at: 'details', code: 'bagCode' };
  const site = {
    ...unknownSite,
    cards: [{ operation: 'GetLogisticsTransferMst' as const, headline: ['status'], rows }],
  };
  const text = JSON.stringify({ bags: [{ bagCode: 'BAG-2001' }] });
  expect(textsOf(cardOf(site, 'GetLogisticsTransferMst', 'T-4001', text))).toMatchObject({
    headline: '1',
    lists: [['Bags', 'BAG-2001']],
  });
});

test('without a rule each entry is a row by its own names, and the headline counts them all', () => {
  const text = JSON.stringify({
    parts: [{ note: 'loose', name: 'lid' }, { partCode: 'P-1', name: 'box' }, 'P-2', null],
  });
  expect(textsOf(cardOf(unknownSite, 'GetSelfDetailList', 'S-1', text))).toEqual({
    headline: '4',
    facts: [],
    lists: [['Parts', 'lid', 'P-1', 'P-2']],
  });
});

test('a name with points in it is a name as any other where a rule is guessed', () => {
  const site = { ...unknownSite, labels: { 'odata.count': { en: 'All' } } };
  const text = JSON.stringify({ 'odata.count': 2, data: { 'odata.bags': [{ 'bag.code': 'BAG-1' }] } });
  expect(textsOf(cardOf(site, 'GetSelfDetailList', 'S-1', text))).toEqual({
    headline: '1',
    facts: ['All 2'],
    lists: [['Odata . bags', 'BAG-1']],
  });
});

test('what was scanned is not said once more beside a row, with a rule of the site or without one', () => {
  const rows = { at: 'details', code: 'bagCode' };
  const site = {
    ...unknownSite,
    cards: [{ operation: 'GetLogisticsTransferMst' as const, headline: ['details'], rows }],
  };
  const text = JSON.stringify({ details: [{ bagCode: 'BAG-1', transferCode: 'T-4001', weight: '7.5' }] });
  for (const [by, rest] of [
    [site, ['Weight']],
    [unknownSite, []],
  ] as const) {
    const row = cardOf(by, 'GetLogisticsTransferMst', 'T-4001', text)?.lists[0]?.rows[0];
    expect(row?.rest.map(({ caption }) => caption)).toEqual(rest);
  }
});

test('a picture is drawn with the code of its product, and is neither a fact nor a row', () => {
  const image = 'data:image/png;base64,iVBORw0KGgo=';
  const text = JSON.stringify({ deliveryCode: 'D-1003', images: [{ position: 1, productCode: 'SKU-31', image }] });
  const card = cardOf(unknownSite, 'GetListSplitProductImg', 'D-1003', text);
  expect(card?.drawn.map(({ text: one, caption }) => [one, caption])).toEqual([[image, 'SKU-31']]);
  expect(textsOf(card)).toEqual({ headline: '1', facts: [], lists: [] });
});

test('a mark of paint is drawn in the colour and the form that the site gives its words, and without a rule none is', () => {
  const site = {
    ...unknownSite,
    states: [
      { value: 'red', member: 'colour', says: { en: 'red' }, paint: '#c62828' },
      { value: 'ring', member: 'shape', says: { en: 'ring' }, shape: 'ring' as const },
    ],
    cards: [{ operation: 'GetPaintMarker' as const, headline: ['colour', 'shape'] }],
  };
  const ask = (colour: string, shape: string, by = site) =>
    cardOf(by, 'GetPaintMarker', 'D-1', JSON.stringify({ deliveryCode: 'D-1', colour, shape }))?.mark;
  expect(ask('red', 'ring')).toEqual({ paint: '#c62828', shape: 'ring' });
  expect(ask('red', 'star')).toEqual({ paint: '#c62828', shape: 'dot' });
  expect(ask('mauve', 'ring')).toBeUndefined();
  expect(ask('red', 'ring', { ...site, states: [] })).toBeUndefined();
});

test('the way to a member leads through a list into each of its entries', () => {
  const site = {
    ...unknownSite,
    cards: [{ operation: 'GetGerWarehouseScanningList' as const, headline: ['lists.items'], facts: ['lists'] }],
  };
  const text = JSON.stringify({ lists: [{ items: [{ code: 'D-1' }, { code: 'D-2' }] }, { items: [{ code: 'D-3' }] }] });
  expect(textsOf(cardOf(site, 'GetGerWarehouseScanningList', '', text))).toMatchObject({
    headline: '3',
    facts: ['Lists 2'],
  });
});

test('a text in which nothing can be told apart is no card', () => {
  expect(cardOf(unknownSite, 'GetBagDetailByBagCode', 'X', 'ERR: bag X is unknown')).toBeUndefined();
  expect(cardOf(unknownSite, 'GetBagDetailByBagCode', 'X', '{"half":')).toBeUndefined();
});

test.each([
  ['logTransferDtlID', 'Log transfer dtl ID'],
  ['ddCode', 'Dd code'],
  ['warehouseID', 'Warehouse ID'],
  ['from_site', 'From site'],
  ['开放状态', '开放状态'],
  ['Отправление', 'Отправление'],
])('the name %s reads as “%s” where nobody has a word for it', (name, said) => {
  expect(plainName(name)).toBe(said);
});

test('a number has the unit that its entry names beside it; a number in a unit’s place is none', () => {
  const rowsOf = (lines: readonly object[]) =>
    cardOf(
      {
        ...unknownSite,
        cards: [
          {
            operation: 'GetReportDataPartner',
            headline: ['status'],
            rows: { at: 'lines', code: 'deliveryCode', quantity: 'weight' },
          },
        ],
      },
      'GetReportDataPartner',
      'R-1',
      JSON.stringify({ status: 'open', lines }),
    )?.lists[0]?.rows.map(({ quantity }) => quantity);
  expect(
    rowsOf([
      { deliveryCode: 'D-1', weight: '1.50', weightUnit: 'lb' },
      { deliveryCode: 'D-2', weight: 2, weightUnit: '1' },
      { deliveryCode: 'D-3', weight: 'heavy', weightUnit: 'kg' },
      { deliveryCode: 'D-4', weight: '2' },
    ]),
  ).toEqual(['1.50\u00a0lb', '2', 'heavy', '2']);
});
