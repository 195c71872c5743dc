import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startNginx } from '#e2e/deploy/proxyRig.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { operate } from '#main/testing/operating.ts';
import { KEY, PASSWORD, enrolled } from '#main/testing/deviceRig.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Browser, postAs } from '#main/testing/peopleRig.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { startService, stopping } from '#lab/loadGateways/run.ts';
import { heapAsDeployed } from '#main/testing/limits.ts';
import { type OpenBoard, openBoard, readBoard, tilesIn } from './boards.ts';
import { type Deeds, type Member, type Shift, endWork, work } from './crew.ts';
import { type DecidedAtDesk, type Expected, NEWEST, expectedOf, untrueRows } from './figures.ts';
import { createHandheld } from './handheld.ts';

/** Length of a run, its handhelds, and what they do. */
export interface FloorPlan extends Pick<Shift, 'rest' | 'kinds'> {
  readonly seconds: number;
  readonly handhelds: number;
  readonly seed: number;
  /** Milliseconds after which a board asks that was told nothing. @defaultValue as its script does */
  readonly boardsAskEveryMs?: number;
  /** Milliseconds between two looks at a gateway's memory. */
  readonly memoryEveryMs: number;
}

/** The memory of a gateway from one start to its end, in bytes: after its garbage was collected. */
export interface Life {
  readonly name: string;
  readonly samples: readonly { readonly rss: number; readonly heap: number }[];
}

/** Outcome of a run. What is wrong is a sentence each. */
export interface FloorReport extends Deeds {
  /** Figures of the board that are not the handhelds' own, at either gateway. */
  readonly untrue: readonly string[];
  /** The figures that the boards that were open all the time show otherwise. */
  readonly stale: readonly string[];
  /** Calls that ran twice, or ran and stand nowhere, or are answered and never ran. */
  readonly lost: readonly string[];
  readonly lostHandhelds: number;
  /** Sums of the handhelds' own figures at the end. */
  readonly sums: Readonly<Record<'waiting' | 'person' | 'paused' | 'toCheck' | 'executed', number>>;
  /** Calls that a supervisor decided. */
  readonly decidedAtDesk: number;
  /** Milliseconds of each load of the boards that were told, and of those that asked. */
  readonly loads: Readonly<Record<'told' | 'asked', readonly number[]>>;
  /** Loads of the boards that failed, as where a gateway was killed. */
  readonly failedLoads: number;
  readonly lives: readonly Life[];
}

const AT_ONCE = 12;
const BOARDS = [true, true, true, false, false];
/** The service takes so many milliseconds at most before it runs a call, and again before it answers. */
const SERVICE_MS = 30;
const DESK_EVERY_MS = 5_000;
/** A word of a handheld is written within two seconds, and read within two by the other gateway. */
const WRITTEN_MS = 4_000;
const BOARD_SHOWS_MS = 20_000;

const site = {
  floorShowsWorkers: true,
  workers: Array.from({ length: 50 }, (_, n) => ({ userId: String(n), name: `Worker ${n}` })),
  warehouses: [
    { id: '1', name: 'Main' },
    { id: '2', name: 'Airport' },
  ],
};

/**
 * Two gateways on one PostgreSQL behind nginx, handhelds that call and tell how they stand, and boards that are open all the while;
 * one gateway is killed half-way, and started again a second later. At the end each figure of the board is held against the handheld’s own.
 */
export async function runFloor(server: PostgresServer, plan: FloorPlan): Promise<FloorReport> {
  using folder = tempDir();
  const [journal, siteFile] = [join(folder.path, 'executed'), join(folder.path, 'site.json')];
  closeSync(openSync(journal, 'w'));
  writeFileSync(siteFile, JSON.stringify(site));
  await using service = await startService(journal, SERVICE_MS);
  const ports = [await freePort(), await freePort()];
  const url = await server.database();
  const memory: { readonly name: string; readonly file: string }[] = [];
  const start = (at: number): Promise<GatewayProcess> => {
    const file = join(folder.path, `memory-${memory.length}`);
    memory.push({ name: `gateway ${at + 1}${memory.length > 1 ? ', started again' : ''}`, file });
    const env = {
      ...heapAsDeployed(),
      DATABASE_URL: url,
      UPSTREAM_URL: `http://127.0.0.1:${service.port}`,
      UPSTREAM_API_KEY: KEY,
      SUPERVISOR_PASSWORD: PASSWORD,
      SITE_CONFIG: siteFile,
      TRUSTED_PROXY: '127.0.0.1',
      REQUESTS_PER_SECOND: '0',
      LOG_LEVEL: 'error',
      PORT: String(ports[at]),
      DATA_DIR: join(folder.path, `gateway-${at}`),
      MEMORY_FILE: file,
      MEMORY_EVERY_MS: String(plan.memoryEveryMs),
    };
    return spawnGateway(env, join(import.meta.dirname, 'memory.ts'));
  };
  const gateways = [await start(0), await start(1)];
  await using proxy = stopping(await startNginx(ports));
  setDefaultCACertificates([...getCACertificates('default'), proxy.certificate]);
  const origin = `https://localhost:${proxy.port}`;
  try {
    const here = await operate(origin, '', PASSWORD);
    const random = randomOf(plan.seed);
    const members = await enrolAll(origin, plan.handhelds);
    const deeds = { hellos: 0, unheard: 0, saved: 0 };
    const boards = BOARDS.map((hears) => openBoard(origin, here, hears, plan.boardsAskEveryMs));
    const startedAt = performance.now();
    const [killAt, endsAt] = [startedAt + 500 * plan.seconds, startedAt + 1_000 * plan.seconds];
    const shift: Shift = { ...plan, endsAt, killAt, wasKilled: false };
    const seeds = members.map(() => random.whole(0, 2 ** 31));
    const working = members.map((member, at) => work(member, at, shift, randomOf(seeds[at] ?? 0), deeds));
    const desk = decideAtDesk(origin, here, members, endsAt, random);
    await sleep(Math.max(0, killAt - performance.now()));
    await gateways[1]?.kill();
    shift.wasKilled = true;
    await sleep(1_000);
    gateways[1] = await start(1);
    await Promise.all(working);
    const decided = await desk;
    for (const some of inGroups(members.filter(({ isLost }) => !isLost)))
      await Promise.all(some.map((member) => endWork(member, shift, random, deeds)));
    await sleep(WRITTEN_MS);
    const expected = members.map((member) => expectedOf(member, decided, site));
    const stale = await shownOtherwise(boards, expected);
    const untrue: string[] = [];
    for (const { url: at } of gateways) untrue.push(...untrueRows(expected, await readBoard(at, here)));
    for (const board of boards) board.close();
    const executed = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
    return {
      ...deeds,
      untrue,
      stale,
      lost: lostCalls(members, executed),
      lostHandhelds: members.filter(({ isLost }) => isLost).length,
      sums: { ...sumsOf(expected), executed: executed.length },
      decidedAtDesk: decided.size,
      loads: {
        told: boards.filter((_, at) => BOARDS[at]).flatMap(({ loads }) => loads),
        asked: boards.filter((_, at) => !BOARDS[at]).flatMap(({ loads }) => loads),
      },
      failedLoads: boards.reduce((sum, { failures }) => sum + failures(), 0),
      lives: memory.map(({ name, file }) => ({ name, samples: samplesIn(file) })),
    };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.kill()));
  }
}

async function enrolAll(origin: string, many: number): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const some of inGroups(Array.from({ length: many }, (_, at) => at)))
    members.push(...(await Promise.all(some.map((at) => enrolOne(origin, at)))));
  return members;
}

async function enrolOne(origin: string, at: number): Promise<Member> {
  const name = `Dock ${at}`;
  const handheld = createHandheld(() => origin, {
    cookie: await enrolled(origin, name),
    version: at % 40 === 0 ? '0.1.4-9f3c2d' : NEWEST,
    kept: at % 9 !== 0,
    battery: at % 101,
    charging: at % 4 === 0,
    warehouse: String(1 + (at % 2)),
    ...(at % 5 !== 0 && { worker: String(at % 50) }),
  });
  return { name, handheld, outcomes: new Map(), isLost: false };
}

function* inGroups<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

/** Decides at the desk, now and then, about a call of which nobody knows. @returns what is decided. */
async function decideAtDesk(
  url: string,
  here: Browser,
  members: readonly Member[],
  endsAt: number,
  random: Random,
): Promise<DecidedAtDesk> {
  const decided = new Map<string, number>();
  while (performance.now() < endsAt) {
    await sleep(Math.max(0, Math.min(DESK_EVERY_MS, endsAt - performance.now())));
    const open = members.flatMap(({ handheld }) => handheld.doubts()).filter((key) => !decided.has(key));
    const key = open[random.whole(0, open.length - 1)];
    if (key === undefined) continue;
    const word = {
      call: key,
      says: random.chance(0.5) ? 'done' : 'not-done',
      why: 'looked at the shelf',
    };
    let status = 0;
    while (status !== 303 && status !== 409) {
      status = (await postAs({ url }, '/gateway/ledger/decide', word, here).catch(() => undefined))?.status ?? 0;
      if (status !== 303 && status !== 409) await sleep(500);
    }
    const isDone = status === 303 && word.says === 'done';
    if (isDone) await entered(url, here, key);
    decided.set(key, isDone ? performance.now() : 0);
  }
  return decided;
}

/** Waits until the desk's word can be undone no more: the ledger has it then. */
async function entered(url: string, here: Browser, key: string): Promise<void> {
  const path = `/gateway/ledger/one?key=${encodeURIComponent(key)}`;
  const page = async (): Promise<string> =>
    (await fetch(url + path, { headers: here }).catch(() => undefined))?.text() ?? 'value="undo"';
  while ((await page()).includes('value="undo"')) await sleep(500);
}

/** Waits for the open boards to show what is now. @returns what they show otherwise. */
async function shownOtherwise(boards: readonly OpenBoard[], expected: readonly Expected[]): Promise<readonly string[]> {
  const own = {
    all: expected.length,
    person: expected.filter(({ row }) => row.person !== '' || row.toCheck !== '').length,
    waiting: expected.filter(({ row }) => row.waiting !== '').length,
  };
  const since = performance.now();
  while (boards.some((board) => board.shown().askedAt < since) && performance.now() < since + BOARD_SHOWS_MS)
    await sleep(100);
  return boards.flatMap((board, at) => {
    const { html, askedAt } = board.shown();
    if (askedAt < since) return [`board ${at + 1} is not kept up to date`];
    const tiles = tilesIn(html);
    const names = Object.keys(own) as (keyof typeof own)[];
    return names
      .filter((name) => tiles[name] !== own[name])
      .map((name) => `board ${at + 1} says ${name} ${tiles[name]}, not ${own[name]}`);
  });
}

/** Holds what the handhelds know of their calls against what the service ran. */
export function lostCalls(
  members: readonly Pick<Member, 'outcomes'>[],
  executed: readonly string[],
): readonly string[] {
  const ran = new Map<string, number>();
  for (const code of executed) ran.set(code, (ran.get(code) ?? 0) + 1);
  const twice = [...ran].filter(([, times]) => times > 1).map(([code]) => `${code} ran twice`);
  const known = new Map(members.flatMap(({ outcomes }) => [...outcomes]));
  const unknown = [...ran.keys()].filter((code) => !known.has(code)).map((code) => `${code} ran, and nobody saved it`);
  const never = [...known]
    .filter(([code, outcome]) => (outcome === 'answered' || outcome === 'refused') && !ran.has(code))
    .map(([code]) => `${code} is answered and never ran`);
  const early = [...known]
    .filter(([code, outcome]) => outcome === 'waits' && ran.has(code))
    .map(([code]) => `${code} ran, and still waits`);
  return [...twice, ...unknown, ...never, ...early];
}

function sumsOf(expected: readonly Expected[]) {
  const sum = (column: 'waiting' | 'person' | 'toCheck'): number =>
    expected.reduce((total, { row }) => total + Number(row[column]), 0);
  const paused = expected.filter(({ row }) => row.paused !== '').length;
  return { waiting: sum('waiting'), person: sum('person'), toCheck: sum('toCheck'), paused };
}

function samplesIn(file: string): Life['samples'] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [rss = 0, heap = 0] = line.split(' ').map(Number);
    return { rss, heap };
  });
}
