import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Proxy, hasNginx, startNginx } from '#e2e/deploy/proxyRig.ts';
import { type Chain, createChain } from '#e2e/rig/chain.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { type QueuedCall, endedStates, openStates } from '#outbox/state/queuedCall.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';

const OPENSSL = 'openssl';
const METRICS_TOKEN = 'for-this-load-alone';

/** Tells whether what stands before the gateways is installed here. */
export function hasProxy(): boolean {
  return hasNginx() && spawnSync(OPENSSL, ['version']).status === 0;
}

/** Count of calls, by how many handhelds, and how often a gateway is killed. */
export interface LoadPlan {
  readonly calls: number;
  readonly handhelds: number;
  readonly kills: number;
}

/** Outcome of the calls. */
export interface LoadReport {
  readonly calls: number;
  /** Rows of the handhelds' queues that hold the service's answer. */
  readonly answered: number;
  /** Rows that are shown to a person: nobody knows whether they ran. */
  readonly unconfirmed: number;
  /** Further things in the queues: nothing, or the run failed. */
  readonly others: readonly string[];
  /** Calls that the service ran. */
  readonly executed: number;
  /** Calls that the service ran more than once. */
  readonly twice: readonly string[];
  /** Calls that are answered and never ran, or ran and are neither answered nor unconfirmed. */
  readonly untrue: readonly string[];
  /** Count of the unconfirmed that had run. */
  readonly unconfirmedThatRan: number;
  /** Count of calls of unknown outcome, as the ledger says. */
  readonly unknownInLedger: number;
  /** Counts of the calls that each gateway forwarded or answered from the ledger. */
  readonly atGateway: readonly number[];
  /** Calls that the killed gateway had under way, one figure for each kill. */
  readonly underWay: readonly number[];
  readonly seconds: number;
}

/**
 * Two gateways on one PostgreSQL, nginx before them by the file that is shipped, a service that writes down what it
 * runs, and handhelds with the queue that is shipped, all of them processes but the handhelds. Gateways are killed by
 * SIGKILL in the middle, in turn, and started again a second later.
 */
export async function runLoad(server: PostgresServer, plan: LoadPlan): Promise<LoadReport> {
  using folder = tempDir();
  const journal = join(folder.path, 'executed');
  closeSync(openSync(journal, 'w'));
  const executed = (): string[] => readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  await using service = await startService(journal);
  const url = await server.database();
  const ports = [await freePort(), await freePort()];
  const start = (at: number): Promise<GatewayProcess> =>
    spawnGateway({
      DATABASE_URL: url,
      UPSTREAM_URL: `http://127.0.0.1:${service.port}`,
      TRUSTED_PROXY: '127.0.0.1',
      METRICS_TOKEN,
      PORT: String(ports[at]),
      DATA_DIR: join(folder.path, `gateway-${at}`),
      LOG_LEVEL: 'error',
    });
  const gateways = await Promise.all([start(0), start(1)]);
  await using proxy = stopping(await startNginx(ports));
  setDefaultCACertificates([...getCACertificates('default'), proxy.certificate]);
  const handhelds = Array.from({ length: plan.handhelds }, () => createChain(`https://localhost:${proxy.port}`));
  const atGateway = [0, 0];
  try {
    const since = performance.now();
    await Promise.all(handhelds.map((handheld, at) => fill(handheld, at, plan)));
    const progress = { isOver: false };
    const all = Promise.all(handhelds.map(drainWell)).finally(() => (progress.isOver = true));
    const underWay: number[] = [];
    for (let kill = 0; kill < plan.kills; kill += 1) {
      const from = (plan.calls * (kill + 1)) / (plan.kills + 2);
      const at = kill % 2;
      while (!progress.isOver && executed().length < from) await sleep(5);
      let { running, calls } = await look(ports[at]);
      while (!progress.isOver && running === 0) ({ running, calls } = await look(ports[at])); // a kill that hurts
      if (progress.isOver) break;
      atGateway[at] = (atGateway[at] ?? 0) + calls;
      underWay.push(running);
      await gateways[at]?.kill();
      await sleep(1_000);
      gateways[at] = await start(at);
    }
    await all;
    const seconds = (performance.now() - since) / 1000;
    for (const [at, port] of ports.entries()) atGateway[at] = (atGateway[at] ?? 0) + (await look(port)).calls;
    const unknown = await server.ask(
      url,
      `select count(*)::int as n from scanline_calls where state = 'outcome-unknown'`,
    );
    const facts = { atGateway, underWay, seconds, unknownInLedger: Number(unknown[0]?.['n']) };
    return { ...(await account(handhelds, executed())), calls: plan.calls, ...facts };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.kill()));
  }
}

/** Saves a handheld's share of the calls; no two of a run have the same code. */
async function fill(handheld: Chain, at: number, { calls, handhelds }: LoadPlan): Promise<void> {
  for (let n = at; n < calls; n += handhelds) await handheld.revertOff(`D-${String(n).padStart(6, '0')}`);
}

/** Drains until nothing is left to send. The queue's pauses are shortened, not skipped: a gateway needs time to start. */
async function drainWell(handheld: Chain): Promise<void> {
  for (;;) {
    const drained = await handheld.drain();
    if (drained.kind !== 'wait') return;
    await sleep(Math.min(drained.ms, 100));
    handheld.jump(drained.ms);
  }
}

/** Returns what the queues say, held against what the service ran. */
async function account(handhelds: readonly Chain[], executed: readonly string[]) {
  const ran = new Map<string, number>();
  for (const code of executed) ran.set(code, (ran.get(code) ?? 0) + 1);
  const counts = { answered: 0, unconfirmed: 0, unconfirmedThatRan: 0 };
  const others: string[] = [];
  const untrue: string[] = [];
  const accounted = new Set<string>();
  for (const { store } of handhelds) {
    for (const { parameters, state, trouble } of await everyRow(store)) {
      const code = new Map(parameters).get('deliveryCode') ?? '';
      if (state === 'answered') {
        counts.answered += 1;
        if (!ran.has(code)) untrue.push(`${code} is answered and never ran`);
      } else if (state === 'unconfirmed') {
        counts.unconfirmed += 1;
        if (ran.has(code)) counts.unconfirmedThatRan += 1;
      } else {
        others.push(`${code}: ${state} ${JSON.stringify(trouble)}`);
        continue;
      }
      accounted.add(code);
    }
  }
  for (const code of ran.keys()) if (!accounted.has(code)) untrue.push(`${code} ran, and no queue says so`);
  const twice = [...ran].filter(([, times]) => times > 1).map(([code]) => code);
  return { ...counts, others, untrue, twice, executed: ran.size };
}

/** All that was ever saved: rows are kept until they are old. */
async function everyRow(store: Chain['store']): Promise<readonly QueuedCall[]> {
  const states = [...openStates, ...endedStates];
  return (await Promise.all(states.map((state) => store.list(state, 1_000_000)))).flat();
}

/** Returns what a gateway says of itself. */
async function look(port: number | undefined): Promise<{ readonly running: number; readonly calls: number }> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/gateway/metrics`, { headers })).text();
  const calls = [...text.matchAll(/^scanline_calls_total\{.*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
  return { running: Number(/^scanline_calls_running (\d+)$/m.exec(text)?.[1]), calls };
}

/**
 * Starts the service that writes down what it runs.
 *
 * @param takesMs - the longest before it runs a call, and before it answers. @param keyFile - a file with the access keys that it takes, a line
 * each; empty: it takes any.
 */
export async function startService(
  journal: string,
  takesMs = 250,
  keyFile = '',
): Promise<AsyncDisposable & { readonly port: number }> {
  const args = [join(import.meta.dirname, 'countingService.ts'), journal, String(takesMs), keyFile];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(port.toString()),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Makes a proxy stop at the end of its scope. */
export function stopping(proxy: Proxy): Proxy & AsyncDisposable {
  return { ...proxy, [Symbol.asyncDispose]: () => proxy.stop() };
}
