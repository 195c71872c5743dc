import { expect, test } from 'vitest';
import { holdsLabel, isLabelDue, labelAfter } from './label.ts';

const zpl = JSON.stringify({ code: 'D-1', zpl: '^XA^FO20,20^FDx^FS^XZ' });
const pdf = 'data:application/pdf;base64,JVBERi0xLjQK';

test.each([
  [zpl, true],
  [pdf, true],
  ['<string>^XA^XZ</string>', true],
  ['OK: printed at the gate', false],
  [null, false],
])('the answer %s holds a label: %s', (text, isOne) => expect(holdsLabel(text)).toBe(isOne));

test.each([
  ['PrintKJYOrder', zpl, 'accepted', true],
  ['PrintKJYOrder', zpl, 'unclassified', true],
  ['PrintKJYOrder', zpl, 'refused', false],
  ['PrintKJYOrder', 'OK: printed at the gate', 'accepted', false], // there is nothing to hand over
  ['RevertOff', zpl, 'accepted', false],
] as const)(
  '%s that was answered %s, which is %s, brings a label that is due: %s',
  (operation, text, verdict, isDue) => {
    expect(labelAfter({ operation }, { text, verdict })).toEqual(isDue ? { label: { is: 'due' } } : {});
  },
);

test.each([
  ['answered', 'due', true],
  ['answered', 'handed', false],
  ['answered', 'left', false],
  ['waiting', 'due', false],
] as const)('a call that is %s, whose label is %s, wants a person: %s', (state, is, isDue) => {
  expect(isLabelDue({ state, label: { is } })).toBe(isDue);
  expect(isLabelDue({ state })).toBe(false); // of an older build
});
