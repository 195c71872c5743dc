import { expect, test } from 'vitest';
import { onButton } from './labelOf.ts';

test('a button names a code whole, and a long one by its end, which tells it from the next one', () => {
  expect(onButton('D-1022')).toBe('D-1022');
  expect(onButton('0104012345678901')).toBe('0104012345678901');
  expect(onButton('0104012345678901 21D-1022')).toBe('…5678901 21D-1022');
  expect(onButton('0104012345678901\u001d21D-1022')).not.toBe(onButton('0104012345678901\u001d21D-1023'));
});
