import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type LearntRoles, learnRoles } from '#tasks/task/learntRoles.ts';
import * as askedEvents from './askedEvents.ts';
import { swapOf } from './taskQuestions.ts';
import { createTaskRun } from './taskRun.ts';

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });

/** A call of a pair that the service has answered. */
function answered(delivery: string, shelf: string, verdict: 'accepted' | 'refused' = 'accepted'): QueuedCall {
  return {
    parameters: [
      ['deliveryCode', delivery],
      ['storeCode', shelf],
      ['userID', '7'],
    ] as const,
    scans: [scan(delivery), scan(shelf)],
    result: { verdict },
  } as unknown as QueuedCall;
}

/** A site that says nothing of codes, on a handheld that has seen these calls. */
function rig(...seen: QueuedCall[]) {
  return rigOf(unknownSite, seen);
}

function rigOf(site: SiteConfiguration, seen: readonly QueuedCall[]) {
  const roles: LearntRoles = new Map();
  for (const call of seen) learnRoles(roles, call);
  const saved: string[] = [];
  const left: string[] = [];
  let kept: string | undefined;
  let half: string | undefined;
  const run = createTaskRun(revertOff, {
    known: () => ({ userId: '7', warehouseId: '1' }),
    site: () => site,
    rolesOf: (text) => roles.get(text) ?? [],
    save: async ({ parameters }) => {
      saved.push(
        parameters
          .slice(0, 2)
          .map(([, text]) => text)
          .join(' '),
      );
      return { seq: saved.length } as QueuedCall;
    },
    noteRepeat: async () => undefined,
    cue: () => undefined,
    draft: { read: () => half, write: (text) => (half = text) },
    keptScan: { read: () => kept, write: (text) => (kept = text) },
    now: () => 1,
    allowsTyped: () => true,
    notTaken: ({ text }) => left.push(text),
    explain: String,
  });
  return { run: { ...run, ...run.on(askedEvents) }, saved, left };
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
}

test('a known shelf in the place of a delivery is stopped, and says what it was', () => {
  const { run } = rig(answered('D-1', 'S-1'));
  run.accept(scan('S-1'));
  expect(run.view().filled).toEqual({});
  expect(run.view().notice).toMatchObject({ tone: 'wrong', text: 'S-1 was a shelf before. Scan a delivery.' });
  expect(swapOf(run.view())?.parameter).toBe('storeCode');
});

test('a known shelf is stopped also where the site’s pattern for deliveries fits it', () => {
  const codes = { deliveryCode: { pattern: '[A-Z0-9-]+', example: 'D-1' } };
  const { run } = rigOf({ ...unknownSite, codes }, [answered('D-1', 'S-1')]);
  run.accept(scan('S-1'));
  expect(run.view().filled).toEqual({});
});

test('swapped, the shelf is the shelf and the delivery comes next', async () => {
  const { run, saved } = rig(answered('D-1', 'S-1'));
  run.accept(scan('S-1'));
  run.swap();
  expect(run.view().step.noun()).toBe('delivery');
  run.accept(scan('D-2'));
  await settled();
  expect(saved).toEqual(['D-2 S-1']);
});

test('a known delivery in the place of the shelf changes places with what was taken for the delivery', async () => {
  const { run, saved } = rig(answered('D-1', 'S-1'));
  run.accept(scan('S-9'));
  run.accept(scan('D-1'));
  expect(saved).toEqual([]);
  run.swap();
  await settled();
  expect(saved).toEqual(['D-1 S-9']);
});

test('it may be both: taken anyway it is a delivery, and a person has said so', async () => {
  const { run, saved } = rig(answered('D-1', 'S-1'));
  run.accept(scan('S-1'));
  run.takeAnyway();
  run.accept(scan('S-2'));
  await settled();
  expect(saved).toEqual(['S-1 S-2']);
});

test('the shelf of the last pair, scanned again, is no delivery unasked, whether it was answered or not', async () => {
  const { run, saved } = rig();
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  run.accept(scan('S-1'));
  expect(run.view().filled).toEqual({});
  for (const code of ['D-2', 'S-1']) run.accept(scan(code));
  await settled();
  expect(saved).toEqual(['D-1 S-1', 'D-2 S-1']);
});

test('with no network the shelves of this run are known: thirty pairs the wrong way round are each put right', async () => {
  const { run, saved } = rig();
  const shelves = ['S-1', 'S-2', 'S-3'];
  for (const [index, shelf] of shelves.entries()) for (const code of [`D-${index}`, shelf]) run.accept(scan(code));
  await settled();
  const pairs = Array.from({ length: 30 }, (_, index) => [`D-1${index}`, shelves[index % 3] as string] as const);
  for (const [delivery, shelf] of pairs) {
    run.accept(scan(shelf));
    run.swap();
    run.accept(scan(delivery));
    await settled();
  }
  expect(saved.slice(shelves.length)).toEqual(pairs.map((pair) => pair.join(' ')));
});

test('what is learnt asks nothing of codes that are new, or are what they were', async () => {
  const { run, saved, left } = rig(answered('D-1', 'S-1'));
  for (const code of ['D-2', 'S-1', 'D-1', 'S-2', 'D-3', 'S-1']) run.accept(scan(code));
  await settled();
  expect(saved).toEqual(['D-2 S-1', 'D-1 S-2', 'D-3 S-1']);
  expect(left).toEqual([]);
});

test('a bag in the place of a delivery is stopped, and has no place in this task to be swapped to', async () => {
  const bag = { parameters: [['bagCode', 'BAG-1']], scans: [scan('BAG-1')], result: { verdict: 'accepted' } };
  const { run, saved } = rig(bag as unknown as QueuedCall);
  run.accept(scan('BAG-1'));
  expect(run.view().notice?.text).toBe('BAG-1 was a bag before. Scan a delivery.');
  expect(swapOf(run.view())).toBeUndefined();
  run.swap();
  expect(run.view().filled).toEqual({});
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  expect(saved).toEqual(['D-1 S-1']);
});

test('a refused call teaches nothing', () => {
  const { run } = rig(answered('D-1', 'S-1', 'refused'));
  run.accept(scan('S-1'));
  expect(run.view().filled).toMatchObject({ deliveryCode: { text: 'S-1' } });
});

test('with a kept shelf, another known shelf asks whether it is kept now, also where no pattern is set', async () => {
  const { run } = rig(answered('D-1', 'S-1'), answered('D-2', 'S-2'));
  run.keep('next');
  for (const code of ['D-3', 'S-1']) run.accept(scan(code));
  await settled();
  run.accept(scan('S-2'));
  expect(run.view().notice?.text).toBe('Keep S-2 now, not S-1?');
});

test('the oldest codes are forgotten first', () => {
  const roles: LearntRoles = new Map();
  for (let number = 0; number < 1_500; number += 1) {
    learnRoles(roles, answered(`D-${number}`, `S-${number % 1_000}`));
  }
  expect(roles.has('D-0')).toBe(false);
  expect(roles.get('D-1499')).toEqual(['deliveryCode']);
  expect(roles.get('S-499')).toEqual(['storeCode']);
  learnRoles(roles, answered('D-1499', 'S-499')); // the newest now
  for (let number = 0; number < 999; number += 1) learnRoles(roles, answered(`D-x${number}`, `S-x${number}`));
  expect(roles.get('S-499')).toEqual(['storeCode']);
});
