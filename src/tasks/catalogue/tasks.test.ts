import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import { type Task, type TaskField, type Use, firstStepOf, operationsOf } from '#tasks/task/task.ts';
import { callBy, fieldsOf } from '#tasks/task/taskCall.ts';
import { tasks } from './tasks.ts';

const known = { userId: '7', warehouseId: '1' };

/** Every use of a task, with what stands in its fields. */
function usesOf(task: Task): readonly (readonly [Use, readonly TaskField[]])[] {
  switch (task.kind) {
    case 'scans':
      return [];
    case 'print':
      return [[task.print, task.fields]];
    case 'object':
      return [...(task.lookUp ? [task.lookUp] : []), ...task.actions].map((use) => [use, task.fields] as const);
  }
}

const example: Readonly<Record<TaskField['input'], string>> = {
  scan: 'X-1',
  text: 'x',
  int: '42',
  decimal: '1.25',
  choice: '1',
};

/** A scanning task as a use: each of its steps is a scan. */
function useOf(task: Task): readonly Use[] {
  if (task.kind !== 'scans') return [];
  const scans = task.steps.map(({ parameter }) => [parameter, 'scan'] as const);
  const settings = Object.entries(task.known).map(([parameter, name]) => [parameter, { known: name }] as const);
  return [{ operation: task.operation, parameters: Object.fromEntries([...scans, ...settings]) }];
}

test.each(tasks.map((task) => [task.id, task] as const))(
  '%s: every parameter has a source, and none too many',
  (_id, task) => {
    const uses = [...useOf(task).map((use) => [use, []] as const), ...usesOf(task)];
    for (const [use, fields] of uses) {
      const texts = Object.fromEntries(fields.map(({ name, input }) => [name, example[input]]));
      expect(() => callBy(use, { scan: 'X-1', fields: texts, known })).not.toThrow();
      const wanted = operationOf(use.operation).parameters.map(([name]) => name);
      expect([...Object.keys(use.parameters), 'apiKey'].sort()).toEqual([...wanted].sort());
      for (const name of fieldsOf(use)) expect(fields.map((field) => field.name)).toContain(name);
    }
    expect(uses.length).toBeGreaterThan(0);
  },
);

test('what a task keeps is one of its steps', () => {
  const keeping = tasks.flatMap((task) => (task.kind === 'scans' && task.keeps !== undefined ? [task] : []));
  expect(keeping.map(({ id }) => id)).toEqual(['revert-off', 'transport-order']);
  for (const { steps, keeps } of keeping) expect(steps.map(({ parameter }) => parameter)).toContain(keeps);
});

test('each of the operations is in a task', () => {
  const reached = new Set(tasks.flatMap(operationsOf));
  expect(operationNames.filter((name) => !reached.has(name))).toEqual([]);
});

test.each<[string, string, OperationName, Readonly<Record<string, string>>]>([
  ['transfer', 'Close transfer', 'CloseLogisticsTransferMstChange', { strJson: '{"transferCode":"X-1","close":true}' }],
  [
    'transfer',
    'Open transfer again',
    'CloseLogisticsTransferMstChange',
    { strJson: '{"transferCode":"X-1","close":false}' },
  ],
  ['weight', 'Save weight', 'ResetWeightClone', { code: 'X-1', weight: '1.25', opUserID: '7', WeightUnit: '1' }],
  [
    'external-code',
    'Store code',
    'OrderCodeExStorage',
    { oSDeliveryCode: 'X-1', orderCodeEx: 'X-1', remark: 'x', shortCode: 'x' },
  ],
])('%s: %s is this call', (id, title, operation, parameters) => {
  const task = tasks.find((one) => one.id === id);
  if (task?.kind !== 'object') throw new Error('it is about an object');
  const action = task.actions.find((one) => one.title() === title) as Use;
  const fields = Object.fromEntries(task.fields.map(({ name, input }) => [name, example[input]]));
  expect(callBy(action, { scan: 'X-1', fields, known })).toEqual(makeCall(operation, parameters));
});

test('a code is written into JSON as JSON: quotes and backslashes in it break nothing', () => {
  const marker = tasks.find(({ id }) => id === 'paint-marker');
  if (marker?.kind !== 'object' || !marker.lookUp) throw new Error('it is a look-up');
  const { parameters } = callBy(marker.lookUp, { scan: 'D"1\\', fields: {}, known });
  expect(JSON.parse(parameters[0]?.[1] ?? '')).toEqual({ deliveryCode: 'D"1\\' });
});

test('ids and paths are one task’s each, and the paths are where the app looks for tasks', () => {
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
  expect(tasks.map(({ path }) => path)).toEqual(tasks.map(({ id }) => `/tasks/${id}`));
});

test('what a site says of codes names the first parameter of its operation, or of the JSON it is put into', () => {
  for (const task of tasks) {
    const { parameter = '' } = firstStepOf(task) ?? {};
    const isKnown = operationNames.some((name) => operationOf(name).parameters.some(([one]) => one === parameter));
    expect({ id: task.id, isKnown }).toEqual({ id: task.id, isKnown: true });
  }
});
