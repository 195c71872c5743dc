import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { type ObjectRunPorts, createObjectRun } from './objectRun.ts';
import { fittingActions, mainOf } from './fitting.ts';
import { entryOf, takesNumber } from './objectView.ts';
import { flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';

const bag = tasks.find(({ id }) => id === 'bag') as ObjectTask;
const [complete, reopen] = bag.actions as [TaskAction, TaskAction];
const site: SiteConfiguration = {
  ...unknownSite,
  fieldRules: [{ operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json: 'line' }],
};
const fresh = (text: string): LookUp => ({ answer: { text, at: 1 }, fresh: true });

function rig({ task = bag, ...ports }: Partial<ObjectRunPorts> & { task?: ObjectTask } = {}) {
  const { ports: usual, ...came } = flowPorts();
  const run = createObjectRun(task, {
    ...usual,
    site: () => site,
    lookUp: async () => fresh('{"line":4711}'),
    ...ports,
  });
  return { run, ...came, draft: usual.draft.read };
}

/** The same with a bag in hand, and its weight entered. */
async function weighed(ports?: Parameters<typeof rig>[0]) {
  const made = rig(ports);
  made.run.accept(scan('BAG-1'));
  await settled();
  made.run.setField('weight', '3');
  return made;
}

/** Does an action, and waits for what comes of it. */
function did(run: ReturnType<typeof rig>['run'], action: TaskAction): Promise<unknown> {
  run.act(action);
  return run.saved();
}

test('a bag is looked up, and completing it saves the line of the answer and the weight as a point', async () => {
  const { run, saved, cues, draft } = rig();
  run.accept(scan('BAG-7'));
  await settled();
  expect(run.view()).toMatchObject({ fields: { transferLine: '4711' }, found: ['transferLine'] });
  run.setField('weight', '1,25');
  await did(run, complete);
  expect(saved[0]).toEqual({
    operation: 'CompleteBag',
    parameters: [
      ['logTransferDtlID', '4711'],
      ['userID', '7'],
      ['sWeight', '1.25'],
      ['WarehouseID', '1'],
    ],
  });
  expect(cues).toEqual(['step', 'saved']);
  expect(run.view().fields['weight'] ?? '').toBe('');
  expect(draft()).toBeUndefined(); // done, and nothing entered since: no half task
});

test('once a bag was reopened, and the service says so, its weight is what is entered next, as for one that was just opened', async () => {
  const actionRules = [
    { operation: 'CompleteBag', field: 'status', values: ['open'] },
    { operation: 'AgainOpenBag', field: 'status', values: ['complete'] },
  ] as const;
  const status = { operation: 'GetBagDetailByBagCode', field: 'status', json: 'status' } as const;
  const withStatus = { ...site, fieldRules: [...site.fieldRules, status], actionRules };
  let stands = 'complete';
  const { run, draft } = rig({
    site: () => withStatus,
    lookUp: async () => fresh(JSON.stringify({ line: 4711, status: stands })),
  });
  const asked = () => {
    const view = run.view();
    const main = mainOf(fittingActions(bag, withStatus, view), view);
    return [main?.title(), entryOf(bag, view, main)?.name, takesNumber(bag, view)];
  };
  const settles = async () => {
    run.settled(run.view().acting ?? 0);
    await settled();
  };
  run.accept(scan('BAG-1'));
  await settled();
  await did(run, reopen);
  expect(asked()).toEqual([undefined, undefined, false]); // nobody has said yet that it is open
  stands = 'open';
  await settles();
  expect(asked()).toEqual(['Complete bag', 'weight', true]);
  expect(draft()).toBeUndefined(); // nothing is entered for it: no half task
  run.accept({ ...scan('7.5'), source: 'typed' });
  expect(run.view().fields['weight']).toBe('7.5');
  stands = 'complete';
  await did(run, complete);
  await settles();
  expect(asked()).toEqual([undefined, undefined, false]); // what would come next is done by one tap: none is offered
});

test('a line entered by hand for a bag that the service has refused is asked about, and saved where it is wanted', async () => {
  const answerRules = [{ operation: 'GetBagDetailByBagCode', verdict: 'refused', contains: 'ERR' } as const];
  const { run, saved } = rig({
    site: () => ({ ...site, answerRules }),
    lookUp: async () => fresh('ERR: BAG-9 is unknown'),
  });
  run.accept(scan('BAG-9'));
  await settled();
  expect(run.view().isRefused).toBe(true);
  run.setField('transferLine', '5002');
  run.setField('weight', '3');
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view().notice?.text).toMatch(/refused BAG-9.*5002 was entered by hand/);
  run.stay();
  expect(saved).toEqual([]);
  await did(run, complete);
  run.saveAgain();
  await run.saved();
  expect(saved).toHaveLength(1);
});

test('a line entered by hand where the service has named another one is asked about each time', async () => {
  const { run, saved } = rig();
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('transferLine', '5002');
  run.setField('weight', '3');
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view().notice?.text).toMatch(/5002 was entered by hand; the service names 4711 for BAG-7/);
  run.saveAgain();
  await run.saved();
  await did(run, reopen);
  expect(saved).toHaveLength(1);
  run.stay();
  run.setField('transferLine', '4711');
  await did(run, reopen);
  expect(saved).toHaveLength(2);
});

test('a line and a weight that are both in doubt are asked about in one question', async () => {
  const { run, saved } = rig({ doubt: async () => 'The weight is 3, the last one was 30.' });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('transferLine', '5002');
  run.setField('weight', '3');
  await did(run, complete);
  expect(run.view().notice?.text).toMatch(/5002 was entered by hand.*The weight is 3/);
  run.saveAgain();
  await run.saved();
  expect(saved).toHaveLength(1);
});

test('a line that the service has named is not asked about', async () => {
  const { run, saved } = rig();
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '1');
  await did(run, complete);
  expect(saved).toHaveLength(1);
});

test.each(['', '0', '-1', '1e3', '1,234.5', 'abc'])('the weight “%s” is refused under its field', async (weight) => {
  const { run, saved } = rig();
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', weight);
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view().problems['weight']).toMatch(/^Weight: /);
  expect(run.view().notice?.tone).toBe('wrong');
  expect(run.view().fields['weight']).toBe(weight);
});

test('a line that the service did not name is asked for under its field', async () => {
  const { run, saved } = rig({ lookUp: async () => fresh('unknown bag') });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '2');
  await did(run, complete);
  await did(run, reopen);
  expect(saved).toEqual([]);
  expect(run.view().problems['transferLine']).toMatch(/^Transfer line number: /);
});

test('a line that was entered by hand is not overwritten by a later answer', async () => {
  const { run } = rig({ lookUp: async () => fresh('{"line":1}') });
  run.accept(scan('BAG-7'));
  run.setField('transferLine', '99');
  await settled();
  expect(run.view()).toMatchObject({ fields: { transferLine: '99' }, found: [] });
});

test('the answer for a bag that is no longer in hand is not shown', async () => {
  let answer: (found: LookUp) => void = () => undefined;
  const lookUps = [new Promise<LookUp>((resolve) => (answer = resolve)), Promise.resolve(fresh('{"line":2}'))];
  const { run } = rig({ lookUp: () => lookUps.shift() as Promise<LookUp> });
  run.accept(scan('BAG-1'));
  run.accept(scan('BAG-2'));
  await settled();
  answer(fresh('{"line":1}'));
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-2' }, fields: { transferLine: '2' } });
});

test('a question which of two bags goes on stands again after a restart, with both of them', async () => {
  const { run, draft } = rig();
  run.accept(scan('BAG-1'));
  run.setField('weight', '3');
  run.accept(scan('BAG-2'));
  const kept = draft();
  const { run: next } = rig({ draft: { read: () => kept, write: () => undefined } });
  expect(next.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    waitingScan: { text: 'BAG-2' },
    fields: { weight: '3' },
  });
  expect(next.view().notice?.text).toBe(run.view().notice?.text);
  run.stay();
  expect(draft()).not.toContain('BAG-2');
});

test('the bag in hand scanned once more is the answer: it goes on, and the other one is kept as not taken', async () => {
  const { run, notTaken, draft } = rig();
  run.accept(scan('BAG-1'));
  run.setField('weight', '3');
  run.accept(scan('BAG-2'));
  run.accept(scan('BAG-1'));
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, fields: { weight: '3' }, notice: { tone: 'step' } });
  expect(run.view().waitingScan).toBeUndefined();
  expect(notTaken.map(({ text }) => text)).toEqual(['BAG-2']);
  expect(draft()).not.toContain('BAG-2');
});

test('while it is asked which of two bags goes on nothing is done to either', async () => {
  const { run, saved } = await weighed();
  run.accept(scan('BAG-2'));
  const asked = run.view().notice?.text;
  await did(run, reopen);
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view()).toMatchObject({
    waitingScan: { text: 'BAG-2' },
    fields: { weight: '3' },
    notice: { text: asked },
  });
});

test('what an action does not send stays in its field', async () => {
  const { run, saved } = await weighed();
  await did(run, reopen);
  expect(saved).toHaveLength(1);
  expect(run.view().fields['weight']).toBe('3');
});

test('another bag while a weight is not saved is asked about first', async () => {
  const { run } = await weighed();
  run.accept(scan('BAG-2'));
  expect(run.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    fields: { weight: '3' },
    waitingScan: { text: 'BAG-2' },
  });
  run.stay();
  expect(run.view().waitingScan).toBeUndefined();
  run.accept(scan('BAG-2'));
  run.takeWaiting();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-2' } });
  expect(run.view().fields['weight'] ?? '').toBe('');
});

test('the same bag once more keeps the weight that was entered for it', async () => {
  const { run } = await weighed();
  run.accept(scan('BAG-1'));
  await settled();
  expect(run.view()).toMatchObject({ fields: { weight: '3', transferLine: '4711' } });
});

test('without an answer it is said: an old one is to be checked, none at all is wrong', async () => {
  const old: LookUp = { answer: { text: '{"line":5}', at: 1 }, fresh: false, reason: 'No gateway.' };
  const { run, cues } = rig({ lookUp: async () => old });
  run.accept(scan('BAG-1'));
  await settled();
  expect(cues).toEqual(['step', 'repeat']);
  expect(run.view().fields['transferLine']).toBe('5');
  const { run: never, cues: others } = rig({ lookUp: async () => ({ fresh: false, reason: 'No gateway.' }) });
  never.accept(scan('BAG-1'));
  await settled();
  expect(others).toEqual(['step', 'wrong']);
});

test('a weight that is being saved does not empty the next bag’s weight', async () => {
  let done: (call: QueuedCall) => void = () => undefined;
  const { run } = await weighed({ save: () => new Promise((resolve) => (done = resolve)) });
  run.act(complete);
  await settled();
  run.setField('weight', '');
  run.accept(scan('BAG-2'));
  run.setField('weight', '4');
  done({ seq: 1 } as QueuedCall);
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-2' }, fields: { weight: '4' }, saved: [] });
});

test('what was done is not said of what is entered next', async () => {
  const { run } = await weighed();
  await did(run, complete);
  expect(run.view()).toMatchObject({ isDone: true, notice: { tone: 'saved' } });
  run.setField('weight', '4');
  expect(run.view().notice).toBeUndefined();
});

test('a second tap finds the call in the queue and asks', async () => {
  const again: boolean[] = [];
  const { run } = rig({
    save: async (_call, _scans, isWanted) => {
      again.push(isWanted);
      if (again.length === 2) throw new AlreadyQueued(1);
      return { seq: again.length } as QueuedCall;
    },
  });
  run.accept(scan('BAG-1'));
  await settled();
  run.act(reopen);
  await did(run, reopen);
  expect(run.view()).toMatchObject({
    notice: { tone: 'repeat' },
    needsConfirmation: { call: { operation: 'AgainOpenBag' } },
  });
  run.saveAgain();
  await run.saved();
  expect(again).toEqual([false, false, true]);
  expect(run.view().needsConfirmation).toBeUndefined();
});

test('a call that cannot be saved leaves the weight in its field', async () => {
  const { run } = await weighed({
    save: async () => {
      throw new Error('The storage is full.');
    },
  });
  await did(run, complete);
  expect(run.view()).toMatchObject({ fields: { weight: '3' }, notice: { tone: 'wrong' } });
});

test('the bag and its weight are kept over a restart', async () => {
  const { draft } = await weighed();
  const { run: next } = rig({ draft: { read: draft, write: () => undefined } });
  expect(next.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    fields: { weight: '3', transferLine: '4711' },
    lookUp: 'none',
  });
  expect(next.view().found).toEqual(['transferLine']); // it came from the service, and is not called entered
});

test('a code that is no bag of the site asks first, and leaves the bag in hand alone', async () => {
  const asked: string[] = [];
  const codes = { bagCode: { pattern: 'BAG-\\d', example: 'BAG-7' } };
  const { run, cues } = rig({
    site: () => ({ ...site, codes }),
    lookUp: async (call) => {
      asked.push(call.parameters[0]?.[1] ?? '');
      return fresh('{"line":4711}');
    },
  });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '2');
  run.accept(scan('D-1001'));
  expect(run.view()).toMatchObject({
    scan: { text: 'BAG-7' },
    fields: { weight: '2' },
    misfit: { scan: { text: 'D-1001' } },
  });
  run.leaveMisfit();
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('D-1001'));
  run.takeAnyway(); // and now the weight that stands is asked about
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-7' }, waitingScan: { text: 'D-1001' } });
  run.takeWaiting();
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'D-1001' } });
  expect(run.view().fields['weight'] ?? '').toBe('');
  expect(asked).toEqual(['BAG-7', 'D-1001']);
  expect(cues).toEqual(['step', 'wrong', 'wrong', 'repeat', 'step']);
});

test('a bag’s GS1 element is what is asked about, and the whole code goes with the call', async () => {
  const whole = { ...scan('00106141412345678908'), symbology: 'GS1-128' };
  const codes = { bagCode: { pattern: '\\d{18}', example: '106141412345678908', gs1: '00' } };
  const asked: unknown[] = [];
  const kept: (readonly ScanNote[])[] = [];
  const { run } = rig({
    site: () => ({ ...site, codes }),
    lookUp: async (call) => {
      asked.push(call.parameters);
      return fresh('{"line":4711}');
    },
    save: async (_, scans) => {
      kept.push(scans);
      return { seq: 1 } as QueuedCall;
    },
  });
  run.accept(whole);
  await expect.poll(() => run.view().fields['transferLine']).toBe('4711');
  await did(run, reopen);
  expect(asked).toEqual([[['bagCode', '106141412345678908']]]);
  expect(kept).toEqual([[{ ...whole, text: '106141412345678908', raw: '00106141412345678908' }]]);
});

test('what the next scan goes past is kept: a misfit, a bag that waits, a call asked about', async () => {
  const { run, notTaken } = rig({
    site: () => ({ ...site, codes: { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } } }),
    save: () => Promise.reject(new AlreadyQueued(3)),
  });
  const kept = () => notTaken.map(({ text }) => text);
  run.accept(scan('BAG-1'));
  await settled();
  for (const text of ['XYZ', 'XYZ', 'BAG-1']) run.accept(scan(text));
  expect(kept()).toEqual(['XYZ']);
  run.setField('weight', '3');
  for (const text of ['BAG-2', 'BAG-2', 'BAG-3']) run.accept(scan(text));
  expect(kept()).toEqual(['XYZ', 'BAG-2']);
  run.takeWaiting();
  await settled();
  await did(run, reopen);
  run.accept(scan('BAG-4'));
  expect(kept()).toEqual(['XYZ', 'BAG-2', 'Reopen bag · BAG-3']);
  expect(notTaken.at(-1)).toMatchObject({
    isCall: true,
    reason: 'Not saved a second time',
  });
});

test('a weight that was asked about, and left for the next bag, is kept as not saved and not as queued', async () => {
  const { run, notTaken } = rig({ doubt: async () => 'Really?' });
  run.accept(scan('BAG-1'));
  await settled();
  run.setField('weight', '1250');
  await did(run, complete);
  run.accept(scan('BAG-2'));
  run.takeWaiting();
  const reason = 'Not saved: its question had no answer';
  expect(notTaken).toEqual([{ text: 'Complete bag · BAG-1 · 1250', at: 1, isCall: true, reason }]);
});

test('what was heard before an action is marked so, and asked again without a signal when its call has settled', async () => {
  const answers = [
    fresh('{"line":1}'),
    fresh('{"line":1}'),
    { fresh: false, reason: 'gone' },
    fresh('{"line":1,"done":true}'),
  ];
  const { run, cues } = rig({ lookUp: async () => answers.shift() as LookUp });
  run.accept(scan('BAG-1'));
  await settled();
  await did(run, reopen);
  expect(run.view()).toMatchObject({ isBefore: true, lookUp: { answer: { text: '{"line":1}' } } });
  run.lookUpAgain(); // the call may not have been sent yet
  await settled();
  expect(run.view().isBefore).toBe(true);
  run.settled(1);
  await settled();
  expect(run.view()).toMatchObject({ isBefore: true, lookUp: { fresh: true }, notice: { tone: 'saved' } });
  await did(run, reopen);
  run.settled(1); // the one before: it says nothing of this one
  run.settled(2);
  await settled();
  expect(run.view()).toMatchObject({ isBefore: false, lookUp: { answer: { text: '{"line":1,"done":true}' } } });
  expect(cues).toEqual(['step', 'saved', 'saved']);
});

test('a misfit that is left leaves the question beneath it standing', async () => {
  const { run, notTaken } = await weighed({
    site: () => ({ ...site, codes: { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } } }),
  });
  for (const text of ['BAG-2', 'XYZ']) run.accept(scan(text));
  run.leaveMisfit();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, waitingScan: { text: 'BAG-2' } });
  expect(run.view().misfit).toBeUndefined();
  expect(notTaken).toEqual([]);
});

const taskOf = (id: string) => tasks.find((task) => task.id === id) as ObjectTask;

test('the second scan of an external code fills its order code, and is saved with the first', async () => {
  const external = taskOf('external-code');
  const kept: (readonly string[])[] = [];
  const { run } = rig({
    task: external,
    save: async (_call, scans) => {
      kept.push(scans.map(({ text }) => text));
      return { seq: 1 } as QueuedCall;
    },
  });
  run.accept(scan('EX-1'));
  run.accept(scan('ORD-1'));
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, fields: { orderCodeEx: 'ORD-1' } });
  run.accept(scan('EX-2')); // all is filled: another delivery, and the order code is not saved yet
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, waitingScan: { text: 'EX-2' } });
  run.stay();
  run.act(external.actions[0] as TaskAction);
  await run.saved();
  expect(kept).toEqual([['EX-1', 'ORD-1']]);
  run.accept(scan('EX-2')); // it is saved: the next scan is the next delivery, and no order code
  expect(run.view()).toMatchObject({ scan: { text: 'EX-2' }, fields: {} });
});

test('a code of another object is not taken for a field, where the site knows the codes', () => {
  const codes = { oSDeliveryCode: { pattern: 'EX-\\d', example: 'EX-1' } };
  const { run } = rig({ task: taskOf('external-code'), site: () => ({ ...site, codes }) });
  run.accept(scan('EX-1'));
  run.accept(scan('EX-2'));
  expect(run.view()).toMatchObject({ scan: { text: 'EX-2' }, fields: {} });
});

test('the unit of a weight stays for the next object, the weight does not; a unit is needed', async () => {
  const weight = taskOf('weight');
  const [save] = weight.actions as [TaskAction];
  const { run, saved } = rig({ task: weight });
  run.accept(scan('D-1'));
  run.setField('weight', '2,5');
  await did(run, save);
  expect(run.view().problems).toEqual({ unit: 'Choose kg, g or lb.' });
  run.setField('unit', '2');
  await did(run, save);
  run.accept(scan('D-2'));
  expect(run.view()).toMatchObject({ scan: { text: 'D-2' }, fields: { unit: '2' } });
  expect(run.view().fields['weight'] ?? '').toBe('');
  expect(saved.map(({ parameters }) => parameters.map(([, text]) => text))).toEqual([['D-1', '2.5', '7', '2']]);
});

test('a call that is in doubt is asked about before it is saved', async () => {
  const { run, saved } = rig({ doubt: async () => 'That is a thousand times the last weight.' });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '1250');
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view()).toMatchObject({
    needsConfirmation: { again: false },
    notice: { tone: 'repeat' },
    fields: { weight: '1250' },
  });
  run.saveAgain();
  await run.saved();
  expect(saved).toHaveLength(1);
  expect(run.view().needsConfirmation).toBeUndefined();
});

test('what a look-up takes from a field is asked with it', async () => {
  const asked: unknown[] = [];
  const { run } = rig({
    task: taskOf('countries'),
    lookUp: async (call) => {
      asked.push(Object.fromEntries(call.parameters));
      return fresh('{}');
    },
  });
  run.accept(scan('W-007'));
  await settled();
  run.setField('fromSiteCodes', 'SZX');
  run.lookUpAgain();
  await settled();
  expect(asked).toEqual([
    { wareHoseId: '1', userCode: 'W-007', fromSiteCodes: '' },
    { wareHoseId: '1', userCode: 'W-007', fromSiteCodes: 'SZX' },
  ]);
});

test('a second scan that the guard held back is counted with the object, and saved with its call', async () => {
  const kept: (readonly ScanNote[])[] = [];
  const { run } = rig({
    save: async (_, scans) => {
      kept.push(scans);
      return { seq: 1 } as QueuedCall;
    },
  });
  run.accept(scan('BAG-7'));
  await settled();
  run.ignoreRepeat('BAG-7');
  run.setField('weight', '1');
  await did(run, complete);
  expect(kept).toEqual([[{ ...scan('BAG-7'), repeated: 1 }]]);
});

test('a known shelf in the place of a bag is stopped, and taken on a word', async () => {
  const { run } = rig({ rolesOf: (text) => (text === 'S-1' ? ['storeCode'] : []) });
  run.accept(scan('S-1'));
  expect(run.view().scan).toBeUndefined();
  expect(run.view().notice?.text).toBe('S-1 was a shelf before. Scan a bag.');
  run.takeAnyway();
  await settled();
  expect(run.view().scan?.text).toBe('S-1');
});

test('a short number typed on the handheld’s own keys is the weight of the bag in hand, and a code is a bag', async () => {
  const { run } = rig();
  const typed = (text: string): ScanNote => ({ ...scan(text), source: 'typed' });
  run.accept(typed('12')); // none is in hand
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: '12' }, fields: {} });
  run.accept(typed('1,2'));
  expect(run.view()).toMatchObject({
    scan: { text: '12' },
    fields: { weight: '1,2' },
    notice: { text: 'Weight: 1,2.' },
  });
  run.accept(scan('34')); // a laser’s is a code, and what was entered is asked about
  expect(run.view()).toMatchObject({ waitingScan: { text: '34' }, fields: { weight: '1,2' } });
  run.stay();
  run.accept(typed('12345'));
  expect(run.view()).toMatchObject({ waitingScan: { text: '12345' } });
});

test('a number with a decimal mark is the weight however fast it is typed, by a scale too: no code has one', async () => {
  const { run } = rig();
  run.accept(scan('BAG-1'));
  await settled();
  for (const weight of ['12.5', '3,25']) {
    run.accept(scan(weight));
    expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, fields: { weight } });
    expect(run.view().waitingScan).toBeUndefined();
  }
});

test('what was wrong with a field is said no more once it is changed', async () => {
  const { run } = await weighed();
  run.setField('weight', 'x');
  await did(run, complete);
  expect(run.view()).toMatchObject({ notice: { tone: 'wrong' }, problems: { weight: expect.any(String) } });
  run.setField('weight', '0,8');
  expect(run.view()).toMatchObject({ notice: undefined, problems: {} });
});

test('where the gateway is back, neither what was saved nor what is asked is talked over', async () => {
  const { run } = await weighed({ lookUp: async () => ({ fresh: false, reason: 'No gateway.' }) });
  run.accept(scan('BAG-2'));
  const { notice } = run.view();
  run.lookUpWhereDue(true);
  await settled();
  expect(run.view()).toMatchObject({ notice, waitingScan: { text: 'BAG-2' } });
  run.stay();
  run.setField('transferLine', '4711');
  await did(run, complete);
  const saved = run.view().notice;
  run.lookUpWhereDue(true);
  expect(saved?.tone).toBe('saved');
  expect(run.view().notice).toEqual(saved);
});

test('an object whose code was only the beginning of its pull is none, and the one of before is in hand again', async () => {
  const { run } = await weighed();
  run.setField('weight', '');
  const first = scan('BAG-2', 5);
  run.accept(first);
  run.split({ first, texts: ['BAG-2', 'QTY:5'] });
  await expect.poll(() => run.view()).toMatchObject({ scan: { text: 'BAG-1' }, notice: { tone: 'wrong' } });
  expect(run.view().waitingScan).toBeUndefined();
});

test('a bag that was gone past and is in hand now is none any more that was not taken; one gone past again is', async () => {
  const [came, left] = [[] as string[], [] as string[]];
  const { run } = await weighed({
    taken: ({ text }) => void came.push(text),
    notTaken: ({ text }) => void left.push(text),
  });
  run.accept(scan('BAG-2', 2)); // asked: the weight is BAG-1's
  run.accept(scan('BAG-3', 3));
  expect([came, left]).toEqual([['BAG-1', 'BAG-2', 'BAG-3'], ['BAG-2']]); // in this order: BAG-2 is listed
  run.takeWaiting();
  await settled();
  run.accept(scan('BAG-2', 4));
  expect(run.view().scan?.text).toBe('BAG-2');
  expect(came.at(-1)).toBe('BAG-2'); // and it is in the list no more
});
