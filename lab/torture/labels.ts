import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type PrintState, printIdOf } from '#contract/printJob.ts';
import { moveTo } from '#e2e/rig/inPage.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { burst } from '#e2e/rig/wedge.ts';
import { idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { Finding } from './evidence.ts';
import {
  type JobRow,
  type LabelEvidence,
  type LabelFigures,
  type PrintRow,
  judgeLabels,
  unasked,
} from './labelOracle.ts';
import { sleep } from './sockets.ts';
import { type World, createWorld, firstStart } from './world.ts';

export interface LabelReport {
  readonly seed: number;
  readonly seconds: number;
  readonly blows: ReadonlyMap<string, number>;
  /** Blows that came with a job queued or under way. */
  readonly underWay: number;
  readonly figures: LabelFigures;
  readonly findings: readonly Finding[];
  readonly dir?: string;
}

/** The orders of the stand-in that have a label: one scan of each. */
export const MOST_LABELS = 40;
const TASK = '/tasks/print-kjy';
const STICKER = 'PRN-DEMO';
/** The latest moment of a blow after an order's last key, in milliseconds: by then its label is on paper. */
const LATEST_MS = 600;
/** Time in which a page takes a scan, in milliseconds. */
const READY_MS = 30_000;
/** Time in which everything ends when nothing is wrong any more, in milliseconds. */
const CALM_MS = 90_000;

const blows = {
  none: 3,
  'gateway-killed': 6,
  'browser-killed': 2,
  'tab-reloaded': 2,
  'net-reset': 2,
} as const;

/**
 * Orders are scanned with the stand-in's demo printer chosen, and around each the gateway or the browser is killed, or the network cut. The
 * printer lives in the gateway's process: a kill is its power pulled. A person looks at the paper and says what is true of labels of which
 * nobody knows. The calls' own torture has a service of its own, which makes no labels: so this run is one apart.
 */
export async function runLabels(seed: number, labels: number, print?: (line: string) => void): Promise<LabelReport> {
  const startedAt = Date.now();
  const random = randomOf(seed);
  const world = await createWorld({ seed, hasStandIn: true });
  const again = new Set<string>();
  const struck = new Map<string, number>();
  const findings: Finding[] = [];
  let underWay = 0;
  let evidence: LabelEvidence = { rows: [], jobs: [], papers: [], again, asked: [] };
  try {
    await firstStart(world, []);
    await burst(await readyPage(world), STICKER);
    for (let index = 0; index < labels; index += 1) {
      const kind = random.weighted(blows);
      const page = await readyPage(world);
      await burst(page, `D-${1_001 + index}`);
      if (random.chance(0.7)) await jobUnderWay(world);
      await sleep(random.next() ** 2 * LATEST_MS);
      if (kind !== 'none') {
        if (jobsOf(world).some(isUnderWay)) underWay += 1;
        struck.set(kind, (struck.get(kind) ?? 0) + 1);
        world.journal.note('blow', { kind, index });
        await strike(world, kind, random);
      }
      findings.push(...unasked(await look(world, again)));
      if (random.chance(0.5)) await sayWhatIsTrue(world, again);
      if (index % 10 === 9) print?.(`${Math.round((Date.now() - startedAt) / 1000)} s: ${index + 1} orders`);
    }
    const until = Date.now() + CALM_MS;
    do {
      await sayWhatIsTrue(world, again);
      await sleep(500);
      evidence = await look(world, again);
    } while (!isOver(evidence) && Date.now() < until);
  } catch (error) {
    findings.push({ law: 'rig', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    evidence = await look(world, again).catch(() => evidence);
  }
  const judged = judgeLabels(evidence);
  findings.push(...judged.findings);
  world.journal.keep('labels.json', JSON.stringify({ ...evidence, again: [...evidence.again] }, undefined, 1));
  await world.end(findings.length > 0);
  return {
    seed,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    blows: struck,
    underWay,
    figures: judged.figures,
    findings,
    ...(findings.length > 0 && { dir: world.journal.dir }),
  };
}

function isUnderWay({ state }: JobRow): boolean {
  return state === 'queued' || state === 'sending';
}

/** Waits until a job is queued or under way, or none comes. */
async function jobUnderWay(world: World): Promise<void> {
  const until = Date.now() + LATEST_MS;
  while (!jobsOf(world).some(isUnderWay) && Date.now() < until) await sleep(3);
}

async function strike(world: World, kind: Exclude<keyof typeof blows, 'none'>, random: Random): Promise<void> {
  switch (kind) {
    case 'gateway-killed':
      await world.gatewayDown();
      await world.gatewayUp();
      return;
    case 'browser-killed':
      await world.device.kill();
      return;
    case 'tab-reloaded':
      await world.device.reload(0);
      return;
    case 'net-reset':
      await world.proxy.set('reset');
      await sleep(random.whole(100, 1_500));
      await world.proxy.set();
  }
}

/** Opens the task of labels, where it is not open, until its page takes a scan. */
async function readyPage({ device, proxy, journal }: World): Promise<Page> {
  await device.boot(false);
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    const { page } = device.tab(0) ?? (await device.open(0));
    const isReady = await page
      .evaluate((task) => {
        const sink = document.querySelector<HTMLElement>('[data-scan-sink]');
        sink?.focus();
        return location.pathname === task && sink !== null && document.activeElement === sink;
      }, TASK)
      .catch(() => false);
    if (isReady) return page;
    if (!page.url().endsWith(TASK))
      await page
        .goto(`${proxy.origin}${TASK}`)
        .catch((error: unknown) => journal.note('no page', { error: String(error) }));
    await sleep(50);
  }
  throw new Error('the page of labels takes no scan');
}

/** A person fetches what waits for one, and says of each label of which nobody knows whether it lies at the printer. */
async function sayWhatIsTrue(world: World, again: Set<string>): Promise<void> {
  const page = await readyPage(world);
  const rows = await rowsOf(page);
  const papers = papersOf(world);
  try {
    for (const { seq, code, state } of rows)
      if (state === 'asking') await press(page, `Get label ${code}`);
      else if (state === 'unconfirmed') await sayDone(page, seq);
    for (const { code, call, label = '', stands, copy = 1 } of rows) {
      if (stands !== 'unknown') continue;
      const isOut = papers.includes(label);
      world.journal.note('said', { code, isOut, copy });
      if (!isOut) again.add(printIdOf(call, copy)); // before it is pressed: it may hold although no page lives to show it
      await press(page, isOut ? `Yes, ${code} came out` : `Print ${code} again (copy ${copy + 1})`);
    }
  } catch (error) {
    world.journal.note('not said', { error: String(error).slice(0, 300) });
  }
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.dispatchEvent('click', {}, { timeout: 3_000 });
  await button.waitFor({ state: 'detached', timeout: 5_000 });
}

/** Says of a call of which nobody knows that it was done: its label is then nobody's to print. */
async function sayDone(page: Page, seq: number): Promise<void> {
  await page.evaluate(moveTo, `/queue/${seq}`);
  await press(page, 'It was done');
}

/** Tells whether nothing goes on by itself any more, and nobody is asked. */
function isOver({ rows, jobs }: LabelEvidence): boolean {
  const waits = ['waiting', 'sending', 'asking', 'unconfirmed'];
  return (
    rows.every(({ state, stands }) => !waits.includes(state) && stands !== 'due' && stands !== 'printing') &&
    rows.every(({ stands }) => stands !== 'unknown') &&
    !jobs.some(isUnderWay)
  );
}

async function look(world: World, again: ReadonlySet<string>): Promise<LabelEvidence> {
  const jobs = jobsOf(world);
  const asked = await askedOf(world, jobs);
  const rows = await rowsOf(await readyPage(world));
  return { rows, jobs, papers: papersOf(world), again: new Set(again), asked };
}

/** Returns the ids of the jobs that the printers' page of the office asks a person about. */
async function askedOf({ gateway }: World, jobs: readonly JobRow[]): Promise<readonly string[]> {
  const reply = await fetch(`${gateway.origin}/gateway/printers`, { headers: gateway.here() });
  if (!reply.ok) throw new Error(`The printers' page: HTTP ${reply.status}`);
  const page = await reply.text();
  return jobs.map(({ id }) => id).filter((id) => page.includes(`value="${id}"`));
}

/** Returns what a label says, which no other call's says: its code, and the stand-in's number of the copy. */
function textOf(zpl: string): string {
  return /\^FD(DD-\d+)\^FS[^]*\^FD(copy \d+)\^FS/.exec(zpl)?.slice(1).join(' ') ?? zpl;
}

async function rowsOf(page: Page): Promise<readonly PrintRow[]> {
  const calls = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const database = await done(indexedDB.open('scanline'));
    try {
      return await done(database.transaction('calls').objectStore('calls').getAll());
    } finally {
      database.close();
    }
  });
  return calls
    .filter(({ operation }) => operation === 'PrintKJYOrder')
    .map(({ seq, parameters, callId, generation, state, printer, label, result }) => ({
      seq,
      code: new Map<string, string>(parameters).get('code') ?? '',
      call: idempotencyKey({ callId, generation }),
      state,
      printer,
      ...(label && { stands: label.is, copy: label.job?.copy, label: textOf(JSON.parse(result.text).zpl) }),
    }));
}

function jobsOf({ gateway }: World): readonly JobRow[] {
  using db = new DatabaseSync(join(gateway.dataDir, 'ledger.sqlite'), { readOnly: true });
  return db
    .prepare('select id, call, copy, state, decided, decided_by from prints where copy > 0 order by n')
    .all()
    .map((row) => ({
      id: String(row['id']),
      call: String(row['call']),
      copy: Number(row['copy']),
      state: String(row['state']) as PrintState,
      decided: row['decided'] === 'lost' ? 'lost' : undefined,
      decidedBy: row['decided_by'] === null ? undefined : String(row['decided_by']),
    }));
}

function papersOf({ gateway }: World): readonly string[] {
  using db = new DatabaseSync(join(gateway.dataDir, 'standin.sqlite'), { readOnly: true });
  return db
    .prepare('select zpl from demo_papers order by n')
    .all()
    .map(({ zpl }) => textOf(String(zpl)));
}
