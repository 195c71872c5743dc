import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { changingTasks } from '#tasks/catalogue/changingTasks.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { likenessOf } from '#tasks/task/codeCheck.ts';
import { type LearntRoles, learnRoles } from '#tasks/task/learntRoles.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { swapOf } from './scansState.ts';
import { createScansRun } from './scansRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

const transportOrder = changingTasks.find((task) => task.kind === 'scans') as ScansTask;

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

function rigOf(
  site: SiteConfiguration,
  seen: readonly QueuedCall[],
  task: ScansTask = revertOff,
  isRefused: (seq: number) => boolean = () => false,
) {
  const roles: LearntRoles = new Map();
  for (const call of seen) learnRoles(roles, call, likenessOf);
  const saved: string[] = [];
  const left: string[] = [];
  const run = createScansRun(task, {
    ...flowPorts().ports,
    site: () => site,
    rolesOf: (text) => roles.get(text) ?? [],
    isRefused,
    save: async ({ parameters: [one, other] }) => {
      saved.push(`${one?.[1]} ${other?.[1]}`);
      return { seq: saved.length } as QueuedCall;
    },
    keptScan: draftInMemory(),
    page: 1,
    notTaken: ({ text }) => left.push(text),
  });
  return { run, saved, left };
}

test('a known shelf in the place of a delivery is stopped, and says what it was', () => {
  const { run } = rig(answered('D-1', 'S-1'));
  run.accept(scan('S-1'));
  expect(run.view().filled).toEqual({});
  expect(run.view().notice).toMatchObject({ tone: 'wrong', text: 'S-1 was the shelf before. Scan the delivery.' });
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
  run.accept(scan('NEW'));
  run.accept(scan('D-1'));
  expect(saved).toEqual([]);
  run.swap();
  await settled();
  expect(saved).toEqual(['D-1 NEW']);
});

test.each([
  ['D-1', 'S-1', 'S-22', 'D-7777'], // another number of digits
  ['D-1001', 'S-01-A', 'S-09-C', 'D-1002'],
  ['4006381333931', '010203', '070809', '4006381333948'], // digits alone, of two lengths
  ['01D001', '01S001', '02S003', '02D004'],
  ['EE123456789CN', 'S-01-A', 'S-2-B', 'CP99CN'],
])('%s on %s was accepted: %s, never seen, is no delivery unasked, and %s is', async (delivery, shelf, other, next) => {
  const { run, saved, left } = rig(answered(delivery, shelf));
  run.accept(scan(other));
  expect(run.view().filled).toEqual({});
  expect(run.view().notice).toMatchObject({ tone: 'wrong', text: `${other} looks like the shelf. Scan the delivery.` });
  run.swap();
  run.accept(scan(next));
  await settled();
  for (const code of [delivery, other]) run.accept(scan(code)); // the right way round nothing is asked
  await settled();
  expect({ saved, left }).toEqual({ saved: [`${next} ${other}`, `${delivery} ${other}`], left: [] });
});

test.each([
  ['s-01-a', 'S-01-A was the shelf before. Scan the delivery.'],
  ['s-09-c', 'S-09-C looks like the shelf. Scan the delivery.'],
])('%s, a shelf under Caps Lock, is no delivery unasked, and goes nowhere as it is', async (code, sentence) => {
  const { run, saved } = rig(answered('D-1001', 'S-01-A'));
  run.accept(scan(code));
  expect(run.view()).toMatchObject({
    filled: {},
    misfit: { scan: { text: code } },
    notice: { tone: 'wrong', text: sentence },
  });
  expect(swapOf(run.view())).toBeUndefined();
  run.takeAnyway();
  run.accept(scan('S-01-A'));
  await settled();
  expect(saved).toEqual([`${code} S-01-A`]);
});

test('a shelf of another letter is taken, and the delivery after it is stopped: nothing is saved the wrong way round', async () => {
  const { run, saved } = rig(answered('D-1001', 'A-01'));
  for (const code of ['C-04', 'D-1002']) run.accept(scan(code));
  await settled();
  expect([saved, run.view().notice?.text]).toEqual([[], 'D-1002 looks like the delivery. Scan the shelf.']);
  run.swap();
  await settled();
  expect(saved).toEqual(['D-1002 C-04']);
});

test('codes of any look ask nothing', async () => {
  const { run, saved } = rig();
  const codes = [
    '00005OaL2aB',
    '00015ZGC',
    '00017sH8G',
    '00018usw566',
    '00022Eboj',
    '000385PpwXF',
    '00043TkAF',
    '0005k',
  ];
  for (const code of codes) {
    run.accept(scan(code));
    await settled();
  }
  expect(saved).toHaveLength(codes.length / 2);
});

test('with no network the first pair teaches what a shelf looks like: one never seen is stopped from then on', async () => {
  const { run, saved } = rig();
  for (const code of ['D-1001', 'S-01-A', 'S-09-C']) run.accept(scan(code));
  expect(run.view().notice?.text).toBe('S-09-C looks like the shelf. Scan the delivery.');
  run.swap();
  run.accept(scan('D-1002'));
  await settled();
  expect(saved).toEqual(['D-1001 S-01-A', 'D-1002 S-09-C']);
});

test('what the service accepted goes before what was only scanned', async () => {
  const { run, saved } = rig(answered('D-1001', 'S-01-A'));
  for (const code of ['S-02-A', 'D-1002']) run.accept(scan(code)); // stopped, and left
  run.accept(scan('S-02-B'));
  await settled();
  run.accept(scan('S-02-C'));
  run.takeAnyway();
  run.accept(scan('S-03-A'));
  await settled();
  run.accept(scan('S-04-C'));
  expect(run.view().notice?.text).toBe('S-04-C looks like the shelf. Scan the delivery.');
  expect(saved).toEqual(['D-1002 S-02-B', 'S-02-C S-03-A']);
});

test.each([
  ['looks like both', answered('100001', '200002'), '300003'],
  ['looks like nothing before', answered('D-1001', 'S-01-A'), '4006381333931'],
])('a code that %s is taken: nobody can know', (_, seen, code) => {
  const { run } = rig(seen);
  run.accept(scan(code));
  expect(run.view().filled).toMatchObject({ deliveryCode: { text: code } });
});

test('a transport order is told from its delivery too', () => {
  const seen = {
    parameters: [
      ['transportOrderCode', 'TO-1'],
      ['interDeliveryCode', 'D-1'],
    ],
    scans: [scan('TO-1'), scan('D-1')],
    result: { verdict: 'accepted' },
  };
  const { run } = rigOf(unknownSite, [seen as unknown as QueuedCall, answered('D-2', 'S-1')], transportOrder);
  run.accept(scan('D-2'));
  expect(run.view().notice?.text).toBe('D-2 looks like the international delivery. Scan the transport order.');
  for (const code of ['TO-2', 'D-2']) run.accept(scan(code));
  expect(run.view().entries[0]?.scans.map(({ text }) => text)).toEqual(['TO-2', 'D-2']);
});

test.each([
  ['nothing is known', [], {}, 'S-1 → shelf D-1'],
  ['they look alike', [answered('S-2', 'S-3')], {}, 'S-1 → shelf D-1'],
  ['the service has accepted such a pair', [answered('S-2', 'D-2')], {}, 'S-1 → D-1'],
  ['the site says what they look like', [], { deliveryCode: { pattern: 'S-.', example: 'S-1' } }, 'S-1 → D-1'],
])('where %s a saved pair says what its last code was taken for, or not', async (_, seen, codes, said) => {
  const { run } = rigOf({ ...unknownSite, codes }, seen);
  for (const code of ['S-1', 'D-1']) run.accept(scan(code));
  await settled();
  expect(run.view().notice).toMatchObject({ tone: 'saved', text: said });
});

test('a code that was both is taken for either', async () => {
  const { run, saved } = rig(answered('D-1', 'X-1'), answered('X-1', 'S-1'));
  for (const code of ['D-1', 'X-1', 'X-1', 'S-1']) run.accept(scan(code));
  await settled();
  expect(saved).toEqual(['D-1 X-1', 'X-1 S-1']);
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
  expect(run.view().notice?.text).toBe('BAG-1 was the bag before. Scan the delivery.');
  expect(swapOf(run.view())).toBeUndefined();
  run.swap();
  expect(run.view().filled).toEqual({});
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  expect(saved).toEqual(['D-1 S-1']);
});

test('a pair of this run that was refused teaches nothing: the right ones after it are taken', async () => {
  const { run, saved, left } = rigOf(unknownSite, [], revertOff, (seq) => seq === 1);
  for (const code of ['S-05-B', 'D-1011', 'D-1011', 'S-05-B', 'D-1012', 'S-01-C']) {
    run.accept(scan(code));
    await settled();
  }
  expect({ saved, left }).toEqual({ saved: ['S-05-B D-1011', 'D-1011 S-05-B', 'D-1012 S-01-C'], left: [] });
});

test.each([
  ['accepted ones tell', rig(answered('D-1', 'S-1'))],
  [
    'the site’s pattern tells',
    rigOf({ ...unknownSite, codes: { deliveryCode: { pattern: 'D-[0-9]+', example: 'D-1' } } }, [
      answered('D-1', 'S-1'),
    ]),
  ],
])(
  'two deliveries are not swapped, where %s: the second is left, and the shelf is still the first one’s',
  async (_, rigged) => {
    const { run, saved } = rigged;
    for (const code of ['D-28', 'D-29']) run.accept(scan(code));
    expect(run.view().misfit).toMatchObject({
      scan: { text: 'D-29' },
      sentence: 'D-29 looks like the delivery. Scan the shelf.',
    });
    expect(run.view().misfit).not.toHaveProperty('role'); // no place to go to
    run.swap();
    await settled();
    expect(saved).toEqual([]);
    run.accept(scan('S-1'));
    await settled();
    expect(saved).toEqual(['D-28 S-1']);
  },
);

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
  run.keepOther();
  run.accept(scan('S-44')); // never seen
  expect(run.view().notice?.text).toBe('Keep S-44 now, not S-2?');
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
