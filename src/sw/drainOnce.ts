import { judge } from '#contract/site.ts';
import { createPause } from '#device/pause.ts';
import { keptSite } from '#device/siteKeep.ts';
import { createVault } from '#device/vault.ts';
import { connect } from '#outbox/database.ts';
import { drain } from '#outbox/drainer.ts';
import { createKept } from '#outbox/kept.ts';
import { DRAIN_LOCK } from '#outbox/leader.ts';
import { createStore } from '#outbox/store.ts';
import { probe } from '#wire/hello.ts';
import { send } from '#wire/send.ts';

const DATABASE = 'scanline';
const CHANNEL = 'scanline-outbox';
const SEND_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 5_000;
/** A sync event may run for three minutes; the rest is the next event's, or a page's. */
const BUDGET_MS = 120_000;

/**
 * Drains the outbox once, for a sync event. Where a page leads there is nothing to do here: it drains.
 *
 * @throws Error where calls are left, so that the browser fires the event again.
 */
export async function drainOnce(): Promise<void> {
  await navigator.locks.request(DRAIN_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const connection = connect(DATABASE);
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'ping') channel.postMessage('pong'); // alive: the lock need not be stolen
    });
    try {
      await drainWith(connection, channel);
    } finally {
      channel.close();
      connection.close();
    }
  });
}

async function drainWith(connection: ReturnType<typeof connect>, channel: BroadcastChannel): Promise<void> {
  const store = createStore(connection);
  const keep = createKept(connection);
  const vault = createVault(keep, crypto);
  const site = await keptSite(keep);
  const pause = createPause(keep, vault, () => site);
  const { namespace, partnerOperation } = site;
  const apiKey = site.keyOnGateway ? '' : ((await vault.open()) ?? '');
  const owner = crypto.randomUUID();
  const startedAt = performance.now();
  await store.recover(owner, Date.now());
  const drained = await drain(
    {
      store,
      send: (queued, key, tried) =>
        send(
          fetch.bind(globalThis),
          queued,
          apiKey,
          { namespace, partnerOperation },
          {
            idempotencyKey: key,
            ...(tried && { tried }),
            timeoutMs: SEND_TIMEOUT_MS,
          },
        ),
      async probe() {
        const hello = await probe(fetch.bind(globalThis), crypto.randomUUID(), PROBE_TIMEOUT_MS);
        return hello && { epoch: hello.epoch, at: hello.now };
      },
      judge: (operation, text) => judge(site, operation, text),
      pause: () => pause.code(),
      async keyRefused() {
        await pause.keyRefused();
        channel.postMessage('settings');
      },
      now: Date.now,
      random: Math.random,
      newId: () => crypto.randomUUID(),
      onChange: () => channel.postMessage('changed'),
    },
    { failures: 0 },
    owner,
    () => performance.now() - startedAt < BUDGET_MS,
  );
  if (drained.kind === 'wait') throw new Error('calls are left');
}
