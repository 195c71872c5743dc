import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

// Asks a gateway one hello after the other until it is told to end, and says how long the longest wait for one was, and how
// much the gateway's own thread worked in one at most, in milliseconds: that much it would be on a machine of its own. It has
// a thread of its own: what takes the large answers beside it keeps it waiting for nothing.
const { url, pid } = workerData as { readonly url: string; readonly pid: number };
const still = { on: true };
parentPort?.once('message', () => (still.on = false));
const longest = { ms: 0, workMs: 0 };
while (still.on) {
  const before = { ms: performance.now(), workMs: workedMs() };
  await (await fetch(`${url}/gateway/hello`)).text();
  longest.ms = Math.max(longest.ms, performance.now() - before.ms);
  longest.workMs = Math.max(longest.workMs, workedMs() - before.workMs);
}
parentPort?.postMessage(longest);

/** Returns what the gateway's own thread, the one that answers, has had of the processors, in milliseconds. */
function workedMs(): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
