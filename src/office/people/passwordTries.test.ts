import { expect, test } from 'vitest';
import { createPasswordTries } from './passwordTries.ts';

test('passwords are looked at one after another: first those of browsers that are known, then one of each network in turn', async () => {
  const tries = createPasswordTries(() => 0);
  const order: string[] = [];
  const attempt = (from: string, known?: string) =>
    tries.attempt(from, known, async () => {
      order.push(known ?? from);
      return { isRight: true, whose: { name: 'Ada', account: 1 } };
    });
  await Promise.all([attempt('a'), attempt('a'), attempt('a'), attempt('b'), attempt('a', 'known'), attempt('c')]);
  expect(order).toEqual(['a', 'known', 'a', 'b', 'c', 'a']);
});
