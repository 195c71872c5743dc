import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { startNginx } from '#lab/bench/nginx.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import type { WireRequest } from '#wire/message.ts';
import { PEER_NAMESPACE, freePort, sharedNames } from '#e2e/rig/peer.ts';
import { spawnStandin } from '#e2e/rig/standinProcess.ts';
import { sampleCall } from './sampleCalls.ts';

const AT_ONCE = 8;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 4_000;

/** A read that changes nothing, so that a thousandth call finds what the first found. */
const OPERATION = 'GetBagDetailByBagCode';

interface Measured {
  readonly perSecond: number;
  readonly p95Ms: number;
}

/**
 * Calls per second and the 95th percentile of each `UPSTREAM_BINDING` through the gateway, its ledger included, to a
 * stand-in in a process of its own; and of the same binding through nginx, a plain proxy, to the same stand-in.
 */
export async function benchBindings(): Promise<void> {
  using folder = tempDir();
  const standinDir = join(folder.path, 'standin');
  mkdirSync(standinDir);
  await using standin = await spawnStandin(standinDir);
  const port = await freePort();
  const nginx = await startNginx(join(folder.path, 'nginx'), port, proxyConfig(port, standin.url));
  if (typeof nginx === 'string') process.stderr.write(`\nSKIPPED: ${nginx} The gateway is measured alone.\n`);
  process.stdout.write(`${OPERATION}, ${AT_ONCE} at once, ${MEASURE_MS / 1000} s each\n`);
  process.stdout.write('binding     gateway/s  p95 ms   nginx/s  p95 ms\n');
  try {
    for (const binding of Object.keys(bindings) as readonly BindingName[]) {
      const plain = bindings[binding].encodeCall(OPERATION, sampleCall(OPERATION), sharedNames);
      const through = await measureGateway(join(folder.path, binding), standin.url, binding);
      const beside = typeof nginx === 'string' ? undefined : await measure(nginx.url, () => plain);
      process.stdout.write(
        `${binding.padEnd(10)} ${inColumns(through)} ${beside ? inColumns(beside) : '        -       -'}\n`,
      );
    }
  } finally {
    if (typeof nginx !== 'string') await nginx[Symbol.asyncDispose]();
  }
}

function inColumns({ perSecond, p95Ms }: Measured): string {
  return `${perSecond.toFixed(0).padStart(9)} ${p95Ms.toFixed(1).padStart(7)}`;
}

async function measureGateway(dataDir: string, upstream: URL, binding: BindingName): Promise<Measured> {
  await using gateway = await spawnGateway({
    DATA_DIR: dataDir,
    UPSTREAM_URL: upstream.origin,
    REQUESTS_PER_SECOND: '0',
    UPSTREAM_BINDING: binding,
    SERVICE_NAMESPACE: PEER_NAMESPACE,
    LOG_LEVEL: 'silent',
  });
  const form = bindings['http-post'].encodeCall(OPERATION, sampleCall(OPERATION), sharedNames);
  return await measure(new URL(gateway.url), () => ({
    ...form,
    headers: { ...form.headers, 'idempotency-key': randomUUID() },
  }));
}

/** @throws Error where a reply is no 200: a number of failures per second is none. */
async function measure(to: URL, next: () => WireRequest): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const until = async (end: number, times: number[]): Promise<void> => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await once200(agent, to, next());
      times.push(performance.now() - startedAt);
    }
  };
  const all = async (forMs: number): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + forMs;
    await Promise.all(Array.from({ length: AT_ONCE }, () => until(end, times)));
    return times;
  };
  await all(WARM_UP_MS);
  const times = (await all(MEASURE_MS)).sort((a, b) => a - b);
  agent.destroy();
  return { perSecond: (times.length * 1000) / MEASURE_MS, p95Ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN };
}

function once200(agent: Agent, to: URL, { method, path, headers, body }: WireRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, to), { method, agent, headers: { ...headers } }, (incoming) => {
      incoming.resume();
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve();
        else reject(new Error(`${to.host} answered ${incoming.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

/** A plain proxy with kept connections to the service. */
function proxyConfig(port: number, upstream: URL): string {
  return `access_log off;
    upstream standin { server ${upstream.host}; keepalive ${AT_ONCE}; }
    server { listen 127.0.0.1:${port};
      location / { proxy_pass http://standin; proxy_http_version 1.1; proxy_set_header Connection ""; } }`;
}
