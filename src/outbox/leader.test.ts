import { describe, expect, test } from 'vitest';
import { type Leader, lead } from '#outbox/leader.ts';
import { DRAIN_LOCK } from './names.ts';

/** A turn of the event loop for everything that is under way. */
async function turns(count = 6): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface Request {
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The Web Locks of one browser, for one exclusive lock: a queue, abort, steal. A page hears of a grant a turn later. */
function createLocks(): LockManager & { asked: string[] } {
  const asked: string[] = [];
  const queue: Request[] = [];
  let holder: Request | undefined;

  function grant(request: Request): void {
    holder = request;
    setImmediate(() => {
      void Promise.resolve()
        .then(request.run)
        .then((value) => request.resolve(value), request.reject)
        .finally(() => {
          if (holder !== request) return;
          holder = undefined;
          const next = queue.shift();
          if (next) grant(next);
        });
    });
  }

  function ask(name: string, options: LockOptions, callback: LockGrantedCallback<unknown>): Promise<unknown> {
    asked.push(options.steal ? `${name} by force` : name);
    return new Promise((resolve, reject) => {
      const mine: Request = { run: () => callback({ name, mode: 'exclusive' }), resolve, reject };
      if (options.steal) {
        const lose = holder?.reject;
        if (holder) holder.resolve = () => undefined; // a stolen lock ends as that, whatever its holder still does
        grant(mine); // the thief hears of it before the loser: nothing says in which order they do
        setImmediate(() => setImmediate(() => lose?.(new DOMException('The lock was stolen.', 'AbortError'))));
        return;
      }
      options.signal?.addEventListener('abort', () => {
        const place = queue.indexOf(mine);
        if (place === -1) return; // granted already: an abort comes too late
        queue.splice(place, 1);
        reject(new DOMException('The request was aborted.', 'AbortError'));
      });
      if (holder) queue.push(mine);
      else grant(mine);
    });
  }
  return { asked, request: ask as LockManager['request'], query: () => Promise.resolve({ held: [], pending: [] }) };
}

interface Page {
  leader: Leader;
  /** For each time that it became the leader: whether by force. */
  led: boolean[];
  /** Lets its timer fire, as many times as a page that is awake would see it. */
  beat(times?: number): Promise<void>;
  /** A frozen page runs nothing; what others say to it waits, and its timer is due once when it wakes. */
  freeze(): void;
  wake(): Promise<void>;
}

function createBrowser(): { locks: ReturnType<typeof createLocks>; open(): Page; timers: Set<unknown> } {
  const locks = createLocks();
  const timers = new Set<unknown>();
  const receivers: ((data: unknown, from: object) => void)[] = [];

  function open(): Page {
    const me = {};
    const listeners = new Set<(event: MessageEvent<unknown>) => void>();
    const inbox: unknown[] = [];
    const led: boolean[] = [];
    let frozen = false;
    let tick = (): void => undefined;
    const hear = (data: unknown): void => listeners.forEach((listener) => listener({ data } as MessageEvent<unknown>));
    receivers.push((data, from) => {
      if (from === me) return;
      if (frozen) inbox.push(data);
      else hear(data);
    });
    const channel = {
      postMessage: (data: unknown) => void setImmediate(() => receivers.forEach((receive) => receive(data, me))),
      addEventListener: (_: string, listener: never) => listeners.add(listener),
      removeEventListener: (_: string, listener: never) => listeners.delete(listener),
    };
    const leader = lead(
      {
        locks,
        channel,
        setInterval(work) {
          tick = work;
          timers.add(me);
          return me;
        },
        clearInterval: (timer) => timers.delete(timer),
      },
      (stolen) => led.push(stolen),
    );
    return {
      leader,
      led,
      async beat(times = 1) {
        for (let beats = 0; beats < times; beats += 1) {
          tick();
          await turns();
        }
      },
      freeze: () => void (frozen = true),
      async wake() {
        frozen = false;
        tick(); // its timer is first, what was said to it comes after
        for (const data of inbox.splice(0)) hear(data);
        await turns();
      },
    };
  }
  return { locks, open, timers };
}

/** Two pages of one browser, the first of which leads. */
async function twoPages() {
  const { open, locks } = createBrowser();
  const [first, second] = [open(), open()];
  await turns();
  return { first, second, locks };
}

describe('one page leads', () => {
  test('the first one does, and the others wait', async () => {
    const { open } = createBrowser();
    const pages = [open(), open(), open()];
    await turns();
    expect(pages.map(({ leader }) => leader.isLeader())).toEqual([true, false, false]);
    expect(pages.map(({ led }) => led)).toEqual([[false], [], []]);
  });

  test('and another takes over when it stops, one at a time', async () => {
    const { open, timers } = createBrowser();
    const pages = [open(), open(), open()];
    await turns();
    pages[0]?.leader.stop();
    expect(pages[0]?.leader.isLeader()).toBe(false);
    await turns();
    expect(pages.map(({ leader }) => leader.isLeader())).toEqual([false, true, false]);
    expect(pages[1]?.led).toEqual([false]);
    expect(timers.size).toBe(2);
  });

  test('a page that stops while it waits never leads', async () => {
    const { first, second } = await twoPages();
    second.leader.stop();
    first.leader.stop();
    await turns();
    expect([first, second].map(({ leader }) => leader.isLeader())).toEqual([false, false]);
    expect(second.led).toEqual([]);
  });

  test('a page that stops in the moment it becomes the leader lets the next one lead', async () => {
    const { open } = createBrowser();
    const [first, second] = [open(), open()];
    first.leader.stop(); // granted, and not yet heard of
    await turns();
    expect(first.led).toEqual([]);
    expect(second.leader.isLeader()).toBe(true);
  });

  test('nothing is stolen from a leader that answers, however long it leads', async () => {
    const { open, locks } = createBrowser();
    const [first, second, third] = [open(), open(), open()];
    await turns();
    for (let beats = 0; beats < 50; beats += 1) await Promise.all([first, second, third].map((page) => page.beat()));
    expect(first.leader.isLeader()).toBe(true);
    expect(locks.asked).toEqual([DRAIN_LOCK, DRAIN_LOCK, DRAIN_LOCK]);
  });
});

describe('a leader that has frozen', () => {
  test('is left alone for four beats, and loses the lead at the fifth', async () => {
    const { first, second, locks } = await twoPages();
    first.freeze();
    await second.beat(4);
    expect(second.leader.isLeader()).toBe(false);
    expect(locks.asked).not.toContain(`${DRAIN_LOCK} by force`);
    await second.beat();
    expect(second.leader.isLeader()).toBe(true);
    expect(second.led).toEqual([true]); // it is told that the last leader may still run
  });

  test('stops leading when it is stolen from, and competes again', async () => {
    const { first, second } = await twoPages();
    first.freeze();
    await second.beat(5);
    await first.wake();
    expect([first, second].map(({ leader }) => leader.isLeader())).toEqual([false, true]);
    await Promise.all([first.beat(20), second.beat(20)]);
    expect([first, second].map(({ leader }) => leader.isLeader())).toEqual([false, true]); // no theft back
    second.leader.stop();
    await turns();
    expect(first.leader.isLeader()).toBe(true);
    expect(first.led).toEqual([false, false]);
  });

  test('and that thaws in time keeps the lead', async () => {
    const { first, second } = await twoPages();
    first.freeze();
    await second.beat(3);
    await first.wake();
    await second.beat(10);
    expect(first.leader.isLeader()).toBe(true);
    expect(second.led).toEqual([]);
  });

  test('is stolen from once, not again and again by the same page', async () => {
    const { first, second, locks } = await twoPages();
    first.freeze();
    await second.beat(30);
    expect(locks.asked.filter((asked) => asked.endsWith('by force'))).toHaveLength(1);
    expect(second.led).toEqual([true]);
  });
});

describe('a page that slept itself', () => {
  test('does not steal at once: it counts answers that it missed, not time', async () => {
    const { first, second, locks } = await twoPages();
    await second.beat(2);
    second.freeze();
    await turns(); // hours, in which its timer did not fire
    await second.wake();
    await second.beat(3);
    expect(first.leader.isLeader()).toBe(true);
    expect(locks.asked).toEqual([DRAIN_LOCK, DRAIN_LOCK]);
  });

  test('with the leader, steals only after four more beats without an answer', async () => {
    const { first, second } = await twoPages();
    first.freeze();
    second.freeze();
    await second.wake();
    expect(second.leader.isLeader()).toBe(false);
    await second.beat(3);
    expect(second.leader.isLeader()).toBe(false);
    await second.beat();
    expect(second.leader.isLeader()).toBe(true);
  });
});

test('a lock that is granted in the moment it is stolen is led once, by the later request', async () => {
  const { first, second, locks } = await twoPages();
  first.freeze();
  await second.beat(4);
  first.leader.stop(); // the lock goes to the second page, which does not know yet
  await new Promise((resolve) => setImmediate(resolve));
  await second.beat(); // and takes it by force
  expect(second.leader.isLeader()).toBe(true);
  expect(second.led.length).toBe(1);
  expect(locks.asked.length).toBeLessThanOrEqual(3);
  await second.beat(20);
  expect(second.leader.isLeader()).toBe(true);
  expect(second.led.length).toBe(1);
});
