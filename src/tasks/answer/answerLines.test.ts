import { expect, test } from 'vitest';
import { answerLines } from './answerLines.ts';

const shown = (text: string): readonly string[] | undefined =>
  answerLines(text)?.flatMap(({ label, value, table }) => {
    if (table) return [`[${label}]`, table.columns.join('|'), ...table.rows.map((row) => row.join('|'))];
    return value === undefined ? `[${label}]` : `${label}=${value}`;
  });

test('a JSON answer becomes lines in its own order, lists and objects under their heads', () => {
  expect(
    shown(
      '{"bag":{"code":"B-7","open":true},"packages":[{"code":"D-1","in":[1]},{"code":"D-2"}],"remark":null,"left":[]}',
    ),
  ).toEqual([
    '[bag]',
    'code=B-7',
    'open=yes',
    '[packages: 2 entries]',
    '[packages 1]',
    'code=D-1',
    '[packages 1 in: 1 entry]',
    '1=1',
    '[packages 2]',
    'code=D-2',
    'remark=–',
    'left=–',
  ]);
});

test('text stays text: leading zeros, trailing zeros, exponents and long ids are shown as they came', () => {
  expect(shown('{"a":"000123","b":1.10,"c":12345678901234567890,"d":"0E68","e":1e3,"f":-0.50}')).toEqual([
    'a=000123',
    'b=1.10',
    'c=12345678901234567890',
    'd=0E68',
    'e=1e3',
    'f=-0.50',
  ]);
});

test('JSON in a text of JSON is read too, and the DataSet of an old service as JSON is', () => {
  expect(shown('{"d":"[{\\"code\\":\\"D-1\\",\\"kg\\":1.10},{\\"code\\":\\"D-2\\",\\"kg\\":2}]"}')).toEqual([
    '[d: 2 entries]',
    'code|kg',
    'D-1|1.10',
    'D-2|2',
  ]);
  const row = (code: string) => `<Table diffgr:id="T" msdata:rowOrder="0"><Code>${code}</Code><Qty>007</Qty></Table>`;
  expect(
    shown(
      `<?xml version="1.0"?><DataSet xmlns="http://tempuri.org/"><xs:schema id="N"><xs:element name="Table"/></xs:schema>` +
        `<diffgr:diffgram xmlns:diffgr="urn:d"><NewDataSet>${row('D-1')}${row('A&amp;B&#x41;')}</NewDataSet></diffgr:diffgram></DataSet>`,
    ),
  ).toEqual([
    '[diffgram]',
    '[diffgram NewDataSet]',
    '[diffgram NewDataSet Table: 2 entries]',
    'Code|Qty',
    'D-1|007',
    'A&BA|007',
  ]);
});

test.each([
  '<a><b></a>',
  '<a>1</a><a>2</a>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a><b>&x;</b></a>',
  '<html> is no answer',
  '<a>text alone</a>',
  '{1:2}',
  '[01]',
  '[1.]',
])('what is no document (%s) is left as it is', (text) => {
  expect(shown(text)).toBeUndefined();
});

test.each(['OK', '', '1', '"text"', 'true', 'null', '{"cut', 'Bag 7 {open}'])(
  'an answer that is no object or list (%s) is left as it is',
  (text) => {
    expect(shown(text)).toBeUndefined();
  },
);

test('a list of like objects is a table, in the order of the names and with the digits that came', () => {
  expect(shown('{"n":1,"packages":[{"code":"D-1","kg":1.10},{"code":"D-2","note":null,"kg":2}],"z":2}')).toEqual([
    'n=1',
    '[packages: 2 entries]',
    'code|kg|note',
    'D-1|1.10|',
    'D-2|2|–',
    'z=2',
  ]);
  expect(shown('[{"a":1},{"a":2}]')).toEqual(['[2 entries]', 'a', '1', '2']);
});

test.each(['[{"a":1}]', '[{"a":1},7]', '[{"a":1},[1]]', '[{"a":1},{"b":2},{"c":3}]', '[{"a":{"b":1}},{"a":{"b":2}}]'])(
  'a list that is no table (%s) is shown line by line',
  (text) => {
    expect(answerLines(text)?.some(({ table }) => table)).toBe(false);
  },
);
