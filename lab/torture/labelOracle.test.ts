import { expect, test } from 'vitest';
import { type LabelEvidence, judgeLabels } from './labelOracle.ts';

const row = {
  seq: 1,
  code: 'D-1',
  call: 'k1',
  state: 'answered',
  printer: 'P',
  label: 'DD-1 copy 1',
  stands: 'printed',
};
const job = { id: 'k1.c1', call: 'k1', copy: 1, state: 'printed' } as const;

/** A run in which one label was asked for and came out. */
const sound: LabelEvidence = { rows: [row], jobs: [job], papers: ['DD-1 copy 1'], again: new Set(), asked: [] };

function found(change: Partial<LabelEvidence>): string {
  return judgeLabels({ ...sound, ...change })
    .findings.map(({ text }) => text)
    .join('; ');
}

test('a label that came out once has no findings', () => {
  expect(judgeLabels(sound)).toMatchObject({ findings: [], figures: { labels: 1, papers: 1, twice: 0, lost: 0 } });
});

test('a second paper of one copy is found', () => {
  const papers = ['DD-1 copy 1', 'DD-1 copy 1'];
  expect(found({ papers })).toMatch(/on paper 2 times, and may be there 1 times/);
  expect(judgeLabels({ ...sound, papers }).figures.twice).toBe(1);
});

test('a second copy is one that a person has asked for', () => {
  const jobs = [
    { ...job, state: 'unknown', decided: 'lost', decidedBy: '7' } as const,
    { ...job, id: 'k1.c2', copy: 2 },
  ];
  const again = new Set(['k1.c1']);
  expect(found({ jobs, again })).toBe('');
  expect(found({ jobs, again, papers: ['DD-1 copy 1', 'DD-1 copy 1'] })).toMatch(/may be there 1 times/);
  expect(found({ jobs })).toMatch(/k1\.c2 is a copy nobody has asked for/);
});

test('a label that nobody knows of is asked about on the handheld or in the office', () => {
  const jobs = [{ ...job, state: 'unknown' } as const];
  expect(found({ jobs })).toMatch(/nobody is asked/);
  expect(found({ jobs, asked: ['k1.c1'] })).toBe('');
  expect(found({ jobs, rows: [{ ...row, stands: 'unknown' }] })).toBe('');
});

test('a label without a job is due on the handheld, or lost', () => {
  expect(found({ jobs: [], papers: [] })).toMatch(/has no job/);
  expect(found({ jobs: [], papers: [], rows: [{ ...row, stands: 'printing' }] })).toMatch(/has no job/);
  expect(found({ jobs: [], papers: [], rows: [{ ...row, stands: 'due' }] })).toBe('');
});

test('what is called printed lies at the printer, and what lies there has a job and a call', () => {
  expect(found({ papers: [] })).toMatch(/called printed, and is on paper 0 times/);
  expect(found({ jobs: [] })).toMatch(/there is no job of it/);
  expect(found({ papers: ['DD-1 copy 1', 'DD-9 copy 1'] })).toMatch(/DD-9 copy 1 is on paper, and no call has it/);
});

test('a job that stays under way is found', () => {
  expect(found({ jobs: [{ ...job, state: 'sending' }] })).toMatch(/still under way/);
});
