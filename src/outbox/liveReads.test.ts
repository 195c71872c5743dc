import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Call, makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { type Answers, lookUp } from './liveReads.ts';

const NOW = 1_700_000_000_000;
const call = makeCall('GetBagDetailByBagCode', { bagCode: 'B-1' });
const lost: Outcome = { kind: 'no-answer', cause: 'timed-out', reason: 'No answer within 30 s.' };
const found: Outcome = { kind: 'answered', text: ' 007 ' };

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Looks up with these outcomes one after the other; what was sent, waited for and kept. */
function looking(outcomes: readonly Outcome[], last?: { text: string | null; at: number }) {
  const send = vi.fn<(sent: Call) => Promise<Outcome>>();
  for (const outcome of outcomes) send.mockResolvedValueOnce(outcome);
  const keep = vi.fn<Answers['keep']>().mockResolvedValue();
  const answers: Pick<Answers, 'keep' | 'last'> = {
    keep,
    last: () => Promise.resolve(last && { intent: 'B-1', ...last }),
  };
  const waited: number[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
    waited.push(ms ?? 0);
    work();
    return 0 as never;
  });
  return { send, keep, waited, result: lookUp(call, send, answers) };
}

describe('a look-up', () => {
  test('gives the answer with its time, and keeps it', async () => {
    const { send, keep, waited, result } = looking([found]);
    expect(await result).toEqual({ answer: { text: ' 007 ', at: NOW }, fresh: true });
    expect(send.mock.calls).toEqual([[call]]);
    expect(keep.mock.calls).toEqual([[call, ' 007 ', NOW]]);
    expect(waited).toEqual([]);
  });

  test('is tried three times, with pauses between', async () => {
    const { waited, result } = looking([lost, lost, found]);
    expect(await result).toMatchObject({ fresh: true });
    expect(waited).toEqual([1_000, 1_500]);
  });

  test('gives the last answer with its age where none comes now, and says why', async () => {
    const { send, keep, waited, result } = looking([lost, lost, lost, found], { text: 'old', at: NOW - 60_000 });
    expect(await result).toEqual({
      answer: { text: 'old', at: NOW - 60_000 },
      fresh: false,
      code: 'timed-out',
      reason: lost.reason,
    });
    expect(send).toHaveBeenCalledTimes(3);
    expect(waited).toHaveLength(2);
    expect(keep).not.toHaveBeenCalled();
  });

  test('gives nothing where nothing was ever heard', async () => {
    expect(await looking([lost, lost, lost]).result).toEqual({ fresh: false, code: 'timed-out', reason: lost.reason });
  });

  test('that the service refuses to read is not asked a second time', async () => {
    const { send, result } = looking([{ kind: 'rejected', reason: 'Cannot convert.' }]);
    expect(await result).toEqual({ fresh: false, code: 'rejected', reason: 'Cannot convert.' });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('is shown although it cannot be kept', async () => {
    const { keep, result } = looking([{ kind: 'answered', text: null }]);
    keep.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    expect(await result).toEqual({ answer: { text: null, at: NOW }, fresh: true });
  });

  test.each(['RevertOff', 'PrintCNOrder'] as const)(
    'is never %s: what changes something goes through the outbox',
    async (operation) => {
      const send = vi.fn<(sent: Call) => Promise<Outcome>>();
      const answers: Pick<Answers, 'keep' | 'last'> = {
        keep: () => Promise.resolve(),
        last: () => Promise.resolve(undefined),
      };
      await expect(lookUp({ operation, parameters: [] }, send, answers)).rejects.toThrow('is not a read');
      expect(send).not.toHaveBeenCalled();
    },
  );
});
