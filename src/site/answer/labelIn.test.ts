import { expect, test } from 'vitest';
import { labelIn, labelText } from './labelIn.ts';

const ZPL = '^XA^FO1,1^FDx^FS^XZ';
const PDF = btoa('%PDF-1.4\n%%EOF\n');

test.each([
  ['a label as it is', ZPL, 'zpl', ZPL],
  ['a label in a member', JSON.stringify({ copy: 2, label: ` ${ZPL}\n` }), 'zpl', ZPL],
  [
    'several of one answer, as one text in their order',
    JSON.stringify([ZPL, { b: '^XA^FDy^FS^XZ' }]),
    'zpl',
    `${ZPL}\n^XA^FDy^FS^XZ`,
  ],
  ['one that stands there twice, once', JSON.stringify([ZPL, ZPL]), 'zpl', ZPL],
  ['a PDF with its type, without it', JSON.stringify({ pdf: `data:application/pdf;base64,${PDF}` }), 'pdf', PDF],
  ['the one in the language that is asked for', JSON.stringify([ZPL, PDF]), 'pdf', PDF],
  ['two PDFs: none, as they are no one job', JSON.stringify([PDF, btoa('%PDF-1.5\n%%EOF\n')]), 'pdf', undefined],
  ['a PDF without its end: none', btoa(`%PDF-1.4\n${'x'.repeat(3_000)}`), 'pdf', undefined],
  ['ZPL where a PDF is wanted: none', ZPL, 'pdf', undefined],
  ['words: none', 'OK: printed', 'zpl', undefined],
] as const)('the label in an answer is found: %s', (_name, answer, language, label) => {
  expect(labelIn(answer, language)).toBe(label);
});

test('the end of a PDF is seen however its length falls, and where it is cut off it is none', () => {
  for (let length = 0; length < 2_000; length += 97) {
    const whole = btoa(`%PDF-1.4\n${'x'.repeat(length)}%%EOF`);
    expect(labelText(whole)?.kind).toBe('pdf');
    expect(labelText(whole.replace(/=+$/, '').slice(0, -2))?.kind).toBe('cut');
  }
});
