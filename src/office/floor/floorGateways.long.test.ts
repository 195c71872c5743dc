import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HandheldReport, encodeReport } from '#wire/report.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { skipped, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { signIn } from '#main/testing/operating.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { post, tempDir } from '#main/testing/rig.ts';
import { REPORT_HEADER } from '#wire/hello.ts';

const HANDHELDS = 500;
const ROUNDS = 12;
const AT_ONCE = 25;

const started = await sharedPostgresKind();

describe.skipIf(!started)('the floor of two gateways', { timeout: 300_000 }, () => {
  const { server } = started ?? skipped;

  test('each figure of five hundred handhelds is the handheld’s own last one, though one of two gateways is killed meanwhile', async () => {
    using folder = tempDir();
    const env = { DATABASE_URL: await server.database(), LOG_LEVEL: 'error', REQUESTS_PER_SECOND: '0' };
    const start = (name: string): Promise<GatewayProcess> =>
      spawnGateway({ ...env, DATA_DIR: join(folder.path, name) });
    await using one = await start('one');
    await using two = await start('two');
    const reports: HandheldReport[] = Array.from({ length: HANDHELDS }, () => ({
      id: randomUUID(),
      waiting: 0,
      person: 0,
    }));
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === ROUNDS / 2) await two.kill();
      const alive = round < ROUNDS / 2 ? [one, two] : [one];
      for (let from = 0; from < HANDHELDS; from += AT_ONCE) {
        const saying = reports.slice(from, from + AT_ONCE).map(async (before, place) => {
          const report = { ...before, waiting: (from + place + round) % 90, person: (from * 7 + place + round) % 5 };
          reports[from + place] = report;
          const { url } = alive[(place + round) % alive.length] ?? one;
          await say({ url }, report);
        });
        await Promise.all(saying);
      }
    }
    const shown = await rowsAt(one);
    const figures = (waiting: string | number, person: string | number): string =>
      `${waiting} wait, ${person} need a person`;
    const said = reports.map(({ waiting, person }) => figures(waiting, person));
    expect(shown.map(([person = '', waiting = '']) => figures(waiting || 0, person || 0)).toSorted()).toEqual(
      said.toSorted(),
    );
  });

  test('who signs out at one gateway listens no longer at the other', async () => {
    using folder = tempDir();
    const env = { DATABASE_URL: await server.database(), SUPERVISOR_PASSWORD: PASSWORD, LOG_LEVEL: 'error' };
    await using one = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'one') });
    await using two = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'two') });
    const browser = await signIn(one.url, PASSWORD);
    const stream = await fetch(`${two.url}/gateway/floor/live`, { headers: browser });
    expect(stream.status).toBe(200);
    await post(one.url, undefined, {}, { path: '/gateway/sign-out', headers: browser });
    await stream.text(); // it ends
    expect((await fetch(`${two.url}/gateway/floor/live`, { headers: browser })).status).toBe(401);
  });

  test('a word that comes right after another one, and at the other gateway, is the last one', async () => {
    using folder = tempDir();
    const env = { DATABASE_URL: await server.database(), LOG_LEVEL: 'error', REQUESTS_PER_SECOND: '0' };
    await using one = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'one') });
    await using two = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'two') });
    for (let n = 0; n < 20; n += 1) {
      const id = randomUUID();
      await say(two, { id: randomUUID(), waiting: 1, person: 0 }); // it has just looked at the time
      await say(one, { id, waiting: 7, person: 0 });
      await anotherTime();
      await say(two, { id, waiting: 1, person: 0 });
    }
    await Promise.all([one, two].map(rowsAt)); // each writes what it has heard
    expect((await rowsAt(one)).map(([, waiting]) => waiting)).toEqual(Array(40).fill('1'));
  });
});

/** Waits until no gateway's time, which has whole milliseconds and may be one behind, can be what it was. */
async function anotherTime(): Promise<void> {
  const from = Date.now();
  while (Date.now() < from + 2) await new Promise(setImmediate);
}

/** Says hello with a report. */
async function say({ url }: Pick<GatewayProcess, 'url'>, report: HandheldReport): Promise<void> {
  const headers = { [REPORT_HEADER]: encodeReport(report) };
  await (await fetch(`${url}/gateway/hello?nonce=n`, { headers })).text();
}

/** Reads the figures of all rows of the board, page by page: those that need a person, and those that wait. */
async function rowsAt({ url, here }: GatewayProcess): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (;;) {
    const page = await (await fetch(`${url}/gateway/floor?sort=name&from=${rows.length}`, { headers: here })).text();
    const found = [...page.matchAll(/<tr(?: class="[\w-]+")?><td.*?<\/tr>/g)].map(([row]) =>
      row
        .split('</td>')
        .slice(1, 3)
        .map((cell) => />(\d+)</.exec(cell)?.[1] ?? ''),
    );
    if (found.length === 0) return rows;
    rows.push(...found);
  }
}
