import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { percentile, print, printGate, spread } from '#lab/bench/figures.ts';
import { type PostgresServer, startPostgres } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { timeOneByOne } from './oneClient.ts';
import { type Service, type Side, type Sides, startSides } from './sides.ts';
import { measureThroughput } from './throughput.ts';

const CALLS = 600;

/** The gateway beside nginx, both before the same plain service: what a call costs one client, and how many fit. */
export async function benchGateway(): Promise<void> {
  measureDisk();
  await withSides('SQLite', {}, 'nginx', async (dir, sides) => {
    await measureLatency(sides, 4);
    await measureThroughput(dir, sides);
  });
  await withSides('SQLite', {}, 'Node', async (dir, sides) => {
    print('', 'the same before a service on Node');
    await measureThroughput(dir, sides, 3, [32]);
  });
  const server = await startPostgres();
  if (typeof server === 'string') return print('gateway: ledger in PostgreSQL', `not measured: ${server}`);
  await withPostgres(server);
}

async function withPostgres(started: PostgresServer): Promise<void> {
  await using server = started;
  await withSides('PostgreSQL', { DATABASE_URL: await server.database() }, 'nginx', async (dir, sides) => {
    print('', 'the same with the ledger in PostgreSQL on this machine: no gate');
    await measureLatency(sides);
    await measureThroughput(dir, sides, 2, [32], false);
  });
}

async function withSides(
  ledger: string,
  env: Readonly<Record<string, string>>,
  service: Service,
  measure: (dir: string, sides: Sides) => Promise<void>,
): Promise<void> {
  using folder = tempDir();
  const started = await startSides(folder.path, env, service);
  if (typeof started === 'string') return print(`gateway: ledger in ${ledger}`, `not measured: ${started}`);
  await using sides = started;
  await measure(folder.path, sides);
}

/** @param gateMs - what a ledgered call may add at the median, over a kept connection. */
async function measureLatency(sides: Sides, gateMs?: number): Promise<void> {
  for (const kept of [true, false]) {
    const how = kept ? 'kept connection' : 'new connection';
    const order = [sides.direct, sides.nginx, sides.unledgered, sides.ledgered];
    const times = await timeOneByOne(order, CALLS, kept);
    const of = ({ name }: Side): number[] => times.get(name) ?? [];
    for (const side of order) print(`gateway: one client, ${how}, ${side.name}`, spread(of(side)));
    const added = (side: Side, share: number): number =>
      percentile(of(side), share) - percentile(of(sides.direct), share);
    const inWords = (side: Side): string =>
      `p50 ${added(side, 0.5).toFixed(2)} · p95 ${added(side, 0.95).toFixed(2)} ms`;
    for (const side of [sides.nginx, sides.unledgered]) print(`gateway: added by ${side.name}`, inWords(side));
    const what = `gateway: added by ${sides.ledgered.name}`;
    if (gateMs === undefined) print(what, inWords(sides.ledgered));
    else printGate(what, inWords(sides.ledgered), `p50 ≤ ${gateMs} ms`, added(sides.ledgered, 0.5) <= gateMs);
  }
}

/** Prints what two pages cost on this disk, written and synced: the ledger does it twice for a call. */
function measureDisk(): void {
  using folder = tempDir();
  const file = openSync(join(folder.path, 'pages'), 'w');
  const pages = Buffer.alloc(8192, 1);
  const times: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    const startedAt = performance.now();
    writeSync(file, pages, 0, pages.length, (index % 100) * pages.length);
    fsyncSync(file);
    if (index >= 100) times.push(performance.now() - startedAt);
  }
  closeSync(file);
  print('gateway: two pages to this disk, synced', spread(times));
}
