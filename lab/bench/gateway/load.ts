import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALL, type Side } from './sides.ts';

/** Findings of a load. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Each call of a ledgered side has a key that no other has: the run's own beginning and a number. */
const SCRIPT = `
local n = 0
local prefix
function init(args)
  prefix = args[1]
  wrk.method = 'POST'
  wrk.body = '${CALL.body}'
  wrk.headers['Content-Type'] = '${CALL.contentType}'
end
function request()
  if prefix == '-' then return wrk.format() end
  n = n + 1
  wrk.headers['Idempotency-Key'] = string.format('%s-%08d', prefix, n)
  return wrk.format()
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"calls":%d,"us":%d,"failed":%d,"p50":%d,"p99":%d}\\n', summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end`;

let run = 0;

/**
 * Calls over one side by wrk, a program of its own that takes little of the machine, over so many kept connections.
 *
 * @throws Error where wrk is missing, or any call is not answered with a 200: failures per second are no figure.
 */
export async function load(dir: string, side: Side, connections: number, seconds: number): Promise<Load> {
  const script = join(dir, 'call.lua');
  writeFileSync(script, SCRIPT);
  run += 1;
  const prefix = side.isLedgered ? `bench-${process.pid}-${run}` : '-';
  const args = [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '-s',
    script,
    side.origin + CALL.path,
    prefix,
  ];
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('wrk is not installed (apt install wrk).')));
    child.once('close', () => resolve());
  });
  const line = /^\{.*\}$/m.exec(said)?.[0];
  if (line === undefined) throw new Error(`wrk said:\n${said}`);
  const { calls, us, failed, p50, p99 } = JSON.parse(line) as Readonly<Record<string, number>>;
  if (failed !== 0 || calls === undefined || us === undefined) throw new Error(`${side.name}: ${said}`);
  return { perSecond: (calls * 1e6) / us, p50Ms: (p50 ?? Number.NaN) / 1000, p99Ms: (p99 ?? Number.NaN) / 1000 };
}
