import { expect, test } from 'vitest';
import { together } from './within.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('all who ask in one turn have one answer, and whoever asks later another', async () => {
  let many = 0;
  const read = together(async () => (many += 1));
  expect(await Promise.all(Array.from({ length: 300 }, () => read()))).toEqual(Array(300).fill(1));
  await turn();
  expect(await read()).toBe(2);
});

test('one that fails fails for all of them, and for nobody after', async () => {
  let isAway = true;
  const read = together(async () => {
    if (isAway) throw new Error('away');
    return 'there';
  });
  const both = await Promise.allSettled([read(), read()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  await turn();
  expect(await read()).toBe('there');
});
