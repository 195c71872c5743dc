import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { createGateway } from '#e2e/rig/gateway.ts';
import { percentile, print, printGate, spread } from './figures.ts';
import { startStandin } from './standin.ts';

const CALLS = 400;
const WARM_UP = 50;

/** RevertOff through the gateway (ledgered, two commits to disk) against the same call straight to a stand-in. */
export async function benchGateway(): Promise<void> {
  const gateway = await createGateway();
  const standin = await startStandin();
  try {
    await gateway.start();
    const direct: number[] = [];
    const through: number[] = [];
    for (let index = 0; index < CALLS + WARM_UP; index += 1) {
      const [straight, ledgered] = [await post(standin.origin, index), await post(gateway.origin, index, randomUUID())];
      if (index < WARM_UP) continue;
      direct.push(straight);
      through.push(ledgered);
    }
    print('gateway: call straight to the stand-in', spread(direct));
    print('gateway: call through the gateway', spread(through));
    const added = (share: number): string => (percentile(through, share) - percentile(direct, share)).toFixed(2);
    const isMet = Number(added(0.95)) <= 10;
    printGate('gateway: added latency', `p50 ${added(0.5)} · p95 ${added(0.95)} ms`, 'p95 ≤ 10 ms', isMet);
  } finally {
    await gateway.remove();
    await standin.stop();
  }
}

/** One call on a connection of its own, as the gateway makes them. @returns milliseconds until the reply is whole. */
function post(origin: string, index: number, key?: string): Promise<number> {
  const body = `deliveryCode=D-${index}&storeCode=S-01-A&apiKey=demo-key-0001&userID=7`;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const sent = request(`${origin}/PDAAPIV1.asmx/RevertOff`, { method: 'POST', agent: false, headers }, (reply) => {
      reply.resume();
      reply.once('end', () =>
        reply.statusCode === 200
          ? resolve(performance.now() - startedAt)
          : reject(new Error(`HTTP ${reply.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
