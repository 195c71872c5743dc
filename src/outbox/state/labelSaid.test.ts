import { expect, test } from 'vitest';
import { isLeftToPrinter, labelSaid } from './labelSaid.ts';
import type { LabelStands } from './queuedCall.ts';

const job = { id: 'k.c1', copy: 1, printer: 'P-1' } as const;

test.each<[LabelStands, isLeft: boolean, mayBeLeft: boolean]>([
  [{ is: 'due' }, false, true],
  [{ is: 'due', printer: 'P-1' }, true, false],
  [{ is: 'printing', job }, true, false],
  [{ is: 'unknown', job }, true, true],
  [{ is: 'printed', job }, true, false],
  [{ is: 'refused', job }, false, true],
  [{ is: 'handed', job }, false, true],
  [{ is: 'left', job }, false, true],
])(
  'a label that stands as %o is left to a printer: %s, and is never handed over beside it',
  (label, isLeft, mayBeLeft) => {
    expect(isLeftToPrinter(label)).toBe(isLeft);
    expect(labelSaid('handed', '7', 1)(label)?.is).toBe(isLeft ? undefined : 'handed');
    expect(labelSaid('left', '7', 1)(label)?.is).toBe(mayBeLeft ? 'left' : undefined);
  },
);

test('a label that a person has spoken of keeps its job', () =>
  expect(labelSaid('left', '7', 1)({ is: 'refused', job })).toEqual({ is: 'left', operator: '7', at: 1, job }));
