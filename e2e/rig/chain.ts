import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { type Call, makeCall } from '#contract/call.ts';
import { judge } from '#site/judging.ts';
import { type Life, createLife } from '#device/life.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { createPause } from '#device/pause.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import type { Vault } from '#device/vault.ts';
import { standinSite } from '#standin/site.ts';
import { createRescue } from '#outbox/handover/rescue.ts';
import { type Connection, connect } from '#outbox/store/database.ts';
import type { DrainMemory, Drained } from '#outbox/drainPorts.ts';
import { drain } from '#outbox/drainer.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { type TriedAt, probe } from '#wire/hello.ts';
import { send } from '#wire/send.ts';

/** One POST of a call as it left the handheld. */
interface Posted {
  readonly key: string;
  readonly body: string;
}

/** A handheld without its screen: the real queue, drain, probe and sending, in this process. */
export interface Chain {
  readonly store: Store;
  /** Every POST that left, in order. */
  readonly posts: Posted[];
  /** Time that it waits for an answer, in ms. */
  timeoutMs: number;
  apiKey: string;
  /** The key was changed on this handheld. */
  keyChanged(): Promise<void>;
  /** Asks the gateway what it says of itself, as a page does from time to time, and also while nothing may be sent. */
  look(): Promise<void>;
  /** Another handheld on a copy of everything that this one has on its disk, as imaging makes it. */
  copy(): Promise<Chain>;
  /** Hands its open calls over, or takes a document over. */
  readonly rescue: ReturnType<typeof createRescue>;
  /** Puts another row in the place of one. */
  change(row: QueuedCall): Promise<void>;
  /** Its small values. */
  readonly kept: ReadonlyMap<string, unknown>;
  /** Scanline is closed and opened again: what was in memory is gone. */
  restart(): void;
  /** Returns where a path is asked: the gateway, or what stands in its place. */
  route: (path: string) => string;
  /** Sets the handheld's clock forward or back, in ms. */
  jump(ms: number): void;
  save(call: Call): Promise<QueuedCall>;
  revertOff(deliveryCode: string): Promise<QueuedCall>;
  /** A person says of a call of which nobody knows that it was not done. */
  saidNotDone(seq: number): Promise<QueuedCall>;
  /** Drains once. */
  drain(): Promise<Drained>;
  /** Drains again and again, each pause skipped on the handheld's clock, until nothing is left to send or `times` are over. */
  drainAll(times?: number): Promise<void>;
  /** The row of a call. */
  row(seq: number): Promise<QueuedCall | undefined>;
  /** The keys under which a call was sent. */
  keysOf(queued: QueuedCall): readonly string[];
}

/** Disk of a handheld. */
interface Disk {
  readonly connection: Connection;
  readonly keep: ReturnType<typeof createMemoryKeep>;
}

function newDisk(): Disk {
  return { connection: connect(`chain-${randomUUID()}`), keep: createMemoryKeep() };
}

async function copyOf({ connection, keep }: Disk): Promise<Disk> {
  const copy = newDisk();
  for (const [name, value] of keep.kept) copy.keep.kept.set(name, structuredClone(value));
  for (const name of ['calls', 'attempts', 'totals'] as const) {
    const [keys, values] = await connection.run((database) =>
      Promise.all([database.getAllKeys(name), database.getAll(name)]),
    );
    await copy.connection.run(async (database) => {
      const { store, done } = database.transaction(name, 'readwrite');
      for (const [at, value] of values.entries()) {
        await store.put(value, store.keyPath === null ? keys[at] : undefined);
      }
      await done;
    });
  }
  return copy;
}

/**
 * @param origin - the gateway's.
 * @param cookie - of a handheld that is enrolled: the gateway has the key then, and this one has none.
 * @param site - what it has heard of the site.
 */
export function createChain(
  origin: string,
  cookie?: string,
  site: SiteConfiguration = standinSite,
  disk = newDisk(),
): Chain {
  const { connection, keep } = disk;
  const store = createStore(connection);
  const memory: DrainMemory = { failures: 0 };
  const posts: Posted[] = [];
  const hasKey = { has: async () => cookie === undefined } as Vault;
  const pause = createPause(keep, hasKey, () => ({ ...site, keyOnGateway: cookie !== undefined }));
  let offsetMs = 0;
  const now = (): number => Date.now() + offsetMs;
  let life = newLife();
  const asked: typeof fetch = (asking, init) => {
    const path = asking as string; // sending and probing ask for nothing else
    if (init?.method === 'POST') {
      posts.push({ key: new Headers(init.headers).get('idempotency-key') ?? '', body: init.body as string });
    }
    const headers = new Headers(init?.headers);
    if (cookie !== undefined) headers.set('cookie', cookie);
    return fetch(new URL(path, chain.route(path)), { ...init, headers });
  };
  function newLife(): Life {
    return createLife({
      keep,
      locks: navigator.locks,
      newId: randomUUID,
      monotonic: () => performance.now() + offsetMs,
      now,
      markCopied: () => store.markCopied(),
    });
  }
  async function askHello(): Promise<TriedAt | undefined> {
    const hello = await life.hello((rotation) => probe(asked, randomUUID(), 2_000, rotation));
    if (hello) await pause.heard(hello);
    return hello && { epoch: hello.epoch, at: hello.now };
  }

  const chain: Chain = {
    store,
    posts,
    timeoutMs: 10_000,
    apiKey: cookie === undefined ? 'demo-key-0001' : '',
    keyChanged: () => pause.keyChanged(),
    async look() {
      await askHello();
    },
    rescue: createRescue(connection),
    kept: keep.kept,
    change: (row) => connection.run(async (database) => void (await database.put('calls', row as never))),
    copy: async () => createChain(origin, cookie, site, await copyOf(disk)),
    restart() {
      life = newLife();
      for (const name of Object.keys(memory)) delete memory[name as keyof DrainMemory];
      memory.failures = 0;
    },
    route: () => origin,
    jump: (ms) => void (offsetMs += ms),
    saidNotDone: (seq) => store.decide(seq, { kind: 'saidNotDone', operator: '7', told: life.told() }, now()),
    save: (call) =>
      store.enqueue({ call, callId: randomUUID(), operator: '7', scans: [], behind: 'any', told: life.told() }, now()),
    revertOff: (deliveryCode) => chain.save(makeCall('RevertOff', { deliveryCode, storeCode: 'S-01-A', userID: '7' })),
    drain() {
      const { apiKey, timeoutMs } = chain;
      const { namespace, partnerOperation } = site;
      const names = { namespace, partnerOperation };
      return drain(
        {
          store,
          send: (queued, idempotencyKey, tried) =>
            send(asked, queued, apiKey, names, { idempotencyKey, ...(tried && { tried }), timeoutMs }),
          probe: askHello,
          judge: (operation, text) => judge(site, operation, text),
          pause: () => pause.code(),
          keyRefused: (why) => pause.keyRefused(why),
          now,
          random: () => 1,
          newId: randomUUID,
          onChange: () => undefined,
        },
        memory,
        'page-1',
        () => true,
      );
    },
    async drainAll(times = 60) {
      for (let left = times; left > 0; left -= 1) {
        const drained = await chain.drain();
        if (drained.kind !== 'wait') return;
        offsetMs += drained.ms + 1;
      }
    },
    row: (seq) => store.get(seq),
    keysOf: ({ parameters }) =>
      posts
        .filter(({ body }) => parameters.every(([name, text]) => new URLSearchParams(body).get(name) === text))
        .map(({ key }) => key),
  };
  return chain;
}
