import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { programFile } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';
import { fillLedger } from '#lab/loadOld/run.ts';
import { percentile, print, printGate } from './figures.ts';

const RUNS = 11;
const ROWS = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 3;

/** A program that is started, and what its environment is for one run. */
interface Side {
  readonly name: string;
  readonly file: string;
  readonly dataDir?: string;
}

/** One start: from exec to the first hello that was answered, and the memory then. */
interface Start {
  readonly ms: number;
  readonly rssMb: number;
}

/** The gateway as a release starts it, beside a server of Fastify alone, each from exec to its first answered hello. */
export async function benchStart(): Promise<void> {
  using full = tempDir();
  await fillLedger(full.path, ROWS, Date.now() - 20 * DAY_MS);
  const gateway = programFile('start');
  const sides: readonly Side[] = [
    { name: 'Fastify, bare', file: join(import.meta.dirname, 'bareFastify.ts') },
    { name: 'gateway, SQLite, empty', file: gateway },
    { name: `gateway, SQLite, ${ROWS} calls`, file: gateway, dataDir: full.path },
  ];
  const starts = new Map<Side, Start[]>(sides.map((side) => [side, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const side of sides) {
      const start = await startOnce(side);
      if (run > 0) starts.get(side)?.push(start); // the first of each warms the disk's cache
    }
  }
  const median = (side: Side, of: (start: Start) => number): number =>
    percentile((starts.get(side) ?? []).map(of), 0.5);
  const [bare, ...ours] = sides as [Side, ...Side[]];
  const floorMs = median(bare, ({ ms }) => ms);
  for (const side of sides) {
    const times = (starts.get(side) ?? []).map(({ ms }) => ms);
    const seen = `median ${percentile(times, 0.5).toFixed(0)}, best ${Math.min(...times).toFixed(0)} ms (n = ${RUNS})`;
    const memory = `${median(side, ({ rssMb }) => rssMb).toFixed(0)} MB then`;
    print(`start to the first hello: ${side.name}`, `${seen}, ${memory}`);
  }
  for (const side of ours) {
    const ratio = median(side, ({ ms }) => ms) / floorMs;
    const seen = `${ratio.toFixed(2)} × Fastify, bare`;
    if (side.dataDir === undefined) printGate(`start: ${side.name}`, seen, `≤ ${MOST}`, ratio <= MOST);
    else print(`start: ${side.name}`, `${seen}; SQLite’s check of the file alone: ${checked(side.dataDir)}`);
  }
}

/** Runs the check that finds a damaged ledger, which each start waits for. @returns how long it takes, in words. */
function checked(dataDir: string): string {
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true });
  const startedAt = performance.now();
  db.prepare('pragma quick_check(1)').get();
  return `${(performance.now() - startedAt).toFixed(0)} ms`;
}

/** Starts a program, asks it for a hello as soon as it says where it is, and ends it. */
async function startOnce({ file, dataDir }: Side): Promise<Start> {
  using own = dataDir === undefined ? tempDir() : undefined;
  const env = { PATH: process.env['PATH'], PORT: '0', UPSTREAM_URL: 'stand-in', DATA_DIR: dataDir ?? own?.path };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (/ on \S+ \(/.test(output)) break;
  }
  const [, origin = ''] = / on (\S+) \(/.exec(output) ?? [];
  const reply = await fetch(`${origin}/gateway/hello?nonce=n1`);
  await reply.arrayBuffer();
  const ms = performance.now() - startedAt;
  if (reply.status !== 200) throw new Error(`${file}: HTTP ${reply.status}`);
  const status = readFileSync(`/proc/${child.pid ?? 'self'}/status`, 'utf8');
  child.kill('SIGTERM');
  await ended;
  return { ms, rssMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024 };
}
