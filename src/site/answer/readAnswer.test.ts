import { expect, test } from 'vitest';
import { readAnswer } from './readAnswer.ts';

test('text stays text: leading zeros, trailing zeros, exponents and long ids are read as they came, in their order', () => {
  const digits = { a: '000123', b: '1.10', c: '12345678901234567890', d: '0E68', e: '1e3', f: '-0.50' };
  const tree = readAnswer('{"a":"000123","b":1.10,"c":12345678901234567890,"d":"0E68","e":1e3,"f":-0.50}');
  expect(Object.entries(tree ?? {})).toEqual(Object.entries(digits));
});

test('JSON in a text of JSON is read too, and the DataSet of an old service as JSON is', () => {
  expect(readAnswer('{"d":"[{\\"code\\":\\"D-1\\",\\"kg\\":1.10},{\\"code\\":\\"D-2\\",\\"kg\\":2}]"}')).toEqual({
    d: [
      { code: 'D-1', kg: '1.10' },
      { code: 'D-2', kg: '2' },
    ],
  });
  const row = (code: string) => `<Table diffgr:id="T" msdata:rowOrder="0"><Code>${code}</Code><Qty>007</Qty></Table>`;
  expect(
    readAnswer(
      `<?xml version="1.0"?><DataSet xmlns="http://tempuri.org/"><xs:schema id="N"><xs:element name="Table"/></xs:schema>` +
        `<diffgr:diffgram xmlns:diffgr="urn:d"><NewDataSet>${row('D-1')}${row('A&amp;B&#x41;')}</NewDataSet></diffgr:diffgram></DataSet>`,
    ),
  ).toEqual({
    diffgram: {
      NewDataSet: {
        Table: [
          { Code: 'D-1', Qty: '007' },
          { Code: 'A&BA', Qty: '007' },
        ],
      },
    },
  });
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
  'OK',
  '',
  '1',
  '"text"',
  'true',
  'null',
  '{"cut',
  'Bag 7 {open}',
])('what is no object or list (%s) is left as it is', (text) => {
  expect(readAnswer(text)).toBeUndefined();
});
