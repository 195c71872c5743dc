import { expect, test } from 'vitest';
import { leaving } from './leaving.ts';
import { createListeners } from '#contract/listeners.ts';

/** A run that says late what it knows at once, as one does that draws behind a scan. */
function lateRun(begun: string | undefined) {
  const [tell, subscribe] = createListeners();
  let now = begun;
  return { view: () => now, subscribe, tell, set: (text: string | undefined) => void (now = text) };
}

const asItIs = (text: string | undefined): string | undefined => text;

test('what is begun is asked about, and what has ended since the screen was drawn is not', () => {
  const run = lateRun('D-1001');
  const end = leaving.follow(run, asItIs);
  expect(leaving.ask(() => undefined)).toBe(false);
  expect(leaving.view()).toMatchObject({ begun: 'D-1001', asked: expect.any(Function) });
  leaving.stay();
  run.set(undefined);
  expect(leaving.ask(() => undefined)).toBe(true);
  expect(leaving.view().asked).toBeUndefined();
  end();
  leaving.follow(lateRun('D-1002'), asItIs)();
  expect(leaving.ask(() => undefined)).toBe(true);
  expect(leaving.view()).toEqual({});
});

test('what was scanned a moment ago is asked about before it is drawn, and still once it is drawn', () => {
  const run = lateRun(undefined);
  const end = leaving.follow(run, asItIs);
  run.set('D-1003');
  expect(leaving.view().begun).toBeUndefined();
  expect(leaving.ask(() => undefined)).toBe(false);
  run.tell();
  expect(leaving.view()).toMatchObject({ begun: 'D-1003', asked: expect.any(Function) });
  run.set(undefined);
  run.tell();
  expect(leaving.view()).toEqual({});
  end();
});
