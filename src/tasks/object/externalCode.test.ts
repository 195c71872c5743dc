import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { createObjectRun } from './objectRun.ts';
import { flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';
import { isEntered, wantedNoun } from './objectView.ts';

const task = tasks.find(({ id }) => id === 'external-code') as ObjectTask;
const [store] = task.actions as [TaskAction];
const operation = 'GetDDCodeByOSDeliveryCode';
const site: SiteConfiguration = {
  ...unknownSite,
  answerRules: [{ operation, verdict: 'refused', contains: 'ERR' }],
  fieldRules: ['remark', 'shortCode'].map((field) => ({ operation, field, json: field })),
};

function rig(text: string | undefined, more: Partial<SiteConfiguration> = {}) {
  const { ports, saved } = flowPorts();
  const run = createObjectRun(task, {
    ...ports,
    site: () => ({ ...site, ...more }),
    lookUp: async () => (text === undefined ? { fresh: false } : { answer: { text, at: 1 }, fresh: true }),
  });
  const stored = () => saved.map(({ parameters }) => Object.fromEntries(parameters));
  return { run, stored };
}

test('what the service has stored stands in the fields, and is sent again with the new code', async () => {
  const { run, stored } = rig('{"remark":"fragile","shortCode":"A1"}');
  run.accept(scan('EX-1'));
  await settled();
  expect(run.view().fields).toMatchObject({ remark: 'fragile', shortCode: 'A1' });
  expect(isEntered(task, run.view())).toBe(false); // by nobody here: another object is no question
  run.accept(scan('ORD-1'));
  run.act(store);
  await run.saved();
  expect(stored()).toEqual([{ oSDeliveryCode: 'EX-1', orderCodeEx: 'ORD-1', remark: 'fragile', shortCode: 'A1' }]);
});

test('what was changed or emptied by hand is sent so, without a question', async () => {
  const { run, stored } = rig('{"remark":"fragile","shortCode":"A1"}');
  run.accept(scan('EX-1'));
  await settled();
  run.accept(scan('ORD-1'));
  run.setField('remark', '');
  run.setField('shortCode', 'B2');
  expect(isEntered(task, run.view())).toBe(true);
  run.act(store);
  await run.saved();
  expect(stored()).toMatchObject([{ remark: '', shortCode: 'B2' }]);
});

test('where the service has refused a code as the object, the next scan is the object and no code of that one', async () => {
  const { run, stored } = rig('ERR: unknown');
  run.accept(scan('ORD-1'));
  await settled();
  expect(wantedNoun(task, run.view())).toBe(task.subject.noun());
  run.accept(scan('EX-1'));
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, fields: {} });
  expect(stored()).toEqual([]);
});

test('a right code takes the place of a wrong one, where the site says what it looks like', async () => {
  const codes = { orderCodeEx: { pattern: 'ORD-\\d+', example: 'ORD-1' } };
  const { run } = rig(undefined, { codes });
  for (const code of ['EX-1', 'ORD-1', 'ORD-2']) run.accept(scan(code));
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, fields: { orderCodeEx: 'ORD-2' } });
  run.accept(scan('EX-2')); // none of the field's: it is asked which object goes on
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, waitingScan: { text: 'EX-2' } });
});
