import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { GatewayProcess } from '#main/testing/gatewayProcess.ts';
import type { Sent, Target } from './shapes.ts';

/** State of the gateway while something was sent to it. */
export interface Seen {
  /** Time that one of them took of its processors, in milliseconds. */
  readonly costMs: number;
  /** The longest wait for `/gateway/health/live`, in milliseconds, without what other programs on the machine took of it. */
  readonly silentMs: number;
  /** The most memory that it held, in MB. */
  readonly peakMb: number;
  /** Answer to the first of them. */
  readonly status: string;
}

/** A client that nothing comes back to is done after so long, in milliseconds. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 20;
/** So many characters of what a gateway said before it ended. */
const LAST_WORDS = 2_000;

const kept = new Agent({ keepAlive: true, maxSockets: 1 });

/** Runs the same so many times at once, and looks at the gateway meanwhile. @param one - resolves with the status. */
export async function watch(
  gateway: GatewayProcess,
  times: number,
  one: (index: number) => Promise<string>,
): Promise<Seen> {
  const pid = gateway.child.pid ?? 0;
  forgetPeak(pid);
  const before = processorMs(pid);
  const still = { on: true };
  const silent = silence(gateway.url, pid, () => still.on);
  silent.catch(() => {}); // heard below
  const statuses = await Promise.all(Array.from({ length: times }, (_, index) => one(index)));
  still.on = false;
  const silentMs = await silent.catch((error: unknown) => {
    throw new Error(`the gateway is gone: ${gateway.output().slice(-LAST_WORDS)}`, { cause: error });
  });
  return { costMs: (processorMs(pid) - before) / times, silentMs, peakMb: peakMb(pid), status: statuses[0] ?? '' };
}

/** Sends a request as it is, and waits until its connection is closed. @returns the status; `-`: there was none. */
export function send(url: string, target: Target, rights: readonly string[], sent: Sent): Promise<string> {
  const bytes = bytesOf(target, rights, sent);
  const { pieces = bytes.length, goes } = sent;
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let came = '';
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(/^HTTP\/1\.1 (\d+)/.exec(came)?.[1] ?? '-');
    };
    const timer = setTimeout(end, PATIENCE_MS);
    socket.setNoDelay(true);
    socket.on('error', () => {}).on('close', end);
    socket.on('data', (chunk: Buffer) => (came ||= chunk.toString('latin1')));
    for (let at = 0; at < bytes.length; at += pieces) socket.write(bytes.subarray(at, at + pieces));
    if (goes) socket.end();
  });
}

function bytesOf({ method, ...target }: Target, rights: readonly string[], sent: Sent): Buffer {
  const { path = target.path, head = [], body = Buffer.alloc(0), length = body.length, times = 1 } = sent;
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const own = [framing, ...rights.filter((line) => !head.some((other) => isSameHeader(line, other))), ...head];
  const text = (...more: readonly string[]): Buffer => {
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...more, ...own];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  };
  const before = Array.from({ length: times - 1 }, () => text());
  return Buffer.concat([...before, text('Connection: close')]);
}

function isSameHeader(one: string, other: string): boolean {
  return one.slice(0, one.indexOf(':')).toLowerCase() === other.slice(0, other.indexOf(':')).toLowerCase();
}

/** Asks whether it lives, again and again. @returns the longest wait. */
async function silence(url: string, pid: number, isOn: () => boolean): Promise<number> {
  let longest = 0;
  while (isOn()) {
    const askedAt = performance.now();
    const before = [scheduled(pid, pid), scheduled(process.pid, process.pid)] as const;
    await live(url.replace('localhost', '127.0.0.1'));
    const after = [scheduled(pid, pid), scheduled(process.pid, process.pid)] as const;
    const keptWaiting = Math.max(...after.map(({ waitedMs }, at) => waitedMs - (before[at]?.waitedMs ?? 0)));
    const worked = after[0].workedMs - before[0].workedMs;
    longest = Math.max(longest, worked, performance.now() - askedAt - keptWaiting);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return longest;
}

/** Asks once whether it lives; on another connection where the gateway has just closed the one that was kept. */
function live(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = get(`${url}/gateway/health/live`, { agent: kept }, (reply) => {
      reply.resume();
      reply.once('end', resolve).once('error', reject);
    });
    asking.once('error', (error) => {
      if (asking.reusedSocket) resolve(live(url));
      else reject(error);
    });
  });
}

/** Returns what all threads of a process have had of the processors, in milliseconds. */
function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + scheduled(pid, thread).workedMs, 0);
}

/** Returns what a thread has had of the processors, and how long it could have worked and had none, in milliseconds. */
function scheduled(pid: number, thread: number | string): { readonly workedMs: number; readonly waitedMs: number } {
  const [worked, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 };
}

/** The most memory that a process held since `forgetPeak`, in MB. */
function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
