import { expect, test } from 'vitest';
import { type OwedKeys, type OwedKind, isOwn, nothingOwed, owedKinds, owedOf, owedTo, seqsOf } from './owed.ts';

/** One call of each reason for each of two workers, and one that nobody made. */
const operators = new Map<number, string>();
const keys = Object.fromEntries(
  owedKinds.map((kind, at) => {
    const seqs = ['7', '8', ''].map((operator, of) => {
      operators.set(10 * at + of, operator);
      return 10 * at + of;
    });
    return [kind, seqs];
  }),
) as unknown as OwedKeys;
const all = owedOf(keys, operators);

test('a call is owed once for each reason for which it is, with whose it is', () => {
  expect(all).toHaveLength(18);
  expect(owedOf(nothingOwed, operators)).toEqual([]);
  const unclear = { seq: 20, operator: '7', kind: 'unclear' };
  expect(owedOf({ ...nothingOwed, unclear: [20], label: [20] }, operators)).toEqual([unclear]); // once, and by its answer
  expect(owedOf({ ...nothingOwed, held: [20, 99] }, operators)).toEqual([{ seq: 20, operator: '7', kind: 'held' }]); // 99 is gone
});

test.each(owedKinds.flatMap((kind) => (['7', '8', '9', ''] as const).map((worker) => [kind, worker] as const)))(
  'of what is %s, worker “%s” is told his own as his own, and the rest by name',
  (kind, worker) => {
    const { own, others } = owedTo(worker, all);
    const operatorsOf = (of: typeof all): readonly string[] =>
      of.filter((one) => one.kind === kind).map(({ operator }) => operator);
    const mine = worker === '7' || worker === '8' ? [worker] : [];
    expect(operatorsOf(own)).toEqual([...mine, '']);
    expect(others.map(({ operator, owed }) => [operator, operatorsOf(owed)])).toEqual(
      ['7', '8'].filter((operator) => operator !== worker).map((operator) => [operator, [operator]]),
    );
  },
);

test('nothing is owed to two, and nothing to nobody', () => {
  for (const worker of ['7', '8', '9', '']) {
    const { own, others } = owedTo(worker, all);
    const told = [...own, ...others.flatMap(({ owed }) => owed)];
    expect(told).toHaveLength(all.length);
    expect(new Set(told)).toEqual(new Set(all));
  }
});

test('keys are told apart by the reason', () => {
  const some: readonly OwedKind[] = ['refused', 'unclear'];
  expect(seqsOf(all, ...some)).toEqual([...keys.refused, ...keys.unclear]);
  expect(seqsOf(all)).toEqual([]);
});

test('a call is a worker’s own by his id alone; one of nobody is everybody’s', () => {
  expect(['7', '8', ''].map((operator) => isOwn('7', { operator }))).toEqual([true, false, true]);
});
