import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Has askers come one after another. @returns the order in which they had their turn. */
async function orderOf(
  bounds: Parameters<typeof createTurns>[0],
  askers: readonly string[],
): Promise<readonly string[]> {
  const turns = createTurns(bounds);
  const order: string[] = [];
  await Promise.all(
    askers.map(async (asker) => {
      const end = await turns.take(asker, asker.startsWith('known'));
      order.push(end ? asker : `${asker} is refused`);
      await Promise.resolve();
      end?.();
    }),
  );
  return order;
}

test('one who asks for much comes in turn with those who ask for little', async () => {
  const order = await orderOf({ atOnce: 1, mostEach: 10 }, ['loud', 'loud', 'loud', 'loud', 'a', 'b']);
  expect(order).toEqual(['loud', 'loud', 'a', 'b', 'loud', 'loud']);
});

test('who is ahead comes before all who are not, however many wait', async () => {
  const order = await orderOf({ atOnce: 1, mostEach: 10 }, ['a', 'b', 'c', 'known', 'd', 'known too']);
  expect(order).toEqual(['a', 'known', 'known too', 'b', 'c', 'd']);
});

test('one asker, and all together, wait for no more than they may, and may again once it is over', async () => {
  const turns = createTurns({ atOnce: 2, mostEach: 2, mostWaiting: 1 });
  const [one, two] = [await turns.take('a'), await turns.take('a')];
  expect(await turns.take('a')).toBeUndefined();
  const third = turns.take('b');
  expect(await turns.take('c')).toBeUndefined();
  one?.();
  one?.(); // a turn ends once
  const ended = await third;
  expect(ended).toBeTypeOf('function');
  for (const end of [two, ended]) end?.();
  const again: string[] = [];
  for (const asker of ['a', 'b', 'c']) void turns.take(asker).then(() => again.push(asker));
  await new Promise(setImmediate);
  expect(again).toEqual(['a', 'b']);
});
