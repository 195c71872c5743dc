import { expect, test } from 'vitest';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { createPendingScans } from './pendingScans.ts';

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });

test('what no task has taken is there after a reload, the first first, until it is taken', () => {
  let kept: string | undefined;
  const draft = { read: () => kept, write: (text: string | undefined) => (kept = text), watch: () => () => undefined };
  const pendingScans = createPendingScans(draft);
  pendingScans.put(scan('A'));
  pendingScans.put(scan('B'));
  pendingScans.put(scan('A')); // the same code again is the same one
  const after = createPendingScans(draft);
  expect(after.view().map(({ text }) => text)).toEqual(['B', 'A']);
  expect(after.take()?.text).toBe('B');
  expect(after.take()?.text).toBe('A');
  expect(kept).toBeUndefined();
});

test('a task that acts unasked is given what was scanned within two minutes, and nothing older', () => {
  const pendingScans = createPendingScans({
    read: () => undefined,
    write: () => undefined,
    watch: () => () => undefined,
  });
  pendingScans.put({ ...scan('OLD'), at: Date.now() - 121_000 });
  pendingScans.put({ ...scan('FRESH'), at: Date.now() - 60_000 });
  expect(pendingScans.takeMeant()).toBeUndefined();
  expect(pendingScans.view().map(({ text }) => text)).toEqual(['OLD', 'FRESH']); // asked about
  pendingScans.take();
  expect(pendingScans.takeMeant()?.text).toBe('FRESH');
  expect(pendingScans.takeMeant()).toBeUndefined();
});
