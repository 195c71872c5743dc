import type { DecisionsAsked } from '#contract/decision.ts';
import { showBadge } from '#device/badge.ts';
import { createLife } from '#device/life.ts';
import { createPause } from '#device/pause.ts';
import { judgedSite } from '#device/taughtRules.ts';
import { createVault } from '#device/vault.ts';
import { connect, createKept } from '#outbox/store/database.ts';
import type { Drained } from '#outbox/drainPorts.ts';
import { drain } from '#outbox/drainer.ts';
import { beginFreshLog } from '#outbox/store/freshLog.ts';
import { CHANNEL, DATABASE, DRAIN_LOCK, channelWords } from '#outbox/names.ts';
import { hearDecisions } from '#outbox/hearDecisions.ts';
import { openCalls } from '#outbox/openCalls.ts';
import { createSender } from '#outbox/sender.ts';
import { createStore } from '#outbox/store/store.ts';
import { createDecisionExchange } from '#outbox/store/decisionExchange.ts';
import { exchangeDecisions } from '#wire/decisions.ts';
import { probe } from '#wire/hello.ts';
import { send } from '#wire/send.ts';

/** Shorter than a page's: with what a slice may still claim it ends within 20 s. A lost answer is asked for again. */
const SEND_TIMEOUT_MS = 11_000;
const PROBE_TIMEOUT_MS = 4_000;
const READ_BEFORE_TIMEOUT_MS = 1_000;
/** Calls are claimed in the first part of a slice; the last one of them may take its whole time. */
const CLAIM_FOR_MS = 8_000;
/** A sync event may run for three minutes; the rest is the next event's, or a page's. */
const BUDGET_MS = 120_000;

/**
 * Drains the outbox for a sync event, in slices of at most 20 s: between two of them the lock is free, and a page that
 * has been opened meanwhile takes over. Where a page leads there is nothing to do here: it drains.
 *
 * @throws Error where calls are left, so that the browser fires the event again.
 */
export async function drainOnce(): Promise<void> {
  const startedAt = performance.now();
  await beginFreshLog().catch(() => undefined); // no room for it: as it was
  do {
    const drained = await navigator.locks.request(DRAIN_LOCK, { ifAvailable: true }, (lock) =>
      lock ? drainSlice() : undefined,
    );
    if (!drained || drained.kind === 'paused') return;
    if (drained.kind === 'idle' && !drained.isCutShort) return;
    if (drained.kind === 'wait') break;
  } while (performance.now() - startedAt < BUDGET_MS);
  throw new Error('calls are left');
}

type Slice = Drained & { readonly isCutShort: boolean };

async function drainSlice(): Promise<Slice> {
  const connection = connect(DATABASE);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === channelWords.ping) channel.postMessage(channelWords.pong); // alive: the lock need not be stolen
  });
  try {
    return await drainWith(connection, channel);
  } finally {
    channel.close();
    connection.close();
  }
}

async function drainWith(connection: ReturnType<typeof connect>, channel: BroadcastChannel): Promise<Slice> {
  const store = createStore(connection);
  const keep = createKept(connection);
  const vault = createVault(keep, crypto);
  const site = await judgedSite(keep);
  const pause = createPause(keep, vault, () => site);
  const apiKey = site.keyOnGateway ? '' : ((await vault.open()) ?? '');
  const owner = crypto.randomUUID();
  const endsAt = performance.now() + CLAIM_FOR_MS;
  let isCutShort = false;
  const newId = (): string => crypto.randomUUID();
  const life = createLife({
    keep,
    locks: navigator.locks,
    newId,
    monotonic: () => performance.now(),
    now: Date.now,
    markCopied: () => store.markCopied(),
    onCopied: () => channel.postMessage(channelWords.copied),
  });
  const tell = (asked: DecisionsAsked) => exchangeDecisions(fetch.bind(globalThis), asked, PROBE_TIMEOUT_MS);
  const rowsChanged = (): void => channel.postMessage(channelWords.changed);
  const sender = createSender({
    store,
    site: () => site,
    sendNow: (call, how) => send(fetch.bind(globalThis), call, apiKey, site, how),
    newId,
    sendTimeoutMs: SEND_TIMEOUT_MS,
    readBeforeTimeoutMs: READ_BEFORE_TIMEOUT_MS,
    hello: () => life.hello((rotation) => probe(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS, rotation)),
    pause,
    hearOthers: () => hearDecisions(createDecisionExchange(connection), tell, Date.now),
    settingsChanged: () => channel.postMessage(channelWords.settings),
    rowsChanged,
  });
  await store.recover(owner, Date.now());
  const drained = await drain(
    { ...sender, onChange: rowsChanged },
    { failures: 0, printsFrom: Date.now() }, // no person asks here: a print is left to one
    owner,
    () => {
      isCutShort = performance.now() >= endsAt;
      return !isCutShort;
    },
  );
  showBadge(openCalls(await store.totals())); // no page does it here
  return { ...drained, isCutShort };
}
