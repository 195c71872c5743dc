import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { likenessOf } from '#tasks/task/codeCheck.ts';
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

function rig(
  text: string | undefined,
  more: Partial<SiteConfiguration> = {},
  rolesOf: (key: string) => readonly string[] = () => [],
) {
  const { ports, saved } = flowPorts();
  const run = createObjectRun(task, {
    ...ports,
    rolesOf,
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
  expect(run.view()).toMatchObject({ scan: { text: 'EX-1' }, asking: { scan: { text: 'EX-2' } } });
});

test.each([
  ['{"ddCode":"DD-7","orderCodeEx":"ORD-1"}', 'DD-7', true], // its own domestic code
  ['{"of":[{"deliveryCode":"D-1"}]}', 'D-1', true],
  ['{"ddCode":"DD-7","orderCodeEx":"ORD-1"}', 'ORD-1', false], // what is there already
  ['{"ddCode":"DD-7","orderCodeEx":"ORD-1"}', 'ORD-9', false],
  ['{"ddCode":"DD-7","orderCodeEx":"DD-7"}', 'DD-7', false], // it is both
  [undefined, 'DD-7', false],
])(
  'of an object of which the service says %s the code %s is asked about as one of another kind: %s',
  async (said, code, isAsked) => {
    const rules = { operation, field: 'orderCodeEx', json: 'orderCodeEx' } as const;
    const { run, stored } = rig(said, { fieldRules: [rules] });
    run.accept(scan('EX-1'));
    await settled();
    run.accept(scan(code));
    const { fields, misfit } = run.view();
    expect([misfit?.isRefused, fields['orderCodeEx']]).toEqual(isAsked ? [false, undefined] : [undefined, code]);
    expect(misfit?.sentence.startsWith(`EX-1 has ${code} already, as its `)).toBe(isAsked || undefined);
    run.takeAnyway(); // a person may know better
    expect(run.view().fields['orderCodeEx']).toBe(code);
    run.act(store);
    await run.saved();
    expect(stored()).toMatchObject([{ orderCodeEx: code }]);
  },
);

test('a code of another kind that was scanned before the answer came is asked about when it comes, and once', async () => {
  const { run } = rig('{"ddCode":"DD-7"}');
  for (const code of ['EX-1', 'DD-7']) run.accept(scan(code));
  expect(run.view()).toMatchObject({ fields: { orderCodeEx: 'DD-7' }, lookUp: 'loading' });
  await settled();
  expect(run.view()).toMatchObject({
    fields: { orderCodeEx: '' },
    misfit: { scan: { text: 'DD-7' }, isRefused: false },
  });
  run.takeAnyway();
  expect(run.view().fields['orderCodeEx']).toBe('DD-7');
  expect(run.view().misfit).toBeUndefined();
});

test.each([
  ['D-1011', true], // deliveries looked like this
  ['ORD-9', false],
  ['ORD-1', false], // was one of these before
  ['X 7', false], // nobody knows such codes
])('a code like those that were something else is asked about before it is stored: %s', async (code, isAsked) => {
  const known: Record<string, readonly string[]> = {};
  for (const [text, role] of [
    ['D-1001', 'deliveryCode'],
    ['ORD-1', 'orderCodeEx'],
  ] as const)
    for (const key of [text, ...likenessOf(text)]) known[key] = [role];
  const { run } = rig(undefined, {}, (key) => known[key] ?? []);
  run.accept(scan('EX-1'));
  run.accept(scan(code));
  const { fields, misfit } = run.view();
  expect([misfit?.sentence, fields['orderCodeEx']]).toEqual(
    isAsked ? [`${code} looks like the delivery. Scan the ${task.fields[0]?.noun?.()}.`, undefined] : [undefined, code],
  );
  expect(misfit?.isRefused).toBe(isAsked ? false : undefined);
});
