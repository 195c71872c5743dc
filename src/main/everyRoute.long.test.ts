import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeTables } from './server.ts';
import { signIn } from '#main/testing/operating.ts';
import { KEY, PASSWORD, call, enrolled } from '#main/testing/deviceRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Browser, person } from '#main/testing/peopleRig.ts';
import type { PostgresHere } from '#main/testing/postgresRig.ts';
import { heapAsDeployed, memoryLimitsMb } from '#main/testing/limits.ts';
import { tempDir } from '#main/testing/rig.ts';
import { sharedPostgres } from '#main/testing/sharedPostgres.ts';

/** `npm run lab -- load:routes`: the ledger of a year, and each path two thousand times in a row too, or as often as a minute has room for. */
const isWhole = process.env['LAB'] === 'load:routes';
const AT_ONCE = 60;
const IN_A_ROW = isWhole ? 2_000 : 0;
/** The longest row of one path, in milliseconds: a few pages look through a year's calls each time. */
const ROW_MS = 60_000;
const KEY_OF_CALL = 'b6f1d3a2-7c1e-4f57-9d3e-0c2a5b8e1f42';
const CALLS = isWhole ? 1_000_000 : 5_000;
const HANDHELDS = 20_000;
/** The longest that the sign of life may take in the best of three walks, in milliseconds. */
const LONGEST_MS = 1_000;
const MOST_TAKEN = 1024 * 1024;
/** The least memory that a file of deploy/ gives, in MB. */
const MOST_MB = Math.min(...memoryLimitsMb());

/** Left out: a stream is bounded by itself, and these end what the walk walks with. */
const LEFT_OUT = ['/gateway/floor/live', '/gateway/sign-out', '/gateway/provision/sign-out', '/gateway/enrol/end'];

/** Each page, file and form, but for what stands for many. A form is sent as it stands when nothing is entered. */
const routes = routeTables
  .flatMap((table) => Object.keys(table))
  .map((route) => route.split(' ') as [method: string, path: string])
  .filter(([method, path]) => method !== 'DELETE' && !path.endsWith('*') && !path.includes('.asmx'))
  .filter(([, path]) => !LEFT_OUT.includes(path) && !path.endsWith('/revoke-all'));

/** A database with a year's calls and many handhelds. */
interface Kind {
  readonly name: string;
  readonly place: () => Promise<{
    readonly env: Readonly<Record<string, string>>;
    readonly fill: (dataDir: string) => Promise<void>;
  }>;
}

const server = isWhole ? await sharedPostgres() : undefined;
const kinds: readonly Kind[] = [
  { name: 'SQLite', place: async () => ({ env: {}, fill: async (dataDir) => fillSqlite(dataDir) }) },
  ...(server ? [postgres(server)] : []),
];

function postgres(at: PostgresHere): Kind {
  return {
    name: 'PostgreSQL',
    async place() {
      const url = await at.database();
      const calls = `insert into scanline_calls (key, fingerprint, operation, state, received_at, worker, detail)
        select 'call-' || (10000000 + n), '', 'RevertOff', 'answered', $1::bigint + n, '7', repeat('x', 300) from generate_series(1, $2::int) n`;
      const floor = `insert into scanline_floor (id, device, name, seen_at, oldest)
        select 'x' || n, 0, 'Dock ' || n, $1::bigint - n, n % 7 from generate_series(1, $2::int) n`;
      return {
        env: { DATABASE_URL: url },
        async fill() {
          await at.ask(url, calls, [Date.now(), CALLS]);
          await at.ask(url, floor, [Date.now(), HANDHELDS]);
        },
      };
    },
  };
}

function fillSqlite(dataDir: string): void {
  const ledger = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  const addCall = ledger.prepare(
    `insert into calls (key, fingerprint, operation, state, received_at, worker, detail) values (?, '', 'RevertOff', 'answered', ?, '7', ?)`,
  );
  ledger.exec('begin');
  for (let n = 0; n < CALLS; n += 1) addCall.run(`call-${10_000_000 + n}`, Date.now() + n, 'x'.repeat(300));
  ledger.exec('commit');
  ledger.close();
  const floor = new DatabaseSync(join(dataDir, 'floor.sqlite'));
  const addHandheld = floor.prepare('insert into floor (id, device, name, seen_at, oldest) values (?, 0, ?, ?, ?)');
  floor.exec('begin');
  for (let n = 0; n < HANDHELDS; n += 1) addHandheld.run(`x${n}`, `Dock ${n}`, Date.now() - n, n % 7);
  floor.exec('commit');
  floor.close();
}

/** Takes a reply, of a file no more than its first megabyte: a year's export is a minute long, and two thousand of them a day. */
async function takeSome({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const part of body ?? []) if ((bytes += (part as Uint8Array).byteLength) > MOST_TAKEN) break;
}

/** Asks for a route sixty times at once, and then in a row. @returns the statuses, and the longest that the sign of life took meanwhile. */
async function walk(url: string, [method, path]: readonly [method: string, path: string], headers: Browser) {
  const asked = { isOver: false, longestMs: 0 };
  const looking = (async () => {
    while (!asked.isOver) {
      const began = performance.now();
      await (await fetch(`${url}/gateway/health/live`)).text();
      asked.longestMs = Math.max(asked.longestMs, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const ask = async (): Promise<number> => {
    const body = method === 'POST' ? { body: new URLSearchParams() } : {};
    const reply = await fetch(url + path, {
      method,
      ...body,
      headers: { accept: 'text/html', ...headers },
      redirect: 'manual',
    });
    await takeSome(reply);
    return reply.status;
  };
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const until = performance.now() + ROW_MS;
  for (let left = IN_A_ROW; left > 0 && performance.now() < until; left -= 1) statuses.push(await ask());
  asked.isOver = true;
  await looking;
  return { longestMs: asked.longestMs, statuses };
}

test.each(kinds)(
  '$name: sixty at once of each page, file and form, as a stranger, as a handheld and in each role, leave the gateway alive and calls answered',
  async ({ place }) => {
    using folder = tempDir();
    const { env: kept, fill } = await place();
    const env = {
      ...kept,
      ...heapAsDeployed(),
      DATA_DIR: folder.path,
      SUPERVISOR_PASSWORD: PASSWORD,
      REQUESTS_PER_SECOND: '0',
      UPSTREAM_API_KEY: KEY,
    };
    {
      await using _made = await spawnGateway(env);
    }
    await fill(folder.path);
    await using gateway = await spawnGateway(env);
    const { url } = gateway;
    const here = await signIn(url, PASSWORD);
    const cookie = await enrolled(url, 'Dock 3', { ...here });
    const visitors: Readonly<Record<string, Browser>> = {
      stranger: {},
      handheld: { cookie },
      viewer: await person({ url, here }, 'Vera', 'viewer'),
      supervisor: await person({ url, here }, 'Sam', 'supervisor'),
      it: { ...here },
    };
    const peakMb = (): number => {
      const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8');
      return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
    };
    const slow: string[] = [];
    for (const [name, headers] of Object.entries(visitors))
      for (const route of routes) {
        const shown = route.join(' ');
        const began = performance.now();
        let best = Number.POSITIVE_INFINITY;
        let many = 0;
        for (let times = 0; times < 3 && best > LONGEST_MS; times += 1) {
          const { longestMs, statuses } = await walk(url, route, headers);
          best = Math.min(best, longestMs);
          many += statuses.length;
          expect([name, shown, statuses.filter((status) => status >= 500 && status !== 503)]).toEqual([
            name,
            shown,
            [],
          ]);
        }
        if (isWhole)
          console.log(
            `${name} ${shown}: ${many} in ${Math.round(performance.now() - began)} ms, live ${Math.round(best)} ms, peak ${peakMb()} MB`,
          );
        if (best > LONGEST_MS) slow.push(`${name} ${shown}: ${Math.round(best)} ms`);
      }
    expect(slow).toEqual([]);
    expect(peakMb()).toBeLessThan(MOST_MB);
    const beside = walk(url, ['GET', '/gateway/floor'], visitors['viewer'] ?? {});
    expect((await call(url, KEY_OF_CALL, cookie)).status).toBe(200);
    await beside;
  },
  7_200_000,
);
