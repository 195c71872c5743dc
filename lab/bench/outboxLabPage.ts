import { makeCall } from '#contract/call.ts';
import { connect } from '#outbox/store/database.ts';
import { lead } from '#outbox/leader.ts';
import { createStore } from '#outbox/store/store.ts';

const DATABASE = 'scanline';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const lab = {
  /** Milliseconds to open the database, to read the counts, and to read the first 50 calls; nothing was open before. */
  async open(): Promise<{ open: number; count: number; first: number; waiting: number; rows: number }> {
    const connection = connect(DATABASE);
    const store = createStore(connection);
    const open = await timed(() => connection.run((database) => Promise.resolve(database.name)));
    const count = await timed(() => store.totals());
    const first = await timed(() => store.list('waiting', 50));
    const { waiting } = await store.totals();
    return { open, count, first, waiting, rows: (await store.list('waiting', 50)).length };
  },

  /** Reads the first 50 calls `times` over. */
  async browse(times: number): Promise<void> {
    const store = createStore(connect(DATABASE));
    for (let time = 0; time < times; time += 1) await store.list('waiting', 50);
  },

  /** Saves calls without end. */
  save(): void {
    const store = createStore(connect(DATABASE));
    void (async () => {
      for (let index = 0; ; index += 1) {
        const call = makeCall('RevertOff', { deliveryCode: `K-${index}`, storeCode: 'S', userID: '7' });
        await store.enqueue({ call, callId: crypto.randomUUID(), operator: '7', scans: [] }, Date.now());
      }
    })();
  },

  /** Competes for the drain lock. `ledAt` is then when it was won, in Unix ms. */
  compete(): void {
    const channel = new BroadcastChannel('lab');
    lead(
      {
        locks: navigator.locks,
        channel,
        setInterval: (tick, ms) => setInterval(tick, ms),
        clearInterval: (timer) => clearInterval(timer),
      },
      () => Object.assign(lab, { ledAt: Date.now() }),
    );
  },
  ledAt: undefined as number | undefined,
};

export type Lab = typeof lab;
Object.assign(globalThis, { lab });
