import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './rig.ts';

/** A PostgreSQL server of the tests' own, with nothing in it. */
export type PostgresServer = Exclude<Awaited<ReturnType<typeof startPostgres>>, string>;

/** A server that is there, for whoever makes databases in it and leaves it running. */
export type PostgresHere = ReturnType<typeof reachPostgres>;

/** Settings of a server that no test stops or asks what is on its disk. */
export const UNSYNCED = ['fsync=off', 'full_page_writes=off'] as const;

/**
 * Starts a server on a free port of the loopback. As root it runs as the user postgres, since it refuses root.
 *
 * @param settings - beside the usual ones, by which it syncs to disk as a real one does.
 * @returns the server, or one sentence saying why there is none.
 */
export async function startPostgres(settings: readonly string[] = []) {
  const bin = findPrograms();
  if (bin === undefined) return 'PostgreSQL is not installed here (no initdb in PATH or /usr/lib/postgresql).';
  const user = runAs();
  if (user === undefined) return 'PostgreSQL does not run as root, and there is no user postgres here.';
  const folder = mkdtempSync(join(tmpdir(), 'scanline-postgres-'));
  const data = join(folder, 'data');
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const port = await freePort();
  const here = reachPostgres(port);
  // The files of initdb need not survive a power cut; those of the server are synced.
  here.run('initdb', ['-D', data, '-U', 'scanline', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
  const { start, stop } = createServerProcess({ bin, user, folder, data, port, settings });
  await start();
  /** Starts the server with the files of another folder. */
  const startFrom = async (other: string): Promise<void> => {
    await stop();
    rmSync(data, { recursive: true });
    renameSync(other, data);
    await start();
  };
  return {
    ...here,
    port,
    /** Makes an asynchronous standby. @returns a function that stops the server and promotes the standby in its place. */
    async standby(): Promise<() => Promise<void>> {
      const copy = join(folder, 'standby');
      const from = here.address('postgres');
      here.run('pg_basebackup', ['-d', from, '-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      return async () => {
        await startFrom(copy);
        await ask(from, 'select pg_promote()');
      };
    },
    /** Copies its disk; its connections break. @returns a function that puts the copy back, and starts the server from it. */
    async snapshot(): Promise<() => Promise<void>> {
      const copy = join(folder, 'snapshot');
      await stop();
      execFileSync('/bin/cp', ['-a', data, copy], user);
      await start();
      return () => startFrom(copy);
    },
    /** Stops the server at once; its connections break. */
    stop,
    /** Starts it again where it was. */
    start,
    async [Symbol.asyncDispose](): Promise<void> {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reaches a server that was started on this port, by this process or by another. */
export function reachPostgres(port: number) {
  const bin = findPrograms() ?? '';
  const address = (database: string): string => `postgres://scanline@127.0.0.1:${port}/${database}`;
  return {
    /** The folder of its programs. */
    bin,
    /** Returns the address of a database. */
    address,
    /** Makes a database. @returns its address. */
    async database(): Promise<string> {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await ask(address('postgres'), `create database ${name} strategy file_copy`);
      return address(name);
    },
    ask,
    hold,
    /** Runs a program that comes with the server, such as pg_dump. @returns its output. */
    run(program: string, args: readonly string[], input = ''): string {
      const options = { ...runAs(), cwd: tmpdir(), input, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
      return execFileSync(join(bin, program), args, options);
    },
  };
}

/** Runs a statement in a database. */
async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a statement on a connection that stays open and keeps its locks. @returns a function that ends the connection. */
async function hold(url: string, text: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  return () => client.end();
}

/** A server's folders and port, and the user that it runs as. */
interface ServerPlace {
  readonly bin: string;
  readonly user: NonNullable<ReturnType<typeof runAs>>;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly settings: readonly string[];
}

/** Makes a process of the server, which may be stopped and started again. */
function createServerProcess({ bin, user, folder, data, port, settings: own }: ServerPlace) {
  let child: ChildProcess | undefined;
  return {
    async stop(): Promise<void> {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'close');
      child.stdin?.end();
      await ended;
    },
    async start(): Promise<void> {
      const settings = [
        'listen_addresses=127.0.0.1',
        `port=${port}`,
        'unix_socket_directories=',
        'max_connections=200',
        ...own,
      ];
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
      // The shell between them ends the server at the end of its input, also when the test is killed. It ends it at once:
      // what must be on disk is there.
      const script = '"$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server';
      child = spawn('/bin/sh', ['-c', script, 'sh', join(bin, 'postgres'), ...args], {
        ...user,
        cwd: folder,
        stdio: ['pipe', 'ignore', 'pipe'],
      });
      await saysReady(child);
    },
  };
}

/** Says on standard error why tests on PostgreSQL are skipped. */
export function sayWhySkipped(sentence: string): void {
  process.stderr.write(`\nSKIPPED: ${sentence} What needs it was not tested.\n`);
}

function saysReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}

/** Finds the folder of initdb and its like: the newest of Debian's packages, else one in PATH. */
function findPrograms(): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const inPath = (process.env['PATH'] ?? '').split(delimiter);
  const folders = [...versions.map((version) => join(packaged, version, 'bin')), ...inPath];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Returns the user that the server runs as; empty: the test's own, `undefined`: there is none. */
function runAs(): { readonly uid?: number; readonly gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const idOf = (what: string): number =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}
