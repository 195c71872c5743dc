import { expect, test } from 'vitest';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { numberField } from './fitting.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { bagSite, bagTask, complete, did, freshAnswer, objectRig, weighed } from '#tasks/testing/objectRig.ts';

const taskOf = (id: string) => tasks.find((task) => task.id === id) as ObjectTask;

test('a line and a weight that are both in doubt are asked about in one question', async () => {
  const { run, saved } = objectRig({ doubt: async () => ({ sentence: 'The weight is 3, the last one was 30.' }) });
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

test.each(['', '0', '-1', '1e3', '1,234.5', 'abc'])('the weight “%s” is refused under its field', async (weight) => {
  const { run, saved } = objectRig();
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', weight);
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view().problems['weight']).toMatch(/^Weight: /);
  expect(run.view().notice?.tone).toBe('wrong');
  expect(run.view().fields['weight']).toBe(weight);
});

test('the same bag once more keeps the weight that was entered for it', async () => {
  const { run } = await weighed();
  run.accept(scan('BAG-1'));
  await settled();
  expect(run.view()).toMatchObject({ fields: { weight: '3', transferLine: '4711' } });
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

test('a call that cannot be saved leaves the weight in its field', async () => {
  const { run } = await weighed({
    save: async () => {
      throw new Error('The storage is full.');
    },
  });
  await did(run, complete);
  expect(run.view()).toMatchObject({ fields: { weight: '3' }, notice: { tone: 'wrong' } });
});

test('the unit of a weight stays for the next object, the weight does not; a unit is needed', async () => {
  const weight = taskOf('weight');
  const [save] = weight.actions as [TaskAction];
  const { run, saved } = objectRig({ task: weight });
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
  const { run, saved } = objectRig({ doubt: async () => ({ sentence: 'That is a thousand times the last weight.' }) });
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

test('the weight that was meant is saved in the place of the one that is asked about, and asked about no more', async () => {
  const meant = { text: '0.75', shown: '0.75' };
  const { run, saved } = objectRig({ doubt: async () => ({ sentence: '7.5?', meant }) });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '7.5');
  await did(run, complete);
  expect(run.view().needsConfirmation).toMatchObject({ meant });
  run.saveMeant();
  await run.saved();
  expect(saved.map(({ parameters }) => new Map(parameters).get('sWeight'))).toEqual(['0.75']);
  expect(run.view()).toMatchObject({ notice: { tone: 'saved', text: 'Complete bag · BAG-7 · 0.75, to be sent' } });
  expect(run.view().needsConfirmation).toBeUndefined();
});

const typed = (text: string): ScanNote => ({ ...scan(text), source: 'typed' });

test('a short number typed on the handheld’s own keys is the weight of the bag in hand, and a code is a bag', async () => {
  const { run } = objectRig({ lookUp: async () => freshAnswer('{}') }); // its line is missing, so Enter does not complete it
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
  expect(run.view()).toMatchObject({ asking: { scan: { text: '34' } }, fields: { weight: '1,2' } });
  run.stay();
  run.accept(typed('12345'));
  expect(run.view()).toMatchObject({ asking: { scan: { text: '12345' } } });
});

test('the Enter behind a typed weight completes the bag where nothing else is missing', async () => {
  const { run, saved } = objectRig();
  run.accept(scan('BAG-1'));
  await settled();
  run.accept(typed('7,5'));
  await run.saved();
  expect(saved.map(({ operation, parameters }) => [operation, new Map(parameters).get('sWeight')])).toEqual([
    ['CompleteBag', '7.5'],
  ]);
});

test('a fraction that is typed is a code never: where no weight is wanted it is in no field, and that is said', async () => {
  const { run, saved } = await weighed();
  await did(run, complete);
  run.accept(typed('7.5'));
  await run.saved();
  expect(run.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    notice: { tone: 'wrong', text: expect.stringMatching(/^7\.5 was typed into no field/) },
  });
  expect(saved).toHaveLength(1);
});

test('while it is asked which bag goes on, a weight that is typed or tapped changes nothing of the bag in hand: the question is said again', async () => {
  const { run, saved, cues } = await weighed();
  run.accept(scan('BAG-2'));
  const { notice, asking } = run.view();
  const question = notice?.text ?? '';
  expect(asking).toMatchObject({ scan: { text: 'BAG-2' } });
  for (const [enters, tone] of [
    [() => run.accept(typed('2')), 'asked'],
    [() => run.accept(typed('4.5')), 'asked'],
    [() => run.setField('weight', '32'), 'repeat'],
  ] as const) {
    cues.length = 0;
    enters();
    await run.saved();
    expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, fields: { weight: '3' }, asking });
    expect(run.view().notice).toMatchObject({ tone, text: expect.stringContaining(question) });
    expect(cues).toEqual([tone]);
  }
  expect(numberField(bagTask, bagSite, run.view())).toBeUndefined(); // what is typed is not shown in it either
  expect(saved).toEqual([]);
  run.stay();
  run.accept(typed('4.5'));
  await run.saved();
  expect(saved.map(({ parameters }) => new Map(parameters).get('sWeight'))).toEqual(['4.5']);
});

test('an Enter by itself saves a weight that stands in its field where nothing else is missing, and is an empty scan elsewhere', async () => {
  const weight = taskOf('weight');
  const { run, saved } = objectRig({ task: weight });
  const isBlank = (): void => {
    run.blank();
    expect(run.view().notice).toMatchObject({ tone: 'wrong', text: expect.stringMatching(/empty scan/) });
  };
  isBlank(); // nothing is in hand
  run.accept(scan('D-1'));
  run.setField('unit', '1');
  isBlank();
  run.setField('unit', '');
  run.setField('weight', '0,7'); // by the screen's pad, or typed before the unit was tapped
  isBlank();
  expect(saved).toEqual([]);
  run.setField('unit', '1');
  run.blank();
  await run.saved();
  expect(saved.map(({ parameters }) => parameters.map(([, text]) => text))).toEqual([['D-1', '0.7', '7', '1']]);
  expect(run.view().notice?.text).toMatch(/D-1 · 0\.7 kg, to be sent$/); // value and unit are one word
  isBlank(); // it is done: no second time
  expect(saved).toHaveLength(1);
});

test('a weight typed while a code that was not taken is asked about leaves that question standing', async () => {
  const codes = { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } };
  const { run, saved } = objectRig({ site: () => ({ ...bagSite, codes }) });
  run.accept(scan('BAG-1'));
  await settled();
  run.accept(scan('S-01-A'));
  const { misfit, notice } = run.view();
  expect(misfit).toMatchObject({ scan: { text: 'S-01-A' } });
  run.accept(typed('4'));
  await run.saved();
  expect(run.view()).toMatchObject({ fields: { weight: '4' }, misfit, notice });
  expect(saved).toEqual([]);
});

test('a weight that is entered anew ends the question about the one before: that one is saved by no later yes', async () => {
  const { run, saved } = objectRig({
    doubt: async ({ parameters }) =>
      new Map(parameters).get('sWeight') === '925' ? { sentence: 'Much too heavy.' } : undefined,
  });
  run.accept(scan('BAG-1'));
  await settled();
  run.setField('weight', '925');
  await did(run, complete);
  expect(run.view()).toMatchObject({ needsConfirmation: {}, notice: { text: 'Much too heavy.' } });
  run.setField('weight', '9.25');
  expect(run.view().needsConfirmation).toBeUndefined();
  expect(run.view().notice).toBeUndefined();
  run.saveAgain();
  await run.saved();
  expect(saved).toEqual([]);
});

test('a number with a decimal mark is the weight however fast it is typed, by a scale too: no code has one', async () => {
  const { run } = objectRig();
  run.accept(scan('BAG-1'));
  await settled();
  for (const weight of ['12.5', '3,25']) {
    run.accept(scan(weight));
    expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, fields: { weight } });
    expect(run.view().asking).toBeUndefined();
  }
});
