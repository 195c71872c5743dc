import { expect, test } from 'vitest';
import { holdsLabel } from '#outbox/state/label.ts';
import { onButton } from './labelOf.ts';
import { hasLabel } from './printHere.ts';

test('a button names a code whole, and a long one by its end, which tells it from the next one', () => {
  expect(onButton('D-1022')).toBe('D-1022');
  expect(onButton('0104012345678901')).toBe('0104012345678901');
  expect(onButton('0104012345678901 21D-1022')).toBe('…5678901 21D-1022');
  expect(onButton('0104012345678901\u001d21D-1022')).not.toBe(onButton('0104012345678901\u001d21D-1023'));
});

test.each([
  '^XA^FO20,20^FDx^FS^XZ',
  JSON.stringify({ code: 'D-1', zpl: '~SD10^XA^FDx^FS^XZ' }),
  JSON.stringify({ labels: [{ pdf: btoa(`%PDF-1.4 ${'x'.repeat(60)} %%EOF`) }] }),
  'OK: printed at the gate',
  JSON.stringify({ code: 'D-1' }),
])('what is drawn as a label is due as one: %s', (text) => {
  expect(holdsLabel(text)).toBe(hasLabel(text));
});
