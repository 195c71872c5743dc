import { expect, test } from 'vitest';
import type { CodeRules } from '#site/codes.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { type Batch, without } from '#scan/batch.ts';
import { heldFor, stepsOf, takeCollected } from './takeCollected.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type ScansRunPorts, createScansRun } from '#tasks/scans/scansRun.ts';
import { unknownSite } from '#site/site.ts';
import { draftInMemory, flowPorts, scan as wedge } from '#tasks/testing/flowRig.ts';

const codes: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A' },
};

/** A run with a batch that was collected for it. */
function rig(texts: readonly string[], rules?: CodeRules, save?: ScansRunPorts['save']) {
  const saved: string[] = [];
  const { ports, notTaken } = flowPorts();
  const run = createScansRun(revertOff, {
    ...ports,
    site: () => ({ ...unknownSite, ...(rules && { codes: rules }) }),
    save:
      save ??
      (async (_call, scans) => {
        saved.push(scans.map(({ text }) => text).join(' → '));
        return { seq: saved.length } as QueuedCall;
      }),
    keptScan: draftInMemory(),
    page: 1,
  });
  const left: string[][] = [];
  let batch: Batch = texts.map((text) => ({ text, source: 'camera', at: 1 }));
  const collects = { task: revertOff, run };
  const stepsNow = () => stepsOf(collects, run.view().step, batch.length);
  const take = (steps = stepsNow()) =>
    takeCollected(collects, batch, steps, (gone) => {
      batch = gone.reduce(without, batch);
      left.push(batch.map(({ text }) => text));
    });
  return { run, collects, saved, notTaken, left, take, stepsNow, rest: () => batch.map(({ text }) => text) };
}

test('what each code is taken for begins with the step that the task asks for', () => {
  const { run, stepsNow } = rig(['S-01-A', 'D-1002', 'S-01-B']);
  expect(stepsNow().map(({ noun }) => noun())).toEqual(['delivery', 'shelf', 'delivery']);
  run.accept(wedge('D-1001'));
  expect(stepsNow().map(({ noun }) => noun())).toEqual(['shelf', 'delivery', 'shelf']);
});

test('pairs are saved in order, and leave the list together when they are on disk', async () => {
  const { take, saved, left, rest } = rig(['D-1001', 'S-01-A', 'D-1002', 'S-01-B', 'D-1003'], codes);
  expect(await take()).toBeUndefined();
  expect(saved).toEqual(['D-1001 → S-01-A', 'D-1002 → S-01-B']);
  expect(left).toEqual([['D-1002', 'S-01-B', 'D-1003'], ['D-1003'], []]);
  expect(rest()).toEqual([]);
});

test('a code that does not fit ends the taking: it stays in the list with the rest, and the reason is said', async () => {
  const { take, run, saved, notTaken, rest } = rig(['D-1002', 'D-1001', 'S-01-A'], codes);
  run.accept(wedge('D-1001'));
  expect(await take()).toEqual({
    text: 'D-1002',
    reason: 'This looks like a delivery. Scan the shelf, such as S-01-A.',
  });
  expect([saved, notTaken, rest()]).toEqual([[], [], ['D-1002', 'D-1001', 'S-01-A']]);
  expect(run.view()).toMatchObject({ step: { parameter: 'storeCode' }, misfit: undefined });
});

test('the same code again ends the taking, whatever a shelf looks like', async () => {
  const { take, run, saved, rest } = rig(['D-1001', 'D-1002']);
  run.accept(wedge('D-1001'));
  expect(await take()).toEqual({ text: 'D-1001', reason: 'D-1001 is the delivery already. Scan the shelf.' });
  expect([saved, rest()]).toEqual([[], ['D-1001', 'D-1002']]);
});

test.each([
  [
    'asked about',
    new AlreadyQueued(3),
    'D-1001 → S-01-A is in the queue already (#3). Save it again?',
    'needs-confirmation',
  ],
  ['not saved', new Error('No room.'), 'Not saved: D-1001 → S-01-A. Scanline could not do that: No room.', 'not-saved'],
])('a pair that is %s ends the taking, and the next one waits', async (_what, error, reason, saving) => {
  const { take, run, rest } = rig(['D-1001', 'S-01-A', 'D-1002', 'S-01-B'], codes, () => Promise.reject(error));
  expect(await take()).toEqual({ reason });
  expect(rest()).toEqual(['D-1002', 'S-01-B']);
  expect(run.view().entries).toMatchObject([{ saving }]);
});

test('a scan that comes in between ends the taking: no code is taken for another step than was shown', async () => {
  const { take, run, stepsNow, saved, rest } = rig(['D-1001', 'S-01-A']);
  const shown = stepsNow();
  run.accept(wedge('D-1009'));
  expect(await take(shown)).toEqual({ reason: 'Another scan came in between: look at the list again.' });
  expect([saved, rest()]).toEqual([[], ['D-1001', 'S-01-A']]);
});

test('a code that the half task holds is known before it is collected', () => {
  const { run, collects } = rig([]);
  run.accept(wedge('D-1001'));
  expect(heldFor(collects, undefined, wedge('D-1001'))?.noun()).toBe('delivery');
  expect(heldFor(collects, undefined, wedge('D-1002'))).toBeUndefined();
});
