import { expect, test } from 'vitest';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { createHandOver } from './handOver.ts';

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });

test('what no task has taken is there after a reload, the first first, until it is taken', () => {
  let kept: string | undefined;
  const draft = { read: () => kept, write: (text: string | undefined) => (kept = text), watch: () => () => undefined };
  const handOver = createHandOver(draft);
  handOver.put(scan('A'));
  handOver.put(scan('B'));
  handOver.put(scan('A')); // the same code again is the same one
  const after = createHandOver(draft);
  expect(after.view().map(({ text }) => text)).toEqual(['B', 'A']);
  expect(after.take()?.text).toBe('B');
  expect(after.take()?.text).toBe('A');
  expect(kept).toBeUndefined();
});

test('a task that acts unasked is given what was scanned within two minutes, and nothing older', () => {
  const handOver = createHandOver({ read: () => undefined, write: () => undefined, watch: () => () => undefined });
  handOver.put({ ...scan('OLD'), at: Date.now() - 121_000 });
  handOver.put({ ...scan('FRESH'), at: Date.now() - 60_000 });
  expect(handOver.takeMeant()).toBeUndefined();
  expect(handOver.view().map(({ text }) => text)).toEqual(['OLD', 'FRESH']); // asked about
  handOver.take();
  expect(handOver.takeMeant()?.text).toBe('FRESH');
  expect(handOver.takeMeant()).toBeUndefined();
});
