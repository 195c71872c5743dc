import { expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { CodeRules } from '#site/codes.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { createObjectRun } from './objectRun.ts';
import { flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { unknownSite } from '#site/site.ts';

function rig(lookUp: (call: Call) => Promise<LookUp>, codes?: CodeRules) {
  const { ports, cues, notTaken } = flowPorts();
  const run = createObjectRun(tasks.find(({ id }) => id === 'batch') as ObjectTask, {
    ...ports,
    save: () => Promise.reject(new Error('a look-up saves nothing')),
    site: () => ({
      ...unknownSite,
      answerRules: [{ matches: '^ERR: ', verdict: 'refused' }],
      ...(codes && { codes }),
    }),
    lookUp,
  });
  return { run, cues, notTaken };
}

test('each scan is a question, and the answer to the last one is shown, whatever comes in late', async () => {
  const answers = new Map<string, (found: LookUp) => void>();
  const { run } = rig((call) => new Promise((resolve) => answers.set(call.parameters[0]?.[1] ?? '', resolve)));
  run.accept(scan('B-1'));
  run.accept(scan('B-2'));
  answers.get('B-2')?.({ answer: { text: 'two', at: 1 }, fresh: true });
  answers.get('B-1')?.({ answer: { text: 'one', at: 1 }, fresh: true });
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'B-2' }, lookUp: { answer: { text: 'two' } } });
});

test.each<[LookUp, string]>([
  [{ fresh: false, reason: 'No gateway.' }, 'wrong'],
  [{ fresh: false, answer: { text: 'old', at: 1 }, reason: 'No gateway.' }, 'repeat'],
])('an answer that is not fresh is said: %j', async (found, cue) => {
  const { run, cues } = rig(async () => found);
  run.accept(scan('B-1'));
  await settled();
  expect(cues).toEqual(['step', cue]);
  expect(run.view().notice?.text).toBe('The service could not be asked about B-1. No gateway.');
});

test('an answer that the site takes for a refusal stops the operator, in the words of the service', async () => {
  const { run, cues } = rig(async () => ({ answer: { text: 'ERR: batch B-1 is unknown', at: 1 }, fresh: true }));
  run.accept(scan('B-1'));
  await settled();
  expect(cues).toEqual(['step', 'wrong']);
  expect(run.view().notice?.text).toBe('ERR: batch B-1 is unknown');
});

test('a look-up that breaks is one sentence, and the next one works', async () => {
  let isBroken = true;
  const { run, cues } = rig(async () => {
    if (isBroken) throw new Error('The storage does not answer.');
    return { answer: { text: 'ok', at: 1 }, fresh: true };
  });
  run.accept(scan('B-1'));
  await settled();
  expect(cues.at(-1)).toBe('wrong');
  isBroken = false;
  run.lookUpAgain();
  await settled();
  expect(run.view().lookUp).toMatchObject({ fresh: true });
});

test('what could not be asked is asked once the gateway is back, and is said no more', async () => {
  let isAway = true;
  const { run, cues } = rig(async () =>
    isAway ? { fresh: false, reason: 'No gateway.' } : { answer: { text: 'ok', at: 1 }, fresh: true },
  );
  run.accept(scan('B-1'));
  await settled();
  run.lookUpWhereDue(false);
  await settled();
  expect(run.view()).toMatchObject({ lookUp: { fresh: false }, notice: { tone: 'wrong' } });
  isAway = false;
  run.lookUpWhereDue(true);
  await settled();
  expect(run.view()).toMatchObject({ lookUp: { fresh: true }, notice: { tone: 'step', text: 'Batch B-1.' } });
  run.lookUpWhereDue(true);
  expect(run.view().lookUp).toMatchObject({ fresh: true }); // not asked a third time
  expect(cues).toEqual(['step', 'wrong']); // nobody did anything
});

test('a code that is no batch of the site is not asked about before a word', async () => {
  const asked: string[] = [];
  const { run, cues } = rig(
    async (call) => {
      asked.push(call.parameters[0]?.[1] ?? '');
      return { answer: { text: 'x', at: 1 }, fresh: true };
    },
    { batchCode: { pattern: 'B-\\d{4}', example: 'B-3001' } },
  );
  run.accept(scan('D-1001'));
  expect(run.view()).toMatchObject({ lookUp: 'none', misfit: { scan: { text: 'D-1001' } } });
  run.leaveMisfit();
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('D-1001'));
  run.takeAnyway();
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'D-1001' }, lookUp: { fresh: true } });
  expect(run.view().misfit).toBeUndefined();
  expect(asked).toEqual(['D-1001']);
  expect(cues).toEqual(['wrong', 'wrong', 'step']);
});

test('a misfit that the next code goes past is kept', () => {
  const { run, notTaken } = rig(async () => ({ fresh: false }), {
    batchCode: { pattern: 'B-\\d{4}', example: 'B-3001' },
  });
  for (const text of ['XYZ', 'XYZ', 'D-1001', 'B-3001']) run.accept(scan(text));
  expect(notTaken).toMatchObject([{ text: 'XYZ', reason: expect.stringContaining('B-3001') }, { text: 'D-1001' }]);
});
