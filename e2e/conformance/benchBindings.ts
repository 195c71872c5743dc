import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGateway, tempDir } from '#gateway/rig.ts';
import { type BindingName, bindings } from '#wire/binding.ts';
import type { WireRequest } from '#wire/message.ts';
import { PEER_NAMESPACE, freePort } from './peer.ts';
import { spawnStandin } from './process.ts';
import { sampleCall } from './sampleCalls.ts';
import { sharedNames } from './sides.ts';

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
  const nginx = await startNginx(join(folder.path, 'nginx'), standin.url);
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
    if (typeof nginx !== 'string') await nginx.stop();
  }
}

function inColumns({ perSecond, p95Ms }: Measured): string {
  return `${perSecond.toFixed(0).padStart(9)} ${p95Ms.toFixed(1).padStart(7)}`;
}

async function measureGateway(dataDir: string, upstream: URL, binding: BindingName): Promise<Measured> {
  await using gateway = await spawnGateway({
    DATA_DIR: dataDir,
    UPSTREAM_URL: upstream.origin,
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

/** nginx as a plain proxy, or a sentence saying why there is none. */
async function startNginx(dir: string, upstream: URL): Promise<{ url: URL; stop(): Promise<void> } | string> {
  mkdirSync(dir);
  const port = await freePort();
  const config = join(dir, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  writeFileSync(
    config,
    `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/error.log; worker_processes 1;
     events { worker_connections 256; }
     http { access_log off; ${places.join(' ')}
       upstream standin { server ${upstream.host}; keepalive ${AT_ONCE}; }
       server { listen 127.0.0.1:${port};
         location / { proxy_pass http://standin; proxy_http_version 1.1; proxy_set_header Connection ""; } } }\n`,
  );
  const child: ChildProcess = spawn('nginx', ['-c', config, '-p', dir, '-e', join(dir, 'error.log')], {
    stdio: 'ignore',
  });
  const failed = new Promise<string>((resolve) => {
    child.once('error', () => resolve('nginx is not installed (apt install nginx-light).'));
    child.once('exit', (code) => resolve(`nginx ended with ${code}.`));
  });
  const problem = await Promise.race([failed, listening(port)]);
  if (problem !== undefined) return problem;
  const gone = once(child, 'exit');
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function listening(port: number): Promise<string | undefined> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return undefined;
    await sleep(50);
  }
  return 'nginx did not listen within 5 s.';
}
