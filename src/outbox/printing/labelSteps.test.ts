import { expect, test } from 'vitest';
import type { PrintJob } from '#contract/printJob.ts';
import type { LabelStands } from '#outbox/state/queuedCall.ts';
import { labelAsked, labelHeard, labelRefused, withJob } from './labelSteps.ts';

const made: PrintJob = {
  id: 'call-7.c1',
  call: 'call-7',
  copy: 1,
  operation: 'PrintKJYOrder',
  printer: 'P-1',
  state: 'queued',
  madeAt: 1,
};
const asked: LabelStands = { is: 'printing', printer: 'P-1', job: { id: 'call-7.c1', copy: 1, printer: 'P-1' } };
const call = { callId: 'call-7', generation: 1 };

test('a label that goes to a printer is asked for under the id of its call, which is always the same', () => {
  expect(labelAsked({ is: 'due', printer: 'P-1' }, call)).toEqual(asked);
  expect(labelAsked({ is: 'due', printer: 'P-1' }, { ...call, generation: 2 })?.job?.id).not.toBe(asked.job?.id);
  expect(labelAsked({ is: 'due' }, call)).toBeUndefined(); // a person has it
  expect(labelAsked(asked, call)).toBeUndefined(); // it is under this id already
});

test.each<[what: string, change: Partial<PrintJob>, is: LabelStands['is']]>([
  ['waits at the gateway', {}, 'printing'],
  ['waits for paper', { cause: 'paper-out' }, 'printing'],
  ['is at the printer', { state: 'sending' }, 'printing'],
  ['is printed', { state: 'printed', knownBy: 'count' }, 'printed'],
  ['was taken', { state: 'printed', knownBy: 'taken' }, 'printed'],
  ['was handed over', { state: 'printed', knownBy: 'handed' }, 'printed'],
  ['is known to nobody', { state: 'unknown', cause: 'cut' }, 'unknown'],
  ['was refused', { state: 'refused', cause: 'command', detail: '~DY' }, 'refused'],
])('a label whose job %s stands so, with why', (_, change, is) => {
  const job = { ...made, ...change };
  const heard = labelHeard(asked, job);
  expect(heard).toMatchObject({ is, printer: 'P-1', job: { id: job.id, copy: 1, state: job.state } });
  expect([heard?.job?.cause, heard?.job?.detail, heard?.job?.knownBy]).toEqual([job.cause, job.detail, job.knownBy]);
});

test.each<LabelStands['is']>(['due', 'printed', 'handed', 'left'])(
  'a late word of a job changes nothing of a label that is %s',
  (is) => {
    expect(labelHeard({ ...asked, is }, { ...made, state: 'unknown' })).toBeUndefined();
    expect(labelRefused({ ...asked, is }, 'no-call')).toBeUndefined();
  },
);

test('a word of another copy changes nothing; a person’s copy takes its place', () => {
  const second = { ...made, id: 'call-7.c2', copy: 2 };
  expect(labelHeard(asked, second)).toBeUndefined();
  expect(withJob({ ...asked, is: 'unknown', operator: 'u17' }, second)).toEqual({
    is: 'printing',
    printer: 'P-1',
    operator: 'u17',
    job: { id: 'call-7.c2', copy: 2, printer: 'P-1', state: 'queued' },
  });
});

test('a label of which the gateway makes no job is refused, with its sentence', () => {
  expect(labelRefused(asked, 'said', 'No such printer.')).toMatchObject({
    is: 'refused',
    job: { cause: 'said', detail: 'No such printer.' },
  });
});
