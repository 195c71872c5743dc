import { expect, test } from 'vitest';
import { HIDDEN, lineOf } from './deskReport.ts';
import type { Attempt, QueuedCall } from '#outbox/state/queuedCall.ts';

const call = {
  operation: 'RevertOff',
  parameters: [
    ['deliveryCode', 'D-1001'],
    ['storeCode', 'S-01-A'],
    ['userID', '7'],
  ],
} as unknown as QueuedCall;
const attempt: Attempt = {
  id: 1,
  seq: 12,
  idempotencyKey: 'call-0001',
  token: 't',
  owner: 'o',
  startedAt: Date.UTC(2026, 10, 30, 9),
  endedAt: Date.UTC(2026, 10, 30, 9) + 40,
  phase: 'replied',
  outcome: { kind: 'answered', text: 'OK: D-1001 is on\nS-01-A' },
};
const refused: Attempt = {
  ...attempt,
  outcome: { kind: 'no-answer', cause: 'unreadable', reason: 'D-1001 is gone' } as unknown as Attempt['outcome'] &
    object,
};

test('a line of the report has each try with its time, key, operation and end, and of codes, ids and answers that they were there', () => {
  expect(lineOf({ attempt, call }, false)).toBe(
    `2026-11-30T09:00:00.000Z #12 call-0001 RevertOff deliveryCode=${HIDDEN} storeCode=${HIDDEN} userID=${HIDDEN} 40 ms replied answered “${HIDDEN}”`,
  );
  for (const one of [attempt, refused])
    expect(lineOf({ attempt: one, call }, false)).not.toMatch(/1001|S-01|7 |is gone/);
});

test('where the site lets codes leave the handheld the line has them, on one line', () => {
  const line = lineOf({ attempt, call }, true);
  expect(line).toContain('deliveryCode=D-1001 storeCode=S-01-A userID=7');
  expect(line).toContain('“OK: D-1001 is on S-01-A”');
});
