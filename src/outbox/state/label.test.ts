import { expect, test } from 'vitest';
import { goesToPrinter, holdsLabel, isLabelDue, labelAfter } from './label.ts';
import type { LabelStands } from './queuedCall.ts';

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

const job = { id: 'k.c1', copy: 1, printer: 'P-1' } as const;

test.each<[LabelStands, wantsPerson: boolean, goes: boolean]>([
  [{ is: 'due' }, true, false],
  [{ is: 'due', printer: 'P-1' }, false, true],
  [{ is: 'printing', printer: 'P-1', job }, false, true],
  [{ is: 'unknown', job: { ...job, state: 'unknown' } }, true, true],
  [{ is: 'refused', job: { ...job, state: 'refused' } }, true, true],
  [{ is: 'printed', job: { ...job, state: 'printed' } }, false, false],
  [{ is: 'handed', job }, false, false],
  [{ is: 'left', job }, false, false],
])('a label that stands as %o wants a person: %s, and goes to a printer: %s', (label, wantsPerson, goes) => {
  expect(isLabelDue({ state: 'answered', label })).toBe(wantsPerson);
  expect(goesToPrinter({ state: 'answered', label })).toBe(goes);
  expect(goesToPrinter({ state: 'waiting', label })).toBe(false);
});

test('a label goes to the printer that was chosen when it was asked for', () => {
  const answer = { text: zpl, verdict: 'accepted' };
  expect(labelAfter({ operation: 'PrintKJYOrder', printer: 'P-1' }, answer)).toEqual({
    label: { is: 'due', printer: 'P-1' },
  });
});
