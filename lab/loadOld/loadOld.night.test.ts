import { expect, test } from 'vitest';
import { forgetOld } from './run.ts';

test('a gateway that comes up on 200,000 old calls listens first, and forgets them while calls go on', async () => {
  const rows = 200_000;
  const { left, calls } = await forgetOld(rows);
  expect(left).toBeGreaterThan(rows / 2);
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.at(-1)?.left).toBe(0);
}, 900_000);
