import { expect, test } from 'vitest';
import { createOpenCopies } from './openCopies.ts';
import type { QueuedCall, State } from './state/queuedCall.ts';

const call = (seq: number, state: State = 'waiting'): QueuedCall => ({ seq, state }) as QueuedCall;

/** Copies of the rows of a disk, and what is put off. */
function copiesOf() {
  let rows: readonly QueuedCall[] = [];
  let due: (() => void)[] = [];
  const list = async (state: State): Promise<readonly QueuedCall[]> => rows.filter((row) => row.state === state);
  const copies = createOpenCopies(list, (work) => due.push(work));
  return {
    ...copies,
    seqs: () => copies.all().map(({ seq }) => seq),
    disk: (...now: readonly QueuedCall[]) => void (rows = now),
    async read() {
      const works = due;
      due = [];
      for (const work of works) work();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    puts: () => due.length,
  };
}

test('a call is known as soon as it was saved here, and none any more that was answered', async () => {
  const on = copiesOf();
  on.took(call(2));
  on.took(call(1));
  expect(on.seqs()).toEqual([1, 2]);
  on.took(call(1, 'answered'));
  expect(on.seqs()).toEqual([2]);
});

test('what others have changed is read from the disk, once for a run of changes', async () => {
  const on = copiesOf();
  on.took(call(9));
  on.disk(call(1), call(2, 'held'), call(3, 'answered'));
  for (let times = 0; times < 5; times += 1) on.changed();
  expect(on.puts()).toBe(1);
  await on.read();
  expect(on.seqs()).toEqual([1, 2]);
});

test('a call that is saved while the disk is read is not missed', async () => {
  const on = copiesOf();
  on.disk(call(1));
  on.changed();
  const reading = on.read();
  on.took(call(2));
  await reading;
  expect(on.seqs()).toEqual([1, 2]);
});

test('once the storage may be another one nothing is learned of it, also by a read that was under way', async () => {
  const on = copiesOf();
  on.disk(call(1), call(2));
  on.changed();
  await on.read();
  on.changed();
  on.disk();
  const reading = on.read();
  on.hold();
  on.took(call(7));
  on.changed();
  await reading;
  await on.read();
  expect(on.seqs()).toEqual([1, 2]);
});

test('after it has turned out what is there, it is learned anew', async () => {
  const on = copiesOf();
  on.took(call(1));
  on.hold();
  on.disk(call(5));
  on.goOn();
  await on.read();
  expect(on.seqs()).toEqual([5]);
});
