import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '#contract/attempt.ts';
import { fillLedger } from '#lab/loadOld/run.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';
import type { PostgresHere } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';

/** One run of the move. */
interface MoveRun {
  readonly seconds: number;
  /** The most memory that was seen, in MB. */
  readonly peakMb: number;
  readonly output: string;
}

const LOOK_MS = 100;

/** The heap that the move is given, in MB: what grew with the rows would not fit, and garbage is no part of the figure. */
const HEAP_MB = 64;

/** Runs the move to its end, or kills it once `isEnough` says so of its output. @throws Error where it fails by itself. */
async function runMove(
  to: 'postgres' | 'sqlite',
  env: Readonly<Record<string, string>>,
  isEnough: (output: string) => boolean = () => false,
): Promise<MoveRun> {
  const from = performance.now();
  const args = [`--max-old-space-size=${HEAP_MB}`, programFile('move'), to];
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
  let [output, peakMb] = ['', 0];
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (isEnough(output)) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const looking = setInterval(() => {
    const status = attempt(() => readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? '';
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, LOOK_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(looking);
  if (code !== 0 && !isEnough(output)) throw new Error(`the move ended with ${code}:\n${output}`);
  return { seconds: (performance.now() - from) / 1000, peakMb, output };
}

/** Moves so many calls into PostgreSQL, killed in the middle, and back. */
export async function moveThereAndBack(server: PostgresHere, rows: number) {
  using folder = tempDir();
  await fillLedger(folder.path, rows, Date.now() - rows);
  const before = sumOfCalls(folder.path);
  const DATABASE_URL = await server.database();
  const env = { DATA_DIR: folder.path, DATABASE_URL };
  const half = /^(\d+) rows are moved/gm;
  const killed = await runMove('postgres', env, (output) =>
    [...output.matchAll(half)].some(([, count]) => Number(count) >= rows / 2),
  );
  const [kept] = await server.ask(DATABASE_URL, 'select count(*)::int as n from scanline_calls');
  const ended = await runMove('postgres', env);
  const moved = Number(/^(\d+) rows were moved/m.exec(ended.output)?.[1]);
  const back = await runMove('sqlite', env);
  return {
    there: [killed, ended],
    back,
    keptAtKill: Number(kept?.['n']),
    /** The rows that the second run moved. */
    moved,
    isSame: sumOfCalls(folder.path) === before,
  };
}

function sumOfCalls(dataDir: string): string {
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true });
  let sum = '';
  for (const row of db.prepare('select * from calls order by key').iterate()) {
    const text = JSON.stringify(row, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    );
    sum = hash('sha256', sum + text);
  }
  return sum;
}
