import { expect, test } from 'vitest';
import { createSignalledSaves } from './saving.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';

test('what was told is kept a moment later, many at once, and the highest counts', async () => {
  const keep = createMemoryKeep();
  const timers: (() => void)[] = [];
  const heard = createSignalledSaves(keep, (work) => timers.push(work));
  expect(await heard.last()).toBeUndefined();
  for (const seq of [4, 6, 5]) heard.note(seq);
  expect(await heard.last()).toBeUndefined(); // the page may end here: then it was not told
  expect(timers).toHaveLength(1);
  timers.pop()?.();
  expect(await heard.last()).toBe(6);
  heard.note(7);
  timers.pop()?.();
  expect(await heard.last()).toBe(7);
});

test('a page that goes away keeps at once what was told, and writes nothing where nothing is new', async () => {
  const keep = createMemoryKeep();
  const timers: (() => void)[] = [];
  const heard = createSignalledSaves(keep, (work) => timers.push(work));
  heard.flush();
  expect(await heard.last()).toBeUndefined();
  heard.note(4);
  heard.flush();
  expect(await heard.last()).toBe(4);
  heard.note(5);
  expect(timers).toHaveLength(2); // it is due again
  heard.flush();
  expect(await heard.last()).toBe(5);
});

test('in a storage that is another one the numbers begin anew', async () => {
  const keep = createMemoryKeep();
  const heard = createSignalledSaves(keep, (work) => work());
  heard.note(7);
  heard.forget();
  heard.note(1);
  expect(await heard.last()).toBe(1);
});
