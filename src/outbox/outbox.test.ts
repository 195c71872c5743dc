import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '#contract/outcome.ts';
import { connect, noTotals } from '#outbox/store/database.ts';
import type { DrainPorts } from '#outbox/drainPorts.ts';
import { type Outbox, createOutbox } from '#outbox/outbox.ts';
import type { OutboxPorts, OutboxView } from '#outbox/outboxPorts.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { freshName, freshStore, LOST, RIG_TIME, OK, revertOffCall, saveAs } from '#outbox/testing/storeRig.ts';

/** The drain lock of one browser, without abort and steal: they are the leader's own test. */
function createLocks(): LockManager {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, __: LockOptions, callback: () => unknown): Promise<unknown> =>
    (last = last.then(callback));
  return { request, query: vi.fn() } as unknown as LockManager;
}

interface Page {
  outbox: Outbox;
  store: Store;
  send: ReturnType<typeof vi.fn<DrainPorts['send']>>;
  probe: ReturnType<typeof vi.fn<DrainPorts['probe']>>;
  troubles: unknown[];
  /** Timers that are set, and how long they were set for. */
  timers: Map<object, { ms: number; work: () => void }>;
  /** Fires the timer that is set and lets its time go by. */
  elapse(): void;
  later(ms: number): void;
  /** Resolves when the view is as asked for: every change is told, so nothing is polled. */
  until(seen: (view: OutboxView) => boolean): Promise<OutboxView>;
}

let ids = 0;
const channels: BroadcastChannel[] = [];

function open(change: Partial<OutboxPorts> = {}, name = freshName(), locks = createLocks()): Page {
  const store = change.store ?? createStore(connect(name));
  const channel = new BroadcastChannel(name);
  channels.push(channel);
  const send = vi.fn<DrainPorts['send']>().mockResolvedValue(OK);
  const probe = vi.fn<DrainPorts['probe']>().mockResolvedValue({ epoch: 'e-1', at: 5 });
  const troubles: unknown[] = [];
  const timers: Page['timers'] = new Map();
  let now = RIG_TIME;
  const outbox = createOutbox({
    store,
    send,
    probe,
    judge: (_, text) => (text === 'key?' ? 'key-refused' : 'accepted'),
    pause: () => Promise.resolve(undefined),
    keyRefused: () => Promise.resolve(),
    now: () => now,
    random: () => 1,
    newId: () => `id-${(ids += 1)}`,
    locks,
    channel,
    setTimeout(work, ms) {
      const timer = {};
      if (ms < 250) setImmediate(work); // the pace of what is shown, and no try again
      else timers.set(timer, { ms, work });
      return timer;
    },
    clearTimeout: (timer) => timers.delete(timer),
    setInterval: () => 0,
    clearInterval: () => undefined,
    onTrouble: (error) => troubles.push(error),
    ...change,
  });
  return {
    outbox,
    store,
    send,
    probe,
    troubles,
    timers,
    elapse() {
      const due = [...timers];
      timers.clear();
      for (const [, { ms, work }] of due) {
        now += ms;
        work();
      }
    },
    later: (ms) => (now += ms),
    until: (seen) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!seen(outbox.view())) return;
          unsubscribe();
          resolve(outbox.view());
        };
        const unsubscribe = outbox.subscribe(look);
        look();
      }),
  };
}

/** Looks again until it holds: for what no view tells. */
function soon(holds: () => unknown): Promise<unknown> {
  return vi.waitFor(holds, { timeout: 30_000, interval: 5 });
}

const answered =
  (count: number) =>
  ({ totals }: OutboxView): boolean =>
    totals.answered === count;

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

test('what is owed is shown with whose it is, and no more once somebody has looked', async () => {
  const page = open({ judge: (_, text) => (text === 'bad' ? 'refused' : 'unclassified') });
  page.send.mockResolvedValueOnce({ kind: 'answered', text: 'bad' }).mockResolvedValueOnce({
    kind: 'unknown',
    code: 'outcome-unknown',
    reason: 'x',
  });
  await page.outbox.start();
  for (const [code, operator] of [
    ['a', 'u7'],
    ['b', 'u8'],
    ['c', 'u8'],
  ] as const)
    await page.outbox.enqueue(revertOffCall(code), operator, []);
  const { owed } = await page.until((view) => view.owed.length === 3);
  expect(owed).toEqual(await page.outbox.owed());
  expect(owed.map(({ operator, kind }) => [operator, kind])).toEqual([
    ['u8', 'unconfirmed'],
    ['u7', 'refused'],
    ['u8', 'unclear'],
  ]);
  await page.outbox.seen([1], 'u7');
  expect((await page.until((view) => view.owed.length === 2)).owed.map(({ seq }) => seq)).toEqual([2, 3]);
  await page.outbox.seen([3], 'u8');
  expect((await page.until((view) => view.owed.length === 1)).owed).toMatchObject([{ seq: 2 }]);
});

describe('saving', () => {
  test('starts the sending by itself', async () => {
    const page = open();
    await page.outbox.start();
    const saved = await page.outbox.enqueue(revertOffCall('a'), 'u17', [{ text: 'a', source: 'wedge', at: RIG_TIME }]);
    expect(saved).toMatchObject({ state: 'waiting', operator: 'u17', scans: [{ text: 'a' }] });
    const view = await page.until(answered(1));
    expect(view).toMatchObject({ totals: { ...noTotals, answered: 1 }, gateway: 'reachable', lastAnswerAt: RIG_TIME });
    expect(page.troubles).toEqual([]);
  });

  test('works on a page that is not started, and sends when it is', async () => {
    const page = open();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    expect(page.send).not.toHaveBeenCalled();
    await page.outbox.start();
    await page.until(answered(1));
    expect(page.send).toHaveBeenCalledTimes(1);
  });

  test('that fails is told to the one who saves, and nothing is sent', async () => {
    const store = freshStore();
    const full = new DOMException('full', 'QuotaExceededError');
    const page = open({ store: { ...store, enqueue: () => Promise.reject(full) } });
    await page.outbox.start();
    await expect(page.outbox.enqueue(revertOffCall('a'), 'u17', [])).rejects.toBe(full);
    expect(await store.totals()).toEqual(noTotals);
    expect(page.send).not.toHaveBeenCalled();
  });

  test('is told as saved where the row is on disk, also where a listener fails at it: nobody is to save it twice', async () => {
    const listening = new Error('a listener');
    const onNotSaved = vi.fn<(error: unknown) => void>();
    const page = open({
      onNotSaved,
      onSaved() {
        throw listening;
      },
    });
    await page.outbox.start();
    await expect(page.outbox.enqueue(revertOffCall('a'), 'u17', [])).resolves.toMatchObject({ seq: 1 });
    await page.until(answered(1));
    expect(onNotSaved).not.toHaveBeenCalled();
    expect(page.troubles).toEqual([listening]);
  });

  test('calls while others are sent sends them all, in order and one at a time', async () => {
    const page = open();
    await page.outbox.start();
    let running = 0;
    page.send.mockImplementation(async () => {
      running += 1;
      expect(running).toBe(1);
      await page.store.totals(); // some turns of the event loop
      running -= 1;
      return OK;
    });
    const codes = ['a', 'b', 'a', 'c', 'a', 'b'];
    await Promise.all(codes.map((code) => page.outbox.enqueue(revertOffCall(code), 'u17', [])));
    await page.until(answered(6));
    expect(page.send.mock.calls.map(([{ seq }]) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(page.troubles).toEqual([]);
  });
});

describe('the view', () => {
  test('is the same object until something changes, and another one then', async () => {
    const page = open();
    await page.outbox.start();
    const before = page.outbox.view();
    expect(page.outbox.view()).toBe(before);
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    const after = await page.until(answered(1));
    expect(after).not.toBe(before);
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  test('is not told any more to whom has unsubscribed', async () => {
    const page = open();
    const listener = vi.fn<() => void>();
    const unsubscribe = page.outbox.subscribe(listener);
    await page.outbox.start();
    expect(listener).toHaveBeenCalled();
    unsubscribe();
    listener.mockClear();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(answered(1));
    expect(listener).not.toHaveBeenCalled();
  });

  test('shows what was on disk before this page', async () => {
    const name = freshName();
    await open({}, name).outbox.enqueue(revertOffCall('a'), 'u17', []);
    const page = open({ pause: () => Promise.resolve('on hold') }, name);
    await page.outbox.start();
    expect(page.outbox.view()).toMatchObject({ totals: { waiting: 1 }, pause: 'on hold', gateway: 'unknown' });
  });

  test('is read again where something changes while it is being read, and by one look at a time', async () => {
    const looks: (() => void)[] = [];
    let changes = 0;
    const store = freshStore();
    const page = open({
      store: {
        ...store,
        totals() {
          const totals = { ...noTotals, waiting: changes };
          return new Promise((resolve) => looks.push(() => resolve(totals)));
        },
      },
    });
    for (changes = 1; changes < 5; changes += 1) page.outbox.wake();
    expect(looks).toHaveLength(1);
    looks[0]?.();
    await soon(() => expect(looks).toHaveLength(2));
    looks[1]?.();
    expect((await page.until(({ totals }) => totals.waiting === 5)).revision).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(looks).toHaveLength(2);
  });

  test('is looked at twice a second where many calls wait, and not left behind', async () => {
    const page = open({ pause: () => Promise.resolve('on hold') });
    await page.outbox.start();
    for (let index = 0; index < 40; index += 1) await page.outbox.enqueue(revertOffCall(`a${index}`), 'u17', []);
    await soon(() => expect([...page.timers.values()].map(({ ms }) => ms)).toEqual([500]));
    expect(page.outbox.view().totals.waiting).toBeLessThan(40);
    page.elapse();
    await page.until(({ totals }) => totals.waiting === 40);
  });

  test('tells the other pages of a run of changes once for each look, and of the last one', async () => {
    const name = freshName();
    const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const page = open({ pause: () => Promise.resolve('on hold') }, name);
    const other = open({}, name);
    await Promise.all([page.outbox.start(), other.outbox.start()]);
    await Promise.all(
      Array.from({ length: 15 }, (_, index) => page.outbox.enqueue(revertOffCall(`a${index}`), 'u17', [])),
    );
    await other.until(({ totals }) => totals.waiting === 15);
    const told = post.mock.calls.filter(([message]) => message === 'changed').length;
    post.mockRestore();
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(page.outbox.view().revision);
    expect(told).toBeLessThan(15);
  });

  test('shows the pause as soon as the service has refused the key, and sends on with the next one', async () => {
    let pause: string | undefined;
    const page = open({
      pause: () => Promise.resolve(pause),
      keyRefused: () => Promise.resolve((pause = 'the key was refused')).then(() => undefined),
    });
    await page.outbox.start();
    page.send.mockResolvedValueOnce({ kind: 'answered', text: 'key?' });
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    expect(await page.until((view) => view.pause !== undefined)).toMatchObject({
      pause: 'the key was refused',
      totals: { waiting: 1 },
    });
    expect(page.timers.size).toBe(0); // only a new key helps, no time
    pause = undefined;
    page.outbox.wake();
    expect(await page.until(answered(1))).not.toHaveProperty('pause');
  });
});

describe('what is known of the gateway', () => {
  test('is that it cannot pass calls on, until one of them has its answer', async () => {
    const page = open();
    page.send.mockResolvedValueOnce({ kind: 'not-forwarded', reason: 'The service is away.' });
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('D-1'), 'u17', []);
    await page.until(({ gateway }) => gateway === 'cut-off');
    await soon(() => expect(page.timers.size).toBe(1));
    page.elapse();
    expect((await page.until(answered(1))).gateway).toBe('reachable');
  });

  test('is that something else answers, where that is so, whoever has found no gateway', async () => {
    let away: 'unreachable' | 'stranger' = 'stranger';
    const page = open({ away: () => away, probe: async () => undefined });
    await page.outbox.start();
    await saveAs('a', revertOffCall('D-1'), page.store);
    page.outbox.wake();
    await page.until(({ gateway }) => gateway === 'stranger');
    away = 'unreachable';
    page.outbox.heard('unreachable');
    expect(page.outbox.view().gateway).toBe('unreachable');
    away = 'stranger';
    page.outbox.heard('unreachable');
    expect(page.outbox.view().gateway).toBe('stranger');
  });

  test('may be heard by others than the queue', async () => {
    const page = open();
    await page.outbox.start();
    expect(page.outbox.view().gateway).toBe('unknown');
    page.outbox.heard('reachable');
    expect(page.outbox.view().gateway).toBe('reachable');
  });
});

describe('after a failure', () => {
  test('the outbox tries again by its own timer: no scan is needed', async () => {
    const page = open();
    page.probe.mockResolvedValueOnce(undefined);
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(({ gateway }) => gateway === 'unreachable');
    await soon(() => expect([...page.timers.values()].map(({ ms }) => ms)).toEqual([1_000]));
    page.elapse();
    expect(await page.until(answered(1))).toMatchObject({ gateway: 'reachable' });
    expect(page.timers.size).toBe(0);
  });

  test('somebody who knows better wakes it without waiting', async () => {
    const page = open();
    page.probe.mockResolvedValue(undefined);
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await soon(() => expect(page.timers.size).toBe(1));
    page.probe.mockResolvedValue({ epoch: 'e-1', at: 5 });
    page.later(1_000);
    page.outbox.wake();
    await page.until(answered(1));
    expect(page.timers.size).toBe(0);
  });

  test('a tap on any page ends the waiting of a call, also where another page sends', async () => {
    const locks = createLocks();
    const name = 'outbox-tap';
    const leader = open({}, name, locks);
    const other = open({}, name, locks);
    await leader.outbox.start();
    await other.outbox.start();
    leader.send.mockResolvedValueOnce(LOST).mockResolvedValueOnce(LOST);
    await leader.outbox.enqueue(revertOffCall('D-1'), 'u17', []);
    for (const tries of [1, 2]) {
      await soon(async () => expect(await leader.store.get(1)).toMatchObject({ state: 'waiting', tries }));
      await soon(() => expect(leader.timers.size).toBe(1));
      if (tries === 1) leader.elapse();
    }
    leader.later(1_100); // past the gap between probes, and in the middle of the two seconds of the back-off
    other.outbox.wake();
    await leader.until(answered(1));
    expect(leader.send).toHaveBeenCalledTimes(3);
    expect(other.send).not.toHaveBeenCalled();
  });

  test('of the storage in the middle of a call, the call is found again and asked for under its key', async () => {
    const store = freshStore();
    const full = new DOMException('full', 'QuotaExceededError');
    const settle = vi.fn<Store['settleAndClaim']>().mockRejectedValue(full);
    const page = open({ store: { ...store, settleAndClaim: settle } });
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await soon(() => expect([...page.timers.values()].map(({ ms }) => ms)).toEqual([2_000]));
    expect(page.troubles).toContain(full); // the operator is told
    expect(await store.get(1)).toMatchObject({ state: 'sending' });
    settle.mockImplementation((...what) => store.settleAndClaim(...what));
    page.elapse();
    await page.until(answered(1));
    const keys = page.send.mock.calls.map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set([(await store.get(1))?.callId]));
  });

  test('of the storage at the start, recovery is tried until it works', async () => {
    const store = freshStore();
    await saveAs('call-1', revertOffCall('a'), store);
    await store.claimNext({ owner: 'a page that died', token: 'token', tried: { epoch: 'e-1', at: 5 } }, RIG_TIME);
    const closed = new Error('closed');
    const recover = vi
      .fn<Store['recover']>(store.recover.bind(store))
      .mockRejectedValueOnce(closed)
      .mockRejectedValueOnce(closed);
    const page = open({ store: { ...store, recover } });
    await page.outbox.start();
    for (const failures of [1, 2]) {
      await soon(() => expect(page.troubles).toHaveLength(failures));
      await soon(() => expect(page.timers.size).toBe(1));
      page.elapse();
    }
    await page.until(answered(1));
    const tried = { epoch: 'e-1', at: 5, last: 5, told: 5 };
    expect(page.send.mock.calls.map((sent) => sent.slice(1))).toEqual([['call-1', tried]]);
  });
});

describe('before an update', () => {
  test('what is being sent gets its answer, and nothing more is begun until it is told to go on', async () => {
    const page = open();
    await page.outbox.start();
    let answer: (outcome: Outcome) => void = () => undefined;
    page.send.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)));
    await page.outbox.enqueue(revertOffCall('D-1'), 'u17', []);
    await page.outbox.enqueue(revertOffCall('D-2'), 'u17', []);
    await soon(() => expect(page.send).toHaveBeenCalledOnce());
    let isQuiet = false;
    const quiet = page.outbox.quiet().then(() => (isQuiet = true));
    page.outbox.wake();
    expect(isQuiet).toBe(false);
    answer(OK);
    await quiet;
    expect(await page.store.totals()).toMatchObject({ answered: 1, waiting: 1, sending: 0 });
    page.outbox.goOn(); // the update did not come
    await page.until(answered(2));
  });
});

describe('several pages', () => {
  test('send each call once: one leads, and the other’s calls wake it', async () => {
    const name = freshName();
    const locks = createLocks();
    const [first, second] = [open({}, name, locks), open({}, name, locks)];
    await first.outbox.start();
    await second.outbox.start();
    await second.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await second.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await first.until(answered(2));
    await second.until(answered(2)); // it is told of what the first one did
    expect(first.send).toHaveBeenCalledTimes(2);
    expect(second.send).not.toHaveBeenCalled();
  });

  test('take over where one stops, and what it was sending is asked for under the same key', async () => {
    const name = freshName();
    const locks = createLocks();
    const [first, second] = [open({}, name, locks), open({}, name, locks)];
    await first.outbox.start();
    await second.outbox.start();
    const leaving = new Promise<void>((resolve) => {
      first.send.mockImplementation(() => {
        resolve();
        return new Promise(() => undefined); // the page is closed before the answer
      });
    });
    await first.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await leaving;
    first.outbox.stop();
    await second.until(answered(1));
    const [[, key, tried] = []] = second.send.mock.calls;
    expect([key, tried]).toEqual([first.send.mock.calls[0]?.[1], { epoch: 'e-1', at: 5, last: 5, told: 5 }]);
  });

  test('stop without a timer left behind', async () => {
    const page = open();
    page.probe.mockResolvedValue(undefined);
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await soon(() => expect(page.timers.size).toBe(1));
    page.outbox.stop();
    expect(page.timers.size).toBe(0);
  });
});

describe('what a person decides', () => {
  test('lets the lane go on once it cannot be taken back any more, and is seen at once', async () => {
    const page = open();
    await page.outbox.start();
    page.send.mockResolvedValueOnce({ kind: 'unknown', code: 'outcome-unknown', reason: 'x' });
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(({ totals }) => totals.unconfirmed === 1 && totals.waiting === 1);
    expect(page.send).toHaveBeenCalledTimes(1);
    await page.outbox.decide(1, { kind: 'saidDone', operator: 'u17' });
    await page.until(answered(1));
    await soon(() => expect([...page.timers.values()].map(({ ms }) => ms)).toEqual([10_000]));
    expect(page.send).toHaveBeenCalledTimes(1);
    page.elapse();
    await page.until(answered(2));
    expect(page.send.mock.calls.map(([{ seq }]) => seq)).toEqual([1, 2]);
  });

  test('is recorded without waiting for what is shown', async () => {
    const store = freshStore();
    const page = open({ store: { ...store, totals: () => new Promise(() => undefined) } });
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    expect(await page.outbox.decide(1, { kind: 'cancelled', operator: 'u17' })).toMatchObject({ state: 'cancelled' });
  });

  test('that comes too late is refused and told', async () => {
    const page = open();
    await page.outbox.start();
    page.send.mockResolvedValue(LOST);
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await soon(async () => expect(await page.store.get(1)).toMatchObject({ inDoubt: true }));
    await expect(page.outbox.decide(1, { kind: 'cancelled', operator: 'u17' })).rejects.toThrow('cannot be cancelled');
  });
});

describe('looking whether the gateway is there', () => {
  test('is done at rest, once a second at most, and no call is sent on the word of it: a portal may be there since', async () => {
    const page = open();
    page.outbox.ask(); // what waits is not known yet
    await page.outbox.start();
    expect(page.probe).not.toHaveBeenCalled();
    await soon(() => {
      page.outbox.ask();
      expect(page.probe).toHaveBeenCalledTimes(1);
    });
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(answered(1));
    page.outbox.ask();
    await page.until(({ gateway }) => gateway === 'reachable');
    expect(page.probe).toHaveBeenCalledTimes(2);
  });

  test('is done after a drain where it was asked for during one: a start would say nothing for half a minute', async () => {
    const page = open();
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(answered(1));
    await page.outbox.quiet();
    page.outbox.goOn(); // an empty queue is gone through: the page leads
    page.later(5_000);
    page.probe.mockClear();
    page.outbox.ask();
    await soon(() => expect(page.probe).toHaveBeenCalledTimes(1));
  });

  test('is done again where it was asked for while another look was under way: the network may have gone since', async () => {
    const page = open();
    await page.outbox.start();
    let answer: (hello: Awaited<ReturnType<typeof page.probe>>) => void = () => undefined;
    page.probe.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve))).mockResolvedValue(undefined);
    await soon(() => {
      page.outbox.ask();
      expect(page.probe).toHaveBeenCalledTimes(1);
    });
    page.later(1_000);
    page.outbox.ask();
    answer({ epoch: 'e1', at: 0 });
    await page.until(({ gateway }) => gateway === 'unreachable');
  });

  test('finds one that is back though calls wait for it, before their own time: none is sent where none is found', async () => {
    const page = open();
    page.probe.mockResolvedValue(undefined);
    await page.outbox.start();
    await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.until(({ gateway }) => gateway === 'unreachable');
    await page.outbox.quiet();
    page.outbox.goOn(); // its look is over, and it waits for the next one
    page.later(3_000);
    await soon(() => {
      page.outbox.ask();
      expect(page.probe.mock.calls.length).toBeGreaterThan(1);
    });
    expect(page.send).not.toHaveBeenCalled();
    page.probe.mockResolvedValue({ epoch: 'e-1', at: 5 });
    page.later(3_000);
    page.outbox.ask();
    await page.until(answered(1));
  });

  test('says so where nobody answers, also while all that waits is behind a doubt: no drain looks for it then', async () => {
    const page = open();
    page.send.mockResolvedValueOnce({ kind: 'unknown', code: 'outcome-unknown', reason: 'x' });
    for (let times = 0; times < 2; times += 1) await page.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await page.outbox.start();
    await page.until(
      ({ totals, gateway }) => totals.unconfirmed === 1 && totals.waiting === 1 && gateway === 'reachable',
    );
    await page.outbox.quiet();
    page.outbox.goOn(); // a drain has found nothing that may be sent
    page.probe.mockResolvedValue(undefined);
    page.later(3_000);
    await soon(() => {
      page.outbox.ask();
      expect(page.outbox.view().gateway).toBe('unreachable');
    });
    expect(page.send).toHaveBeenCalledTimes(1);
  });

  test('says so where nobody answers, also in a page that does not lead while calls wait', async () => {
    const [name, locks] = [freshName(), createLocks()];
    const leader = open({}, name, locks);
    leader.probe.mockResolvedValue(undefined);
    await leader.outbox.start();
    await leader.outbox.enqueue(revertOffCall('a'), 'u17', []);
    await leader.until(({ gateway }) => gateway === 'unreachable');
    const page = open({}, name, locks);
    page.probe.mockResolvedValue(undefined);
    await page.outbox.start();
    await page.until(({ totals }) => totals.waiting === 1);
    page.outbox.ask(); // who leads may not be known yet
    expect(page.probe).not.toHaveBeenCalled();
    page.later(3_000);
    page.outbox.ask();
    await page.until(({ gateway }) => gateway === 'unreachable');
    expect(page.send).not.toHaveBeenCalled();
  });

  test('says so where nobody answers, also while nothing may be sent', async () => {
    const page = open({ pause: () => Promise.resolve('on hold') });
    page.probe.mockResolvedValue(undefined);
    await page.outbox.start();
    page.outbox.ask();
    expect(await page.until(({ gateway }) => gateway !== 'unknown')).toMatchObject({ gateway: 'unreachable' });
    expect(page.send).not.toHaveBeenCalled();
  });
});
