import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localHeaders } from '#http/fromHere.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

/** Hundreds of gateways are started from the same sources: what Node makes of them is kept, and halves each start. */
const compileCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'scanline-node');

/** The stand-in's own patterns do not hold where a test has none: a code may look like anything, and may be of any task. */
const anyCode = { codes: {}, opens: [] };

/** One execution at the stand-in, as its journal tells it. */
export interface Execution {
  readonly id: number;
  readonly operation: string;
  readonly parameters: readonly (readonly [string, string])[];
  /** Names as they came in the form body, the key among them. */
  readonly order: readonly string[];
}

/** A fault of the stand-in; see `/gateway/standin/faults`. */
export interface Fault {
  readonly kind: string;
  readonly operation?: string;
  readonly times?: number;
  readonly delayMs?: number;
}

/** A real gateway process on one port for the life of a test: stopped, killed and started again at will. */
export interface Gateway {
  readonly origin: string;
  readonly dataDir: string;
  /** Writes its site file: before it starts, or while it runs. */
  configure(site: object): Promise<void>;
  start(): Promise<void>;
  /** SIGTERM, and waits until it has ended. */
  stop(): Promise<void>;
  /** SIGKILL, and waits until it has ended. */
  kill(): Promise<void>;
  /** Returns what a program on its machine shows it, while it runs. */
  here(): Record<string, string>;
  executions(operation?: string): Promise<readonly Execution[]>;
  fault(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  /** Everything it has printed, over all its starts. */
  printed(): string;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/**
 * A gateway on a free port, not started yet; with the stand-in, unless `env` names a service.
 *
 * @param env - set beside `PORT` and `DATA_DIR`.
 * @param entry - what Node runs; or names the program that is run without arguments, and is asked at each start.
 */
export async function createGateway(
  env: Readonly<Record<string, string>> = {},
  entry: string | (() => string) = programFile('start'),
): Promise<Gateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scanline-gateway-'));
  const siteFile = join(dataDir, 'site.json'); // else a site.json of whoever runs this would be taken
  const configure = (site: object): Promise<void> => writeFile(siteFile, JSON.stringify({ ...anyCode, ...site }));
  await configure({});
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let printed = '';

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  const here = (): Record<string, string> => localHeaders(dataDir);

  async function ask(
    path: string,
    init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<unknown> {
    const headers = { ...here(), ...init?.headers };
    const reply = await fetch(`${origin}/gateway/standin/${path}`, { ...init, headers });
    if (!reply.ok) throw new Error(`${path}: HTTP ${reply.status} ${await reply.text()}`);
    return reply.status === 204 ? undefined : reply.json();
  }

  return {
    origin,
    dataDir,
    configure,
    async start() {
      const [program, ...args] = typeof entry === 'string' ? [process.execPath, entry] : [entry()];
      const started = spawn(program, args, {
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: compileCache,
          LOG_LEVEL: 'warn',
          SITE_CONFIG: siteFile,
          UPSTREAM_URL: 'stand-in',
          ...env,
          PORT: String(port),
          DATA_DIR: dataDir,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          printed += chunk.toString();
          if (printed.slice(from).includes(`localhost:${port}`)) resolve();
        };
        const from = printed.length;
        started.stdout.on('data', read);
        started.stderr.on('data', read);
        started.once('exit', (code) => reject(new Error(`the gateway ended with ${code}:\n${printed.slice(from)}`)));
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    here,
    async executions(operation) {
      const { executions } = (await ask('journal')) as { executions: readonly Execution[] };
      return operation === undefined ? executions : executions.filter((execution) => execution.operation === operation);
    },
    async fault(fault) {
      const headers = { 'content-type': 'application/json' };
      await ask('faults', { method: 'POST', headers, body: JSON.stringify(fault) });
    },
    async clearFaults() {
      await ask('faults', { method: 'DELETE' });
    },
    printed: () => printed,
    async remove() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A TCP port of the loopback interface that is free now, and that no connection is given by itself: those are from 32768
 * on, and one of them took the place of a gateway that was stopped for a moment.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('no port is free');
}
