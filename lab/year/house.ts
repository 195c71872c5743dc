import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { copyGateway } from '#e2e/rig/copiedGateway.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import { startService } from '#lab/loadGateways/run.ts';
import { type Authority, createAuthority } from '#main/testing/certificateRig.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { type GatewayProcess, run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { operate } from '#main/testing/operating.ts';
import { type Browser, postAs } from '#main/testing/peopleRig.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { sameClock } from './clock.ts';

/** Milliseconds that the service takes at most before it runs a call, and again before it answers. */
const SERVICE_MS = 4;
/** Milliseconds in which what a gateway asks of its service at its start is answered, before the clocks go on. */
const SETTLES_MS = 500;
/** Back-ups that are kept, as deploy/systemd/scanline-backup.service keeps them. */
const KEPT_BACKUPS = 14;
const CERTIFICATE_DAYS = 90;
/** Days for which it is kept who did what: what is measured for flatness may not grow by it. */
const AUDIT_DAYS = '30';

export type House = Awaited<ReturnType<typeof startHouse>>;

/**
 * A gateway with all that IT keeps beside it: its service, its certificate, its back-ups, its ledger. What somebody has to do is counted in
 * `deeds`, by what it is.
 *
 * @param folder - for all files. @param server - the PostgreSQL to which the ledger moves.
 */
export async function startHouse(folder: string, server: PostgresServer, site: object) {
  const at = (name: string): string => join(folder, name);
  const [journal, keys, siteFile, dataDir, backups, log] = [
    'executed',
    'keys',
    'site.json',
    'data',
    'backups',
    'log',
  ].map(at) as [string, string, string, string, string, string];
  closeSync(openSync(journal, 'w'));
  writeFileSync(siteFile, JSON.stringify(site));
  let key = 'a-key-of-the-year-0';
  writeFileSync(keys, key);
  writeFileSync(at('api-key'), key);
  await using opening = new AsyncDisposableStack();
  const project = at('release');
  const { dist } = await copyGateway(project);
  const service = opening.use(await startService(journal, SERVICE_MS, keys));
  const authority: Authority = createAuthority(folder, 'authority', 1_000);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.caFile, 'utf8')]);
  let certificate = authority.sign('served', { days: CERTIFICATE_DAYS });
  const port = await freePort();
  const origin = `https://127.0.0.1:${port}`;
  const deeds = new Map<string, number>();
  let databaseUrl: string | undefined;
  let life = 0;
  let by: Browser = {};

  const env = (): Record<string, string> => ({
    ...sameClock(),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    UPSTREAM_URL: `http://127.0.0.1:${service.port}`,
    UPSTREAM_API_KEY_FILE: at('api-key'),
    SUPERVISOR_PASSWORD: PASSWORD,
    SITE_CONFIG: siteFile,
    TLS_CERT_FILE: certificate.certFile,
    TLS_KEY_FILE: certificate.keyFile,
    REQUESTS_PER_SECOND: '0',
    AUDIT_DAYS,
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'words',
    PORT: String(port),
    DATA_DIR: dataDir,
    MEMORY_FILE: at(`memory-${life}`),
    MEMORY_EVERY_MS: '60000',
  });
  const start = async (): Promise<GatewayProcess> => {
    life += 1;
    const file = at(`log-${life}`);
    try {
      const started = await spawnGateway(
        env(),
        join(import.meta.dirname, '..', 'loadFloor', 'memory.ts'),
        file,
        project,
      );
      await sleep(SETTLES_MS);
      return started;
    } catch (error) {
      throw new Error(readFileSync(file, 'utf8'), { cause: error });
    }
  };
  let gateway = await start();
  opening.defer(() => gateway.kill());

  const stop = async (): Promise<void> => {
    gateway.child.kill('SIGTERM');
    await gateway.ended();
  };
  const program = async (name: 'backup' | 'move', ...words: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(name, words, env());
    if (code !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    appendFileSync(log, stdout);
  };

  const all = opening.move();
  const house = {
    origin,
    journal,
    deeds,
    /** Counts something that a person has to do. */
    does(what: string): void {
      deeds.set(what, (deeds.get(what) ?? 0) + 1);
    },
    /** Returns the headers of the supervisor, who signs in where nobody is signed in any more. */
    async supervisor(): Promise<Browser> {
      const reply = await fetch(`${origin}/gateway/floor`, { headers: by, redirect: 'manual' });
      await reply.arrayBuffer();
      if (reply.status !== 200) {
        by = await operate(origin, '', PASSWORD);
        house.does('sign in');
      }
      return by;
    },
    /** Posts a form as the supervisor. */
    async post(path: string, fields: Readonly<Record<string, string>>) {
      return postAs({ url: origin }, path, fields, await house.supervisor());
    },
    /** Puts a newer version of the gateway and the app in the place of the one before. @param number - of the version. */
    async update(number: number): Promise<void> {
      await stop();
      writeFileSync(join(dist, 'build-id.txt'), `year${number}`);
      gateway = await start();
      house.does('update the gateway');
    },
    /** Kills the gateway, which whoever watches it starts again: that is nobody’s work. */
    async kill(): Promise<void> {
      await gateway.kill();
      gateway = await start();
    },
    /** The company’s authority renews the certificate; the gateway takes it by itself. */
    renewCertificate(): void {
      certificate = authority.sign('served', { days: CERTIFICATE_DAYS });
    },
    /** The service gets another key, and takes the one before until the gateway has it. */
    async changeKey(): Promise<void> {
      const before = key;
      key = `a-key-of-the-year-${Date.now()}`;
      writeFileSync(keys, `${before}\n${key}`);
      writeFileSync(at('api-key'), key);
      await stop();
      gateway = await start();
      writeFileSync(keys, key);
      house.does('change the key');
    },
    /** Backs the ledger up, as each night does, and keeps the last ones. */
    async backUp(): Promise<void> {
      if (databaseUrl === undefined) await program('backup', 'backup', backups);
      else server.run('pg_dump', ['-Fc', '--no-sync', '-d', databaseUrl, '-f', '/dev/null']);
      const kept = existsSync(backups) ? readdirSync(backups).toSorted() : [];
      for (const old of kept.slice(0, Math.max(0, kept.length - KEPT_BACKUPS)))
        rmSync(join(backups, old), { recursive: true });
    },
    /** The disk of the gateway is gone: last night’s back-up is put in its place. */
    async loseDisk(): Promise<void> {
      await gateway.kill();
      rmSync(dataDir, { recursive: true });
      const [last = ''] = readdirSync(backups).toSorted().slice(-1);
      await program('backup', 'restore', join(backups, last));
      gateway = await start();
      house.does('put a back-up back');
    },
    /** Moves the ledger into PostgreSQL. */
    async move(): Promise<void> {
      await stop();
      databaseUrl = await server.database();
      await program('move', 'postgres');
      gateway = await start();
      house.does('move the ledger');
    },
    /** The size of the ledger, in MB, and what is left of the gateway’s memory after its garbage was collected. */
    async size(): Promise<{ readonly diskMb: number; readonly heapMb: number; readonly where: string }> {
      const bytes =
        databaseUrl === undefined
          ? sizeOf(dataDir)
          : Number(
              (await server.ask(databaseUrl, 'select pg_database_size(current_database())::float8 as n'))[0]?.['n'],
            );
      const file = at(`memory-${life}`);
      const last = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) : undefined;
      const where = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
      return { diskMb: bytes / 2 ** 20, heapMb: Number(last?.split(' ')[1] ?? Number.NaN) / 2 ** 20, where };
    },
    /** Reads what the gateway says of itself to this machine. */
    async health(): Promise<{ readonly warnings?: readonly unknown[] }> {
      return (await (await fetch(`${origin}/gateway/health`, { headers: gateway.here })).json()) as {
        readonly warnings?: readonly unknown[];
      };
    },
    /** Returns the lines of all logs at warning and above, each kind with its count. */
    logged(): ReadonlyMap<string, number> {
      const counts = new Map<string, number>();
      const lines = Array.from({ length: life }, (_, n) => readFileSync(at(`log-${n + 1}`), 'utf8').split('\n')).flat();
      for (const line of lines.filter((each) => each.startsWith('{'))) {
        const { level, msg } = JSON.parse(line) as { level: string; msg: string };
        const kind = `${level}: ${msg.replace(/\d+(?:\.\d+)*/g, '#')}`;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      return counts;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
  return house;
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
