import { expect, test } from 'vitest';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { mayBeTakenBack, undoEvents } from './UndoButton.tsx';
import { taskRig } from '#tasks/testing/taskRig.ts';

test('a call that was taken back is said, with its signal: no slip of a thumb does that unheard', () => {
  const { run, cues } = taskRig();
  run.on(undoEvents).tookBack('D-1001 → S-07');
  expect(run.view().notice).toMatchObject({
    tone: 'step',
    text: 'It was never sent: D-1001 → S-07',
    mark: { word: 'Taken back', mood: 'plain' },
  });
  expect(cues).toEqual(['step']);
});

test('a call that Undo comes too early or too late for: what is true is said, with its signal', () => {
  const { run, cues } = taskRig();
  const on = run.on(undoEvents);
  on.beingTried('D-1 → S-7');
  expect(run.view().notice?.text).toBe(
    'D-1 → S-7 is being sent just now: it is taken back if it does not get through.',
  );
  on.notTakenBack('D-1 → S-7', new IllegalStep('answered', 'cancelled'));
  expect(run.view().notice?.text).toBe('D-1 → S-7 was sent, or may have been: it cannot be taken back.');
  on.notTakenBack('D-1 → S-7', new Error('no room'));
  expect(run.view().notice?.text).toContain('no room');
  expect(cues).toEqual(['repeat', 'wrong', 'wrong']);
});

test.each([
  ['the worker’s own', {}, true],
  ['another worker’s', { operator: '8' }, false],
  ['one of another task', { operation: 'CompleteBag' }, false],
  ['one that may have left', { inDoubt: true }, false],
] as const)('Undo takes back %s: %o is %s', (_whose, change, isTaken) => {
  const call = { operation: 'RevertOff', operator: '7', inDoubt: false, ...change } as const;
  expect(mayBeTakenBack(call, 'RevertOff', '7')).toBe(isTaken);
});
