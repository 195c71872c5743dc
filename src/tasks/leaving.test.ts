import { expect, test } from 'vitest';
import { leaving } from '#tasks/leaving.ts';

test('what is begun is asked about, and what has ended since the screen was drawn is not', () => {
  let isOpen = true;
  const end = leaving.begin('D-1001', () => isOpen);
  expect(leaving.ask(() => undefined)).toBe(false);
  expect(leaving.view()).toMatchObject({ begun: 'D-1001', asked: expect.any(Function) });
  leaving.stay();
  isOpen = false;
  expect(leaving.ask(() => undefined)).toBe(true);
  expect(leaving.view().asked).toBeUndefined();
  end();
  leaving.begin('D-1002')();
  expect(leaving.ask(() => undefined)).toBe(true);
});
