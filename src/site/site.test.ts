import { describe, expect, test } from 'vitest';
import { languageTags } from '#contract/languages.ts';
import { readSite } from '#site/readSite.ts';
import { readField, judge } from '#site/judging.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';

const rule = { matches: '^OK', verdict: 'accepted' };
const fieldRule = { operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json: 'bag.id' };
const readBack = {
  operation: 'CompleteBag',
  read: 'GetBagDetailByBagCode',
  parameters: { bagCode: { scan: 1 } },
  before: true,
  doneWhen: '"status":"complete"',
  notDoneWhen: '"status":"open"',
  confirmedBy: 'M. Weber',
};

const card = {
  operation: 'GetLogisticsTransferMst',
  headline: ['status', 'bags.open'],
  facts: ['fromSite'],
  rows: { at: 'details', code: 'bagCode', state: 'status', quantity: 'weight', first: ['open'] },
};

const code = { pattern: 'D-\\d{4}', example: 'D-1001' };

describe('reading a site configuration', () => {
  test('an empty one is a site of which nothing is known', () => {
    expect(readSite({})).toEqual(unknownSite);
  });

  test('every member arrives, and members of a newer version are ignored', () => {
    const demo = { apiKey: 'demo-key', userId: '17', warehouseId: '3' };
    const site = {
      name: 'North hall',
      namespace: 'http://logistics.example/',
      partnerOperation: 'GetReportDataAcme',
      answerRules: [
        rule,
        { ...rule, operation: 'RevertOff' },
        { contains: 'done', verdict: 'accepted' },
        { json: '/data/0/a~1b', equals: null, verdict: 'refused' },
      ],
      fieldRules: [fieldRule],
      labels: { bags: { en: 'Bags', ru: 'Мешки' } },
      states: [
        { value: 'open', member: 'status', says: { en: 'OPEN' }, meaning: 'attention' },
        { value: 'x', says: {} },
      ],
      cards: [card, { operation: 'GetPaintMarker', headline: ['colour'] }],
      readBacks: [readBack],
      supervisors: ['7', '8'],
      keyOnGateway: true,
      keylessAnswer: 'ERR: apiKey is not valid',
      scanning: { formats: ['Code128', 'ITF'], itfLengths: [8, 14], duplicateWindowMs: 0 },
      codes: {
        deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001', strict: true },
        bagCode: { pattern: '\\d{18}', example: '106141412345678908', gs1: '00' },
      },
      version: '2026-11',
      languages: ['ru', 'en'],
      workers: [{ userId: '7', name: 'Ada Moreno', badge: 'W-007' }, { userId: '8' }],
      supervisorPin: { salt: 'c2FsdHNhbHQ9', iterations: 210_000, hash: `${'A'.repeat(43)}=` },
      idleLockMinutes: 2.5,
      operationsOff: ['PrintKJYOrder'],
      typedOff: ['RevertOff'],
      lanes: { RevertOff: 'storeCode', CloseLogisticsTransferMstChange: 'strJson' },
      warehouses: [{ id: '1', name: 'Main' }],
      weightUnits: [{ value: '3', name: 'lb', grams: 453.59237 }],
      weights: { jumpFactor: 4, mostGrams: 30_000 },
      scale: { baudRate: 2400, dataBits: 7, parity: 'even' },
      imageHosts: ['img.example.com', '10.0.0.5:8080'],
      tasks: ['revert-off', 'bag'],
      opposites: [{ first: 'CompleteBag', second: 'AgainOpenBag', confirmedBy: 'M. Weber' }],
      demo,
    };
    expect(
      readSite({ ...site, $schema: '/gateway/site/schema', fromTheFuture: { a: 1 }, demo: { ...demo, more: 1 } }),
    ).toEqual(site);
  });

  test.each<[unknown, string]>([
    [null, 'site configuration: expected an object.'],
    ['{}', 'site configuration: expected an object.'],
    [[], 'site configuration: expected an object.'],
    [{ name: 7 }, 'name: expected a text.'],
    [{ namespace: 7 }, 'namespace: expected a text.'],
    [{ partnerOperation: [] }, 'partnerOperation: expected a text.'],
    [{ keyOnGateway: 'true' }, 'keyOnGateway: expected true or false.'],
    [{ answerRules: {} }, 'answerRules: expected a list.'],
    [{ answerRules: [rule, 'x'] }, 'answerRules[1]: expected an object.'],
    [{ answerRules: [rule, { matches: 'x' }] }, 'answerRules[1].verdict: expected a text.'],
    [{ answerRules: [{ ...rule, matches: 7 }] }, 'answerRules[0].matches: expected a text.'],
    [{ answerRules: [{ ...rule, matches: '(' }] }, 'answerRules[0].matches: “(” is not a regular expression.'],
    [
      { answerRules: [{ ...rule, verdict: 'green' }] },
      'answerRules[0].verdict: expected accepted, refused or key-refused, not “green”.',
    ],
    [
      { answerRules: [{ ...rule, verdict: 'unclassified' }] },
      'answerRules[0].verdict: expected accepted, refused or key-refused, not “unclassified”.',
    ],
    [
      { answerRules: [{ ...rule, operation: 'Revertoff' }] },
      'answerRules[0].operation: “Revertoff” is not one of the operations.',
    ],
    [{ cards: [{ ...card, operation: 'RevertOff' }] }, 'cards[0].operation: RevertOff is not a read.'],
    [{ cards: [{ ...card, headline: [] }] }, 'cards[0].headline: expected 1 at least.'],
    [
      { cards: [{ ...card, facts: ['a..b'] }] },
      'cards[0].facts[0]: expected names with dots between, such as bag.status, not “a..b”.',
    ],
    [{ cards: [{ ...card, rows: { at: 'details' } }] }, 'cards[0].rows.code: expected a text.'],
    [{ states: [{ value: 'open' }] }, 'states[0].says: expected an object.'],
    [
      { states: [{ value: 'open', says: {}, meaning: 'green' }] },
      'states[0].meaning: expected good, attention or bad, not “green”.',
    ],
    [{ labels: { bags: 'Bags' } }, 'labels.bags: expected an object.'],
    [{ fieldRules: 'x' }, 'fieldRules: expected a list.'],
    [{ fieldRules: [{ ...fieldRule, operation: undefined }] }, 'fieldRules[0].operation: expected a text.'],
    [{ fieldRules: [fieldRule, { ...fieldRule, json: 1 }] }, 'fieldRules[1].json: expected a text.'],
    [{ fieldRules: [{ ...fieldRule, field: null }] }, 'fieldRules[0].field: expected a text.'],
    ...['', '$.bag.id', '/bag/id', 'bag[0].id', 'bag..id', '.bag', 'bag.', ' bag', 'bag '].map(
      (json): [unknown, string] => [
        { fieldRules: [{ ...fieldRule, json }] },
        `fieldRules[0].json: expected names with dots between, such as bag.items.0.id, not “${json}”.`,
      ],
    ),
    [{ supervisors: '7' }, 'supervisors: expected a list.'],
    [{ supervisors: ['7', 8] }, 'supervisors[1]: expected a text.'],
    [{ readBacks: [7] }, 'readBacks[0]: expected an object.'],
    [
      { readBacks: [{ ...readBack, operation: 'GetSelfDetailList' }] },
      'readBacks[0].operation: GetSelfDetailList is a read.',
    ],
    [{ readBacks: [{ ...readBack, read: 'RevertOff' }] }, 'readBacks[0].read: RevertOff is not a read.'],
    [{ readBacks: [{ ...readBack, parameters: undefined }] }, 'readBacks[0].parameters: expected an object.'],
    [
      { readBacks: [{ ...readBack, parameters: {} }] },
      'readBacks[0].parameters.bagCode: GetBagDetailByBagCode needs it, and it is missing.',
    ],
    [
      { readBacks: [{ ...readBack, parameters: { ...readBack.parameters, apiKey: { text: 'x' } } }] },
      'readBacks[0].parameters.apiKey: GetBagDetailByBagCode has no such parameter.',
    ],
    [
      { readBacks: [{ ...readBack, parameters: { bagCode: { scan: 0 } } }] },
      'readBacks[0].parameters.bagCode.scan: expected 1 for the first scan, 2 for the second and so on.',
    ],
    [
      { readBacks: [{ ...readBack, parameters: { bagCode: { parameter: 'bagCode' } } }] },
      'readBacks[0].parameters.bagCode.parameter: CompleteBag has no parameter “bagCode”.',
    ],
    [{ readBacks: [{ ...readBack, before: 'yes' }] }, 'readBacks[0].before: expected true or false.'],
    [{ readBacks: [{ ...readBack, doneWhen: '(' }] }, 'readBacks[0].doneWhen: “(” is not a regular expression.'],
    [{ scanning: [] }, 'scanning: expected an object.'],
    [{ scanning: { formats: 'Code128' } }, 'scanning.formats: expected a list.'],
    [{ scanning: { formats: [] } }, 'scanning.formats: expected one format at least.'],
    [
      { scanning: { formats: ['Code128', 'code39'] } },
      'scanning.formats[1]: expected one of Code128, Code39, Code93, Codabar, ITF, EAN13, EAN8, UPCA, UPCE, DataBar, QRCode, DataMatrix, PDF417, Aztec.',
    ],
    [
      { scanning: { formats: ['ITF'] } },
      'scanning.itfLengths: ITF is among the formats, so its lengths are needed, such as [14].',
    ],
    [{ scanning: { itfLengths: 14 } }, 'scanning.itfLengths: expected a list.'],
    [{ scanning: { itfLengths: [] } }, 'scanning.itfLengths: expected one length at least.'],
    [{ scanning: { itfLengths: [14, '8'] } }, 'scanning.itfLengths[1]: expected a whole number from 2 to 80.'],
    [
      { scanning: { itfLengths: [7] } },
      'scanning.itfLengths[0]: expected an even number, as ITF holds pairs of digits.',
    ],
    [{ scanning: { duplicateWindowMs: 0.5 } }, 'scanning.duplicateWindowMs: expected a whole number from 0 to 10000.'],
    [{ codes: [] }, 'codes: expected an object.'],
    [{ codes: { deliverycode: code } }, 'codes.deliverycode: no operation has a parameter of this name.'],
    [{ codes: { apiKey: code } }, 'codes.apiKey: no operation has a parameter of this name.'],
    [{ codes: { deliveryCode: 'D-' } }, 'codes.deliveryCode: expected an object.'],
    [{ codes: { deliveryCode: { example: 'D-1' } } }, 'codes.deliveryCode.pattern: expected a text.'],
    [
      { codes: { deliveryCode: { ...code, pattern: '(' } } },
      'codes.deliveryCode.pattern: “(” is not a regular expression.',
    ],
    [
      { codes: { deliveryCode: { ...code, pattern: 'a'.repeat(201) } } },
      'codes.deliveryCode.pattern: expected 200 characters at most, not 201.',
    ],
    [
      { codes: { deliveryCode: { pattern: '(a+)+', example: 'a' } } },
      'codes.deliveryCode.pattern: “(a+)+” may take too long: repeat nothing that repeats or chooses inside, and little without an end.',
    ],
    [{ codes: { deliveryCode: { pattern: 'D-1' } } }, 'codes.deliveryCode.example: expected a text.'],
    [
      { codes: { deliveryCode: { ...code, example: 'D-1001 ' } } },
      'codes.deliveryCode.example: “D-1001 ” does not fit the pattern.',
    ],
    [
      { codes: { deliveryCode: { ...code, gs1: '1' } } },
      'codes.deliveryCode.gs1: expected an application identifier of 2 to 4 digits, such as 01.',
    ],
    [{ codes: { deliveryCode: { ...code, strict: 1 } } }, 'codes.deliveryCode.strict: expected true or false.'],
    [{ demo: true }, 'demo: expected an object.'],
    [
      { answerRules: [{ verdict: 'accepted' }] },
      'answerRules[0]: expected one of matches, contains, or json with equals.',
    ],
    [
      { answerRules: [{ ...rule, contains: 'x' }] },
      'answerRules[0]: expected one of matches, contains, or json with equals.',
    ],
    [{ answerRules: [{ json: '/a', verdict: 'accepted' }] }, 'answerRules[0]: json needs equals beside it.'],
    [
      { answerRules: [{ contains: '', verdict: 'accepted' }] },
      'answerRules[0].contains: expected a text that is not empty.',
    ],
    [
      { answerRules: [{ json: 'a.b', equals: 1, verdict: 'accepted' }] },
      'answerRules[0].json: expected a JSON pointer such as /data/0/status, not “a.b”.',
    ],
    [
      { answerRules: [{ json: '/a', equals: [], verdict: 'accepted' }] },
      'answerRules[0].equals: expected a text, a number, true or false or null.',
    ],
    [
      { answerRules: [{ ...rule, matches: '(a+)+' }] },
      'answerRules[0].matches: “(a+)+” may take too long: repeat nothing that repeats or chooses inside, and little without an end.',
    ],
    [{ version: 2 }, 'version: expected a text.'],
    [{ version: '' }, 'version: expected a text that is not empty.'],
    [{ languages: [] }, 'languages: expected 1 at least.'],
    [
      { languages: ['en', 'xx'] },
      `languages[1]: expected ${languageTags.slice(0, -1).join(', ')} or ${languageTags.at(-1)}, not “xx”.`,
    ],
    [{ languages: ['en', 'en'] }, 'languages: one is there twice.'],
    [{ workers: [{ name: 'Ada' }] }, 'workers[0].userId: expected a text.'],
    [{ workers: [{ userId: '7' }, { userId: '7' }] }, 'workers[1].userId: “7” is there twice.'],
    [
      {
        workers: [
          { userId: '7', badge: 'W' },
          { userId: '8', badge: 'W' },
        ],
      },
      'workers[1].badge: “W” is there twice.',
    ],
    [{ supervisorPin: { salt: 'AAAAAAAAAAAA', iterations: 1e5 } }, 'supervisorPin.hash: expected a text.'],
    [{ supervisorPin: { salt: '1234' } }, 'supervisorPin.iterations: expected a whole number from 1000 to 10000000.'],
    [{ idleLockMinutes: -1 }, 'idleLockMinutes: expected a number from 0, 1440 at most.'],
    [{ operationsOff: ['Revertoff'] }, 'operationsOff[0]: “Revertoff” is not one of the operations.'],
    [{ typedOff: 'RevertOff' }, 'typedOff: expected a list.'],
    [{ lanes: { Revertoff: 'storeCode' } }, 'lanes.Revertoff: “Revertoff” is not one of the operations.'],
    [{ lanes: { AgainOpenBag: 'bagCode' } }, 'lanes.AgainOpenBag: expected logTransferDtlID, not “bagCode”.'],
    [{ warehouses: [{ id: 1, name: 'Main' }] }, 'warehouses[0].id: expected a text.'],
    [{ warehouses: [{ id: 'x', name: 'Main' }] }, 'warehouses[0].id: expected a number as a text, not “x”.'],
    [
      { weightUnits: [{ value: '1', name: 'kg', grams: 0 }] },
      'weightUnits[0].grams: expected a number from 0.000001, 1000000000 at most.',
    ],
    [{ weights: { jumpFactor: 1 } }, 'weights.jumpFactor: expected a number above 1, 1000000 at most.'],
    [
      { imageHosts: ['https://img.example.com/'] },
      'imageHosts[0]: expected a host such as img.example.com, in small letters, not “https://img.example.com/”.',
    ],
    [{ scale: { parity: 'mark' } }, 'scale.baudRate: expected a whole number from 300 to 921600.'],
    [{ tasks: [7] }, 'tasks[0]: expected a text.'],
    [
      { opposites: [{ first: 'CompleteBag', second: 'GetPaintMarker' }] },
      'opposites[0].second: GetPaintMarker is a read.',
    ],
    [
      { opposites: [{ first: 'CompleteBag', second: 'CompleteBag' }] },
      'opposites[0].second: CompleteBag does not undo itself.',
    ],
    [{ demo: { apiKey: 'k', userId: 7, warehouseId: '3' } }, 'demo.userId: expected a text.'],
  ])('%j is refused by the member’s name', (value, sentence) => {
    expect(() => readSite(value)).toThrow(new TypeError(sentence));
  });
});

describe('judging an answer', () => {
  const site: SiteConfiguration = {
    ...unknownSite,
    answerRules: [
      { operation: 'RevertOff', matches: '^key', verdict: 'key-refused' },
      { operation: 'RevertOff', matches: 'not on shelf', verdict: 'refused' },
      { matches: '^OK', verdict: 'accepted' },
      { operation: 'CompleteBag', matches: '^$', verdict: 'accepted' },
      { matches: '^OK', verdict: 'refused' },
    ],
  };

  test.each([
    ['RevertOff', 'OK', 'accepted'],
    ['CompleteBag', 'OK 12', 'accepted'],
    ['RevertOff', 'OK, but not on shelf', 'refused'],
    ['CompleteBag', 'not on shelf', 'unclassified'],
    ['RevertOff', 'key expired', 'key-refused'],
    ['AgainOpenBag', 'key expired', 'unclassified'],
    ['RevertOff', 'ok', 'unclassified'],
    ['RevertOff', '', 'unclassified'],
    ['CompleteBag', '', 'accepted'],
    ['CompleteBag', null, 'accepted'],
  ] as const)('%s answering %j is %s: the first rule that matches decides', (operation, text, verdict) => {
    expect(judge(site, operation, text)).toBe(verdict);
    expect(judge(site, operation, text)).toBe(verdict); // and a second time: no rule remembers
  });

  test.each(['OK', 'true', '1', '{"success":true}', '', null])('without rules, %j is never green', (text) => {
    expect(judge(unknownSite, 'RevertOff', text)).toBe('unclassified');
  });
});

describe('finding a value in an answer', () => {
  const find = (text: string | null, ...paths: string[]): string | undefined => {
    const fieldRules: SiteConfiguration['fieldRules'] = [
      { operation: 'GetSelfDetailList', field: 'logTransferDtlID', json: 'other' },
      { operation: 'GetBagDetailByBagCode', field: 'bagCode', json: 'other' },
      ...paths.map((json) => ({ operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json }) as const),
    ];
    return readField({ ...unknownSite, fieldRules }, 'GetBagDetailByBagCode', 'logTransferDtlID', text);
  };

  test.each([
    ['{"id":7}', 'id', '7'],
    ['{"id":"007"}', 'id', '007'],
    ['{"bag":{"id":7}}', 'bag.id', '7'],
    ['[{"id":7},{"id":8}]', '1.id', '8'],
    ['{"id":""}', 'id', ''],
    ['{"id":12345678901234567890}', 'id', '12345678901234567890'],
    ['{"id":1.50}', 'id', '1.50'],
    ['{"id":true}', 'id', undefined],
    ['{"id":null}', 'id', undefined],
    ['{"id":{"a":1}}', 'id', undefined],
    ['{"id":7}', 'bag.id', undefined],
    ['{"id":7}', 'toString', undefined],
    ['{"id":7}', 'id.length', undefined],
    ['"id"', 'length', undefined],
    ['OK', 'id', undefined],
    ['', 'id', undefined],
    [null, 'id', undefined],
  ])('in %j at %s there is %j, digit by digit', (text, path, found) => {
    expect(find(text, path)).toBe(found);
  });

  test('the first rule that finds something decides, and rules of others do not count', () => {
    expect(find('{"other":1,"b":2,"c":3}', 'a', 'b', 'c')).toBe('2');
    expect(find('{"other":1}')).toBeUndefined();
  });
});
