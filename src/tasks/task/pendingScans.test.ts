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

const nothingKept = { read: () => undefined, write: () => undefined, watch: () => () => undefined };

test('a screen takes by itself only what was sent to it as it opens, however fresh the rest is', () => {
  const pendingScans = createPendingScans(nothingKept);
  pendingScans.put({ ...scan('STRAY'), at: Date.now() });
  expect(pendingScans.takeSent('/tasks/a')).toBeUndefined();
  pendingScans.send(scan('MEANT'), '/tasks/a');
  expect(pendingScans.takeSent('/tasks/a')?.text).toBe('MEANT');
  expect(pendingScans.takeSent('/tasks/a')).toBeUndefined();
  expect(pendingScans.view().map(({ text }) => text)).toEqual(['STRAY']); // asked about
});

test('what was sent to a screen that did not open is asked about like the rest', () => {
  const pendingScans = createPendingScans(nothingKept);
  pendingScans.send(scan('A'), '/tasks/a');
  expect(pendingScans.takeSent('/tasks/b')).toBeUndefined();
  expect(pendingScans.takeSent('/tasks/a')).toBeUndefined();
  expect(pendingScans.take()?.text).toBe('A');
});
