import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import type { DrainChange, DrainPorts } from '#outbox/drainPorts.ts';
import { createDrainStage, enqueue } from '#outbox/testing/drainStage.ts';
import { AWAY, LOST, OK } from '#outbox/testing/storeRig.ts';

const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/** Makes a stage on which the gateway is there and each call is accepted, until a test says otherwise. */
function stage(change: Partial<DrainPorts> = {}) {
  const probe = vi.fn<DrainPorts['probe']>().mockResolvedValue({ epoch: 'e-1', at: 5 });
  const send = vi.fn<DrainPorts['send']>().mockResolvedValue(OK);
  return { probe, send, ...createDrainStage({ probe, send, ...change }) };
}

describe('the gateway', () => {
  test('that does not answer stops everything: nothing is claimed', async () => {
    const on = stage();
    await enqueue(on, 'ab');
    on.probe.mockResolvedValue(undefined);
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 1_000 });
    expect(on.sent).toEqual([]);
    expect(await on.store.totals()).toMatchObject({ waiting: 2 });
    expect(await on.store.attemptsOf(1)).toEqual([]);
    expect(on.changes).toEqual([{ gateway: 'unreachable' }]);
  });

  test('is asked less and less often, up to twenty seconds', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.probe.mockResolvedValue(undefined);
    const pauses: number[] = [];
    for (let probes = 0; probes < 7; probes += 1) {
      const drained = await on.drain();
      const ms = drained.kind === 'wait' ? drained.ms : 0;
      pauses.push(ms);
      on.later(ms);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
    expect(on.probe).toHaveBeenCalledTimes(7);
  });

  test.each([
    ['away', undefined],
    ['there', { epoch: 'e-1', at: 5 }],
  ])('is probed once a second at most, however often scans wake the drainer (it is %s)', async (_, hello) => {
    const on = stage();
    on.probe.mockResolvedValue(hello);
    for (let wakes = 0; wakes < 20; wakes += 1) {
      await enqueue(on, 'a');
      await on.drain();
      on.later(49);
    }
    expect(on.probe).toHaveBeenCalledTimes(1);
    on.later(20);
    await enqueue(on, 'a');
    await on.drain();
    expect(on.probe).toHaveBeenCalledTimes(2);
  });

  test('is not probed in a rush where answer after answer is lost', async () => {
    const on = stage();
    await enqueue(on, 'abcdef');
    on.send.mockResolvedValue(LOST);
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 1_000 });
    expect(on.seqs()).toEqual([1]);
    on.later(1_000);
    await on.drain();
    expect(on.probe).toHaveBeenCalledTimes(2);
    expect(on.sent).toHaveLength(2);
  });

  test('is probed again although the clock was set back an hour', async () => {
    const on = stage();
    on.probe.mockResolvedValue(undefined);
    await enqueue(on, 'a');
    await on.drain();
    on.later(-3_600_000);
    await on.drain();
    expect(on.probe).toHaveBeenCalledTimes(2);
  });

  test('that came back while the clock was wrong does not end the back-offs made after it was set right', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.probe.mockResolvedValueOnce(undefined);
    on.later(TEN_YEARS_MS);
    await on.drain();
    on.later(1_000);
    on.send.mockImplementation(async () => {
      on.later(20);
      return { kind: 'in-progress', reason: 'x', retryAfterMs: 3_000 };
    });
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 3_000 }); // the gateway is back, and its sign is ten years ahead
    on.later(-TEN_YEARS_MS);
    expect(await on.drain(() => on.sent.length < 9)).toEqual({ kind: 'wait', ms: 3_000 });
  });

  test('is not asked where nothing waits', async () => {
    const on = stage();
    expect(await on.drain()).toEqual({ kind: 'idle' });
    expect(on.probe).not.toHaveBeenCalled();
  });

  test('that could not forward stops the drain, and the same call goes first again', async () => {
    const on = stage();
    await enqueue(on, 'ab');
    on.send.mockResolvedValueOnce({ ...AWAY, retryAfterMs: 9_000 });
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 9_000 });
    expect(on.seqs()).toEqual([1]);
    expect(await on.store.get(1)).toMatchObject({
      state: 'waiting',
      inDoubt: false,
      trouble: { code: 'not-forwarded' },
    });
    on.later(9_000);
    await on.drain();
    expect(on.seqs()).toEqual([1, 1, 2]);
    expect(on.sent[1]?.key).toBe(on.sent[0]?.key);
  });

  test.each([
    [undefined, 1_000],
    [0, 1_000],
    [30_000, 30_000],
    [86_400_000, 60_000],
  ])('that says to wait %s ms is asked again after %i ms', async (retryAfterMs, ms) => {
    const on = stage();
    await enqueue(on, 'a');
    on.send.mockResolvedValueOnce({ ...AWAY, ...(retryAfterMs !== undefined && { retryAfterMs }) });
    expect(await on.drain()).toEqual({ kind: 'wait', ms });
  });

  test('tells when it is there again, and of each call that is settled', async () => {
    const on = stage();
    await enqueue(on, 'a');
    await on.drain();
    const seen = on.changes.map(({ gateway, settled }: DrainChange) => gateway ?? settled?.state);
    expect(seen).toEqual(['reachable', 'answered']);
  });
});
