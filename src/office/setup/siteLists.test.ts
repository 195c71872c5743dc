import { expect, test } from 'vitest';
import { languageTags } from '#contract/languages.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { writeTable } from './csv.ts';
import { cellsOf, listNames, readList, siteLists } from './siteLists.ts';

const ADA = { userId: '7', name: 'Ada Moreno', badge: 'W-007' };
const LI = { userId: '8', name: '李伟', badge: '12345678' };

test.each([
  ['as the file names them', 'userId;name;badge\n7;Ada Moreno;W-007\n8;李伟;12345678'],
  ['by other words, in another order', 'Badge no.;Full name;Employee ID\nW-007;Ada Moreno;7\n12345678;李伟;8'],
  ['in Chinese', '姓名,工牌号,工号\nAda Moreno,W-007,7\n李伟,12345678,8'],
  ['in Russian', 'Табельный номер;Ф.И.О.;Пропуск\n7;Ada Moreno;W-007\n8;李伟;12345678'],
  ['with columns that are none of the list', 'Role;PIN;Name;ID;Badge\nlead;1234;Ada Moreno;7;W-007\n;;李伟;8;12345678'],
  ['with signs and spaces around', ' "User-ID" ;  NAME ;badge code:\n7;Ada Moreno;W-007\n8;李伟;12345678'],
  ['where one word fits two columns', 'Worker;No.;Code\nAda Moreno;7;W-007\n李伟;8;12345678'],
  ['not at all', '7;Ada Moreno;W-007\n8;李伟;12345678'],
  ['not at all, in another order', 'Ada Moreno;7;W-007\n李伟;8;12345678'],
  ['not at all, the badge first', 'W-007;Ada Moreno;7\n12345678;李伟;8'],
])(
  'workers are read whatever the order of their columns, which are named %s, and the line of names is no worker',
  (_, text) => {
    expect(readList('workers', text)).toEqual([ADA, LI]);
  },
);

test.each([
  [
    'units',
    'Grams;Name;Number\n1000;kg;1\n0,5;x;2',
    [
      { value: '1', name: 'kg', grams: 1000 },
      { value: '2', name: 'x', grams: 0.5 },
    ],
  ],
  ['units', '1;kg;1000', [{ value: '1', name: 'kg', grams: 1000 }]],
  ['units', 'kg;1;1000', [{ value: '1', name: 'kg', grams: 1000 }]],
  ['warehouses', 'Склад;Номер\nMain;1', [{ id: '1', name: 'Main' }]],
  ['warehouses', '名称\t编号\nMain\t1', [{ id: '1', name: 'Main' }]],
  [
    'warehouses',
    'Main;1\nNorth;2',
    [
      { id: '1', name: 'Main' },
      { id: '2', name: 'North' },
    ],
  ],
  ['workers', 'id\n7\n8', [{ userId: '7' }, { userId: '8' }]],
  [
    'workers',
    'ada;Ada Moreno;W-007\nli;Li Wei;W-008',
    [
      { userId: 'ada', name: 'Ada Moreno', badge: 'W-007' },
      { userId: 'li', name: 'Li Wei', badge: 'W-008' },
    ],
  ],
  ['workers', 'ada;;1234', [{ userId: 'ada', badge: '1234' }]],
  ['workers', '7;Ada 2;W-007', [{ userId: '7', name: 'Ada 2', badge: 'W-007' }]],
  [
    'workers',
    '7;Ada\nboss;Li',
    [
      { userId: '7', name: 'Ada' },
      { userId: 'boss', name: 'Li' },
    ],
  ],
] as const)('%s: %j', (list, text, items) => {
  expect(readList(list, text)).toEqual(items);
});

test.each(['', ' ; \n', 'userId;name;badge', 'ФИО;Номер'])('%j is no worker', (text) => {
  expect(readList('workers', text)).toBeUndefined();
});

test.each([
  ['Kennung;Vorname;Ausweis\n7;Ada;W-007', ['Kennung', 'Vorname', 'Ausweis']],
  ['Kennung;Name;Badge\n7;Ada;W-007', ['Kennung', 'Name', 'Badge']], // what is the id is not said
])(
  'a first line that may be names which are not known is asked about: it is neither a worker nor left out: %j',
  (text, cells) => {
    expect(() => readList('workers', text)).toThrow(expect.objectContaining({ name: 'UnknownHead', cells }));
  },
);

test.each(listNames)(
  'the names of the columns of %s that the page itself shows are known, in each language',
  (list) => {
    const { columns } = siteLists[list];
    const item = Object.fromEntries(
      columns.map((column, at) => [column, column === 'grams' || column === 'width' ? 1000 : `x${at}`]),
    );
    for (const language of languageTags) {
      const texts = pageWords(language).setup.columns;
      const shown = writeTable([columns.map((column) => texts[column]), ...cellsOf(list, [item])]);
      expect([language, readList(list, shown)]).toEqual([language, [item]]);
    }
  },
);
