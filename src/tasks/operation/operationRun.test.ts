import { expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { KEY_PARAMETER } from '#contract/call.ts';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { formOf, putIntoJson } from './operationForm.ts';
import { type OperationRunPorts, createOperationRun } from './operationRun.ts';
import { flowPorts, known, scan } from '#tasks/testing/flowRig.ts';

/** By the name alone, as nothing else is said of it. */
function knownAs(parameter: string): string | undefined {
  if (/user(id)$/i.test(parameter)) return '7';
  return /^(?:warehouse|warehose)id$/i.test(parameter) ? '1' : undefined;
}

function rig(operation: OperationName, ports: Partial<OperationRunPorts> = {}) {
  const { ports: usual, notTaken } = flowPorts();
  const saved: (readonly [Call, readonly string[]])[] = [];
  const asked: Call[] = [];
  const run = createOperationRun(operation, {
    ...usual,
    lookUp: async (call) => {
      asked.push(call);
      return { answer: { text: 'x', at: 1 }, fresh: true };
    },
    save: async (call, scans) => {
      saved.push([call, scans.map(({ text }) => text)]);
      return { seq: saved.length } as QueuedCall;
    },
    ...ports,
  });
  return { run, saved, asked, notTaken: () => notTaken.map(({ text }) => text), draft: usual.draft.read };
}

test.each(operationNames)(
  '%s: a field for each parameter but the key, in table order, the known ones filled',
  (name) => {
    const fields = formOf(name, known);
    const wanted = operationOf(name).parameters.filter(([one]) => one !== KEY_PARAMETER);
    expect(fields.map((field) => [field.name, field.type])).toEqual(wanted);
    const plain = fields.filter(({ json }) => json !== 'json');
    expect(plain.map((field) => field.initial)).toEqual(plain.map((field) => knownAs(field.name) ?? ''));
  },
);

test.each(operationNames)(
  '%s: filled by hand it is one call: asked where it reads, saved where it does more',
  async (name) => {
    const { run, saved, asked } = rig(name);
    for (const { name: field, type, json, initial } of run.fields) {
      if (initial === '' || json) run.setText(field, json === 'json' ? '{"a":1}' : type === 'string' ? 'X' : '3');
    }
    run.run();
    await run.saved();
    expect(run.view().problems).toEqual({});
    const isRead = operationOf(name).effect === 'read';
    expect([asked.length, saved.length]).toEqual(isRead ? [1, 0] : [0, 1]);
  },
);

test('a scan goes into the text field with the focus, else into the first empty one, and never into a number', () => {
  const { run } = rig('OrderCodeExStorage');
  run.accept(scan('A'));
  run.accept(scan('B'), 'remark');
  run.accept(scan('C'));
  expect(run.view().texts).toEqual({ oSDeliveryCode: 'A', orderCodeEx: 'C', remark: 'B', shortCode: '' });
  const { run: weight, notTaken } = rig('ResetWeightClone');
  weight.accept(scan('D-1'), 'weight');
  expect(weight.view().texts).toMatchObject({ code: 'D-1', weight: '' });
  weight.accept(scan('D-2'), 'WeightUnit');
  expect(weight.view().texts).toMatchObject({ code: 'D-1', weight: '', WeightUnit: '', opUserID: '7' });
  expect(notTaken()).toEqual(['D-2']); // no empty text is left: it is kept, not lost
});

test('a scan into JSON becomes its first empty value, as JSON', () => {
  expect(putIntoJson('{"a": "","b":""}', 'x"y')).toBe('{"a": "x\\"y","b":""}');
  expect(putIntoJson('{"a":"x"}', 'y')).toBeUndefined();
  const { run } = rig('CloseLogisticsTransferMstChange');
  run.accept(scan('T-4001'));
  run.accept(scan('T-4002'), 'strJson');
  expect(run.view().texts['strJson']).toBe('{"transferCode":"T-4001","close":true}');
  run.accept(scan('{"transferCode":"T-4003"}'), 'strJson'); // pasted into the field
  expect(run.view().texts['strJson']).toBe('{"transferCode":"T-4003"}');
});

test('strJson has to be JSON; str and param only where they begin like it, and then go as they are on a word', async () => {
  const { run, saved } = rig('CloseLogisticsTransferMstChange');
  run.setText('strJson', '{"transferCode":');
  run.run();
  await run.saved();
  run.run(true);
  await run.saved();
  expect(saved).toEqual([]);
  expect(run.view().problems['strJson']).toMatch(/not JSON/);
  const { run: loose, asked } = rig('GetLogisticsTransferMst');
  loose.setText('str', '{"a"');
  loose.run();
  await loose.saved();
  expect([asked.length, loose.view().problems['str']]).toEqual([0, expect.stringMatching(/send it as it is/)]);
  loose.run(true);
  await loose.saved();
  loose.setText('str', 'T-4001');
  loose.run();
  await loose.saved();
  expect(asked.map(({ parameters }) => parameters[0]?.[1])).toEqual(['{"a"', 'T-4001']);
});

test('a number that is none is said under its field, and nothing is saved', async () => {
  const { run, saved } = rig('ResetWeightClone');
  run.accept(scan('D-1'));
  run.setText('weight', '1,2,3');
  run.setText('WeightUnit', 'kg');
  run.run();
  await run.saved();
  expect(Object.keys(run.view().problems)).toEqual(['weight', 'WeightUnit']);
  expect(saved).toEqual([]);
});

test('what was entered is kept over a restart, and is gone once it is saved', async () => {
  const { run, draft, saved } = rig('ChangeTransportOrder');
  run.accept(scan('TO-1'));
  const { run: next } = rig('ChangeTransportOrder', { draft: { read: draft, write: () => undefined } });
  expect(next.view().texts).toMatchObject({ transportOrderCode: 'TO-1', opUserID: '7' });
  run.accept(scan('I-1'));
  run.run();
  await run.saved();
  expect(saved[0]?.[1]).toEqual(['TO-1', 'I-1']);
  expect(draft()).toBeUndefined();
  expect(run.view().texts).toEqual({ transportOrderCode: '', interDeliveryCode: '', opUserID: '7' });
});

test('a call that is in the queue already is asked about, and what was entered stays', async () => {
  const again: boolean[] = [];
  const { run } = rig('AgainOpenBag', {
    save: async (_call, _scans, isWanted) => {
      again.push(isWanted);
      if (!isWanted) throw new AlreadyQueued(1);
      return { seq: 2 } as QueuedCall;
    },
  });
  run.setText('logTransferDtlID', '5001');
  run.run();
  await run.saved();
  expect(run.view()).toMatchObject({
    needsConfirmation: { call: { operation: 'AgainOpenBag' }, again: true },
    texts: { logTransferDtlID: '5001' },
  });
  run.saveAgain();
  await run.saved();
  expect(again).toEqual([false, true]);
  expect(run.view().needsConfirmation).toBeUndefined();
});

test('on the form too the weight that was meant is saved in the place of the one that is asked about', async () => {
  const meant = { text: '0.75', shown: '0.75' };
  const { run, saved } = rig('CompleteBag', { doubt: async () => ({ sentence: '7.5?', meant }) });
  run.setText('logTransferDtlID', '5001');
  run.setText('sWeight', '7.5');
  run.run();
  await run.saved();
  expect([saved.length, run.view().needsConfirmation?.meant]).toEqual([0, meant]);
  run.saveMeant();
  await run.saved();
  expect(saved.map(([{ parameters }]) => new Map(parameters).get('sWeight'))).toEqual(['0.75']);
});
