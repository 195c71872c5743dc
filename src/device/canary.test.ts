import { expect, test } from 'vitest';
import { createCanary } from '#device/canary.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';

const AT = 1_700_000_000_000;

/** A handheld: its database, which the browser may empty, and the notes beside it. */
function handheld() {
  const notes = new Map<string, string>();
  let keep = createMemoryKeep();
  let ids = 0;
  return {
    notes,
    /** A page that starts on what is there. */
    start: () =>
      createCanary(
        keep,
        { getItem: (name) => notes.get(name) ?? null, setItem: (name, text) => void notes.set(name, text) },
        () => AT,
        () => `id-${(ids += 1)}`,
      ),
    empty: () => (keep = createMemoryKeep()),
  };
}

test('a storage that holds what was noted has lost nothing', async () => {
  const on = handheld();
  const first = on.start();
  expect(await first.check(0)).toBeUndefined();
  first.note(7, 3);
  expect(await on.start().check(7)).toBeUndefined();
  expect(await on.start().check(9)).toBeUndefined(); // another page saved since
});

test('a storage that was emptied is told, with what was noted of it, until a person has read of it', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  on.empty();
  expect(await on.start().check(0)).toEqual({ seq: 7, open: 3, at: AT });
  const later = on.start();
  expect(await later.check(1)).toEqual({ seq: 7, open: 3, at: AT });
  later.note(1, 1); // a scan meanwhile does not hide it
  expect(await on.start().check(1)).toEqual({ seq: 7, open: 3, at: AT });
  await later.acknowledge(1, 1);
  expect(await on.start().check(1)).toBeUndefined();
});

test('a storage that was emptied and filled further since is told as well: it is another one', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  on.empty();
  expect(await on.start().check(12)).toEqual({ seq: 7, open: 3, at: AT });
});

test('an older copy of the storage is told: its numbers end before the noted one', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  expect(await on.start().check(5)).toEqual({ seq: 7, open: 3, at: AT });
});

test('a storage in which nothing was saved yet is no loss', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(0, 0);
  on.empty();
  expect(await on.start().check(0)).toBeUndefined();
});

test('without the note there is nothing to compare, and it is written anew', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  on.notes.clear();
  const second = on.start();
  expect(await second.check(7)).toBeUndefined();
  second.note(8, 1);
  on.empty();
  expect(await on.start().check(0)).toMatchObject({ seq: 8, open: 1 });
});

test('nothing is noted of a storage that was opened anew, before it was looked at', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  first.hold();
  first.note(7, 0);
  on.empty();
  expect(await on.start().check(0)).toMatchObject({ seq: 7, open: 3 });
});

test('a look that was under way when the storage was opened anew concludes nothing, and nothing is noted after it', async () => {
  const on = handheld();
  const first = on.start();
  await first.check(0);
  first.note(7, 3);
  const looking = first.check(7);
  first.hold();
  expect(await looking).toBe('overtaken');
  first.note(7, 0); // counts of the new, empty storage
  on.empty();
  expect(await on.start().check(0)).toMatchObject({ seq: 7, open: 3 });
});

test('what is emptied with its note under an open page is told by what that page knows, and by the next page too', async () => {
  const on = handheld();
  const open = on.start();
  await open.check(0);
  open.note(7, 3);
  on.empty();
  on.notes.clear();
  open.hold();
  expect(await open.check(0)).toEqual({ seq: 7, open: 3, at: AT });
  expect(await open.check(0)).toEqual({ seq: 7, open: 3, at: AT });
  const next = on.start();
  expect(await next.check(0)).toEqual({ seq: 7, open: 3, at: AT });
  await next.acknowledge(0, 0);
  expect(await next.check(0)).toBeUndefined();
});

test('a loss that was read of is over, also for the page under which it happened', async () => {
  const on = handheld();
  const open = on.start();
  await open.check(0);
  open.note(7, 3);
  on.empty();
  on.notes.clear();
  open.hold();
  await open.check(0);
  await open.acknowledge(0, 0);
  expect(await open.check(0)).toBeUndefined();
});

test('a storage that a person has emptied on purpose is no loss, and nothing is noted of it', async () => {
  const on = handheld();
  const open = on.start();
  await open.check(0);
  open.note(7, 3);
  open.release();
  on.empty();
  on.notes.clear();
  open.hold();
  expect(await open.check(0)).toBeUndefined();
  open.note(1, 1);
  expect(on.notes.size).toBe(0);
});

test('a page that has saved nothing has nothing to tell', async () => {
  const on = handheld();
  const open = on.start();
  await open.check(0);
  open.note(0, 0);
  on.empty();
  on.notes.clear();
  open.hold();
  expect(await open.check(0)).toBeUndefined();
});

test('notes that cannot be written or read stop nothing', async () => {
  const broken = {
    getItem: () => '{',
    setItem: () => {
      throw new DOMException('no', 'QuotaExceededError');
    },
  };
  const canary = createCanary(
    createMemoryKeep(),
    broken,
    () => AT,
    () => 'id',
  );
  expect(await canary.check(3)).toBeUndefined();
  expect(() => canary.note(4, 1)).not.toThrow();
});
