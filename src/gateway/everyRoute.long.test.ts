import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeTable } from '#gateway/people/routeTable.ts';
import { signIn } from '#gateway/testing/appRig.ts';
import { KEY, PASSWORD, call, enrolled } from '#gateway/testing/deviceRig.ts';
import { spawnGateway } from '#gateway/testing/gatewayProcess.ts';
import { type Browser, person } from '#gateway/testing/peopleRig.ts';
import { tempDir } from '#gateway/testing/rig.ts';

/** `npm run lab -- load:routes`: the ledger of a year, and each path two thousand times in a row too. */
const isWhole = process.env['LAB'] === 'load:routes';
const AT_ONCE = 60;
const IN_A_ROW = isWhole ? 2_000 : 0;
const KEY_OF_CALL = 'b6f1d3a2-7c1e-4f57-9d3e-0c2a5b8e1f42';
const CALLS = isWhole ? 1_000_000 : 5_000;
const HANDHELDS = 20_000;
/** The longest that the sign of life may take in the best of three walks, in milliseconds. */
const LONGEST_MS = 1_000;
/** The memory that deploy/compose.yaml gives, in MB. */
const MOST_MB = 512;

/** The routes that only read, but for streams, which are bounded by themselves, and what stands for many. */
const reads = Object.keys(routeTable)
  .filter((route) => route.startsWith('GET ') && !route.endsWith('*') && !route.includes('.asmx'))
  .map((route) => route.slice('GET '.length))
  .filter((path) => path !== '/gateway/floor/live');

function fill(dataDir: string): void {
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

/** Asks for a path sixty times at once, and then in a row. @returns the statuses, and the longest that the sign of life took meanwhile. */
async function walk(url: string, path: string, headers: Browser) {
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
    const reply = await fetch(url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
    await reply.arrayBuffer();
    return reply.status;
  };
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, ask));
  for (let left = IN_A_ROW; left > 0; left -= 1) statuses.push(await ask());
  asked.isOver = true;
  await looking;
  return { longestMs: asked.longestMs, statuses };
}

test('sixty at once of each page and file, as a stranger, as a handheld and in each role, leave the gateway alive and calls answered', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path, SUPERVISOR_PASSWORD: PASSWORD, REQUESTS_PER_SECOND: '0', UPSTREAM_API_KEY: KEY };
  {
    await using _made = await spawnGateway(env);
  }
  fill(folder.path);
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
  const slow: string[] = [];
  for (const [name, headers] of Object.entries(visitors))
    for (const path of reads) {
      let best = Number.POSITIVE_INFINITY;
      for (let times = 0; times < 3 && best > LONGEST_MS; times += 1) {
        const { longestMs, statuses } = await walk(url, path, headers);
        best = Math.min(best, longestMs);
        expect([name, path, statuses.filter((status) => status >= 500 && status !== 503)]).toEqual([name, path, []]);
      }
      if (best > LONGEST_MS) slow.push(`${name} ${path}: ${Math.round(best)} ms`);
    }
  expect(slow).toEqual([]);
  const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8');
  expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024).toBeLessThan(MOST_MB);
  const beside = walk(url, '/gateway/floor', visitors['viewer'] ?? {});
  expect((await call(url, KEY_OF_CALL, cookie)).status).toBe(200);
  await beside;
}, 7_200_000);
