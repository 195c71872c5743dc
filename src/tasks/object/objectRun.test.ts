import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { fittingActions, mainOf, numberField } from './fitting.ts';
import { promptOf } from './objectPrompt.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { bagSite, bagTask, complete, did, freshAnswer, objectRig, reopen, weighed } from '#tasks/testing/objectRig.ts';

test('a bag is looked up, and completing it saves the line of the answer and the weight as a point', async () => {
  const { run, saved, cues, draft } = objectRig();
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
  const withStatus = { ...bagSite, fieldRules: [...bagSite.fieldRules, status], actionRules };
  let stands = 'complete';
  const { run, draft } = objectRig({
    site: () => withStatus,
    lookUp: async () => freshAnswer(JSON.stringify({ line: 4711, status: stands })),
  });
  const asked = () => {
    const view = run.view();
    const main = mainOf(bagTask, fittingActions(bagTask, withStatus, view), view);
    return [main?.title(), promptOf(bagTask, view, main), numberField(bagTask, withStatus, view)?.name];
  };
  const settles = async () => {
    run.settled(run.view().acting ?? 0);
    await settled();
  };
  run.accept(scan('BAG-1'));
  await settled();
  await did(run, reopen);
  expect(asked()).toEqual([undefined, 'Scan the next', undefined]); // nobody has said yet that it is open
  stands = 'open';
  await settles();
  expect(asked()).toEqual(['Complete bag', 'Weigh it', 'weight']);
  expect(draft()).toBeUndefined(); // nothing is entered for it: no half task
  stands = 'complete';
  run.accept({ ...scan('7.5'), source: 'typed' });
  await run.saved();
  await settles();
  expect(asked()).toEqual([undefined, 'Scan the next', undefined]); // what would come next is done by one tap: none is offered
});

test('a line entered by hand for a bag that the service has refused is asked about, and saved where it is wanted', async () => {
  const answerRules = [{ operation: 'GetBagDetailByBagCode', verdict: 'refused', contains: 'ERR' } as const];
  const { run, saved } = objectRig({
    site: () => ({ ...bagSite, answerRules }),
    lookUp: async () => freshAnswer('ERR: BAG-9 is unknown'),
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
  const { run, saved } = objectRig();
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

test('a line that the service has named is not asked about', async () => {
  const { run, saved } = objectRig();
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '1');
  await did(run, complete);
  expect(saved).toHaveLength(1);
});

test('a line that the service did not name is asked for under its field', async () => {
  const { run, saved } = objectRig({ lookUp: async () => freshAnswer('unknown bag') });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '2');
  await did(run, complete);
  await did(run, reopen);
  expect(saved).toEqual([]);
  expect(run.view().problems['transferLine']).toMatch(/^Transfer line number: /);
});

test('a line that was entered by hand is not overwritten by a later answer', async () => {
  const { run } = objectRig({ lookUp: async () => freshAnswer('{"line":1}') });
  run.accept(scan('BAG-7'));
  run.setField('transferLine', '99');
  await settled();
  expect(run.view()).toMatchObject({ fields: { transferLine: '99' }, found: [] });
});

test('the answer for a bag that is no longer in hand is not shown', async () => {
  let answer: (found: LookUp) => void = () => undefined;
  const lookUps = [new Promise<LookUp>((resolve) => (answer = resolve)), Promise.resolve(freshAnswer('{"line":2}'))];
  const { run } = objectRig({ lookUp: () => lookUps.shift() as Promise<LookUp> });
  run.accept(scan('BAG-1'));
  run.accept(scan('BAG-2'));
  await settled();
  answer(freshAnswer('{"line":1}'));
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-2' }, fields: { transferLine: '2' } });
});

test('what an action does not send stays in its field', async () => {
  const { run, saved } = await weighed();
  await did(run, reopen);
  expect(saved).toHaveLength(1);
  expect(run.view().fields['weight']).toBe('3');
});

test('without an answer it is said: an old one is to be checked, none at all is wrong', async () => {
  const old: LookUp = { answer: { text: '{"line":5}', at: 1 }, fresh: false, reason: 'No gateway.' };
  const { run, cues } = objectRig({ lookUp: async () => old });
  run.accept(scan('BAG-1'));
  await settled();
  expect(cues).toEqual(['step', 'repeat']);
  expect(run.view().fields['transferLine']).toBe('5');
  const { run: never, cues: others } = objectRig({ lookUp: async () => ({ fresh: false, reason: 'No gateway.' }) });
  never.accept(scan('BAG-1'));
  await settled();
  expect(others).toEqual(['step', 'wrong']);
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
  const { run } = objectRig({
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

test('a bag’s GS1 element is what is asked about, and the whole code goes with the call', async () => {
  const whole = { ...scan('00106141412345678908'), symbology: 'GS1-128' };
  const codes = { bagCode: { pattern: '\\d{18}', example: '106141412345678908', gs1: '00' } };
  const asked: unknown[] = [];
  const kept: (readonly ScanNote[])[] = [];
  const { run } = objectRig({
    site: () => ({ ...bagSite, codes }),
    lookUp: async (call) => {
      asked.push(call.parameters);
      return freshAnswer('{"line":4711}');
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

test('what was heard before an action is marked so, and asked again without a signal when its call has settled', async () => {
  const answers = [
    freshAnswer('{"line":1}'),
    freshAnswer('{"line":1}'),
    { fresh: false, reason: 'gone' },
    freshAnswer('{"line":1,"done":true}'),
  ];
  const { run, cues } = objectRig({ lookUp: async () => answers.shift() as LookUp });
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

const taskOf = (id: string) => tasks.find((task) => task.id === id) as ObjectTask;

test('the second scan of an external code fills its order code, and is saved with the first', async () => {
  const external = taskOf('external-code');
  const kept: (readonly string[])[] = [];
  const { run } = objectRig({
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
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, asking: { scan: { text: 'EX-2' } } });
  run.stay();
  run.act(external.actions[0] as TaskAction);
  await run.saved();
  expect(kept).toEqual([['EX-1', 'ORD-1']]);
  run.accept(scan('EX-2')); // it is saved: the next scan is the next delivery, and no order code
  expect(run.view()).toMatchObject({ scan: { text: 'EX-2' }, fields: {} });
});

test('a code of another object is not taken for a field, where the site knows the codes', () => {
  const codes = { oSDeliveryCode: { pattern: 'EX-\\d', example: 'EX-1' } };
  const { run } = objectRig({ task: taskOf('external-code'), site: () => ({ ...bagSite, codes }) });
  run.accept(scan('EX-1'));
  run.accept(scan('EX-2'));
  expect(run.view()).toMatchObject({ scan: { text: 'EX-2' }, fields: {} });
});

test('what a look-up takes from a field is asked with it', async () => {
  const asked: unknown[] = [];
  const { run } = objectRig({
    task: taskOf('countries'),
    lookUp: async (call) => {
      asked.push(Object.fromEntries(call.parameters));
      return freshAnswer('{}');
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
  const { run } = objectRig({
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
  const { run } = objectRig({ rolesOf: (text) => (text === 'S-1' ? ['storeCode'] : []) });
  run.accept(scan('S-1'));
  expect(run.view().scan).toBeUndefined();
  expect(run.view().notice?.text).toBe('S-1 was the shelf before. Scan the bag.');
  run.takeAnyway();
  await settled();
  expect(run.view().scan?.text).toBe('S-1');
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
  expect(run.view()).toMatchObject({ notice, asking: { scan: { text: 'BAG-2' } } });
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
  run.split({ first, texts: ['BAG-2', 'QTY:5'], before: [] });
  await expect.poll(() => run.view()).toMatchObject({ scan: { text: 'BAG-1' }, notice: { tone: 'wrong' } });
  expect(run.view().asking).toBeUndefined();
});

test('an answer that came before the site’s file is read by its rules once the file is there; what was entered by hand stays', async () => {
  const { run } = objectRig({ site: () => unknownSite });
  run.accept(scan('BAG-1'));
  await settled();
  expect(run.view()).toMatchObject({ fields: {}, found: [] });
  run.readBySite(bagSite);
  expect(run.view()).toMatchObject({ fields: { transferLine: '4711' }, found: ['transferLine'] });
  run.setField('transferLine', '12');
  run.readBySite(bagSite);
  expect(run.view().fields).toMatchObject({ transferLine: '12' });
});
