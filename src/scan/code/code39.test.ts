import { expect, test } from 'vitest';
import { fullAsciiOf } from './code39.ts';

test.each([
  ['LOT+A12', 'LOTa12'],
  ['L+O+T-+A12', 'Lot-a12'],
  ['6/N1/IE521.523', '6.1)E521.523'],
  ['S/A-01', 'S!-01'],
  ['A/ZB%V/O$M', 'A:B@/\r'],
  ['%F%G%H%I%J', ';<=>?'],
  ['%K%L%M%N%O%P%Q%R%S%W', '[\\]^_{|}~`'],
  ['+W/A1/ 2/4-8%G%K%P%V', 'w!1/ 2/4-8<[{@'],
  ['D-1001', 'D-1001'],
  ['+1/2', '+1/2'],
])('Code 39 %s is %j in full ASCII', (printed, full) => {
  expect(fullAsciiOf(printed)).toBe(full);
});
