import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { unknownSite } from '#site/site.ts';
import type { KnownCall } from '#wire/known.ts';
import { knownEntries } from './knownEntries.ts';
import { lookUpsFor } from './KnownScreen.tsx';

const site = {
  ...unknownSite,
  workers: [{ userId: '8', name: 'Li Wei' }],
  weightUnits: [{ value: '1', name: 'kg', grams: 1000 }],
  answerRules: [
    { contains: 'not off', verdict: 'refused', says: { en: 'It is not off the shelf' } },
    { contains: 'OK', verdict: 'accepted' },
  ],
} as const;

const told: KnownCall = { operation: 'RevertOff', codes: ['D-1', 'S-02'], at: 50, is: 'answered', verdict: 'accepted' };

function own(more: Partial<QueuedCall>): QueuedCall {
  const call = makeCall('ResetWeightClone', { code: 'D-1', weight: '7.5', opUserID: '7', WeightUnit: '1' });
  const base = {
    seq: 4,
    state: 'answered',
    operator: '7',
    changedAt: 100,
    scans: [{ text: 'D-1', source: 'wedge', at: 1 }],
  };
  return { ...call, ...base, ...more } as unknown as QueuedCall;
}

test('what this handheld and another one did with a thing stands in one line, the newest first, with shelf, weight and who', () => {
  const entries = knownEntries(
    site,
    'D-1',
    [own({ result: { verdict: 'accepted' } })],
    [
      { ...told, worker: '8' },
      { ...told, at: 200, codes: ['D-1', 'S-03'] },
    ],
  );
  expect(
    entries.map(({ what, beside, weight, who, isElsewhere }) => [what, ...beside, weight, who, isElsewhere]),
  ).toEqual([
    ['Back on shelf', 'S-03', undefined, undefined, true],
    ['Save weight', '7.5 kg', '7', false],
    ['Back on shelf', 'S-02', undefined, 'Li Wei (8)', true],
  ]);
  expect(entries.map(({ href }) => href)).toEqual([undefined, '/queue/4', undefined]);
});

test('a refusal is said in the workers’ words, whoever was told it, and an accepted answer says nothing more', () => {
  const text = 'ERR: D-1 is not off the shelf';
  const [mine, other, done] = knownEntries(
    site,
    'D-1',
    [own({ operation: 'RevertOff', result: { verdict: 'refused', text } })],
    [
      { ...told, at: 90, verdict: 'refused', text },
      { ...told, at: 80, text: 'OK: it is there' },
    ],
  );
  expect([mine, other].map((one) => [one?.mark.word, one?.why])).toEqual([
    ['Not done', 'It is not off the shelf'],
    ['Not done', 'It is not off the shelf'],
  ]);
  expect([done?.mark.word, done?.why]).toEqual(['Done', undefined]);
});

test('a call that was said to be a mistake is told as that, and what became of it', () => {
  const mistake = { said: { text: '', at: 1, by: '7' } } as unknown as NonNullable<QueuedCall['mistake']>;
  const whyOf = (of: QueuedCall['mistake']) =>
    knownEntries(site, 'D-1', [own({ result: { verdict: 'accepted' }, mistake: of })], []).map(({ why }) => why);
  expect(whyOf(undefined)).toEqual([undefined]);
  expect(whyOf(mistake)).toEqual(['Said to be a mistake']);
  const settled = { ...mistake, stands: { is: 'put-right' } } as unknown as typeof mistake;
  expect(whyOf(settled)).toEqual(['Put right']);
});

test('a weight that another handheld saved is told in the service’s words, as the ledger keeps none', () => {
  const text = 'OK: D-1 weighs 7.5 kg';
  const [entry] = knownEntries(site, 'D-1', [], [{ ...told, operation: 'ResetWeightClone', codes: ['D-1'], text }]);
  expect([entry?.mark.word, entry?.why]).toEqual(['Done', text]);
});

test.each([
  ['waiting', 'Waiting'],
  ['unconfirmed', 'Check it'],
  ['done', 'Done, by hand'],
  ['not-done', 'Not done, by hand'],
  ['discarded', 'Given up'],
] as const)('a call that is %s at the ledger is said to be so in the words of a row', (is, word) => {
  const { verdict: _none, ...bare } = told;
  expect(knownEntries(site, 'D-1', [], [{ ...bare, is }])[0]?.mark.word).toBe(word);
});

test('an answer that nobody can read is never green, and an operation of a newer gateway is named as it is', () => {
  const [entry] = knownEntries(site, 'D-1', [], [{ ...told, operation: 'FlyAway', verdict: 'wonderful' }]);
  expect([entry?.what, entry?.mark.word, entry?.mark.mood]).toEqual(['FlyAway', 'Not understood', 'plain']);
});

test('the look-ups that take such a code are offered, and every one where nobody has said what codes look like', () => {
  const codes = { selfID: { pattern: 'S-\\d+', example: 'S-01' }, batchCode: { pattern: 'B-\\d+', example: 'B-1' } };
  const ids = (code: string, roles: readonly string[] = []) =>
    lookUpsFor({ ...site, codes }, code, roles).map(({ id }) => id);
  expect(ids('S-01')).toEqual(['shelf']);
  expect(ids('X-1')).toEqual([]);
  expect(ids('X-1', ['bagCode'])).toEqual(['bag']);
  expect(lookUpsFor(site, 'X-1', []).length).toBeGreaterThan(5);
});
