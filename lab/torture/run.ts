import type { Evidence, Figures, Finding, Scanned, Shown } from './evidence.ts';
import { judge } from './oracle.ts';
import { lookAfter } from './person.ts';
import { type FaultKind, type Plan, type Round, planOf } from './plan.ts';
import { begin, strike } from './strikes.ts';
import { sleep } from './sockets.ts';
import { type PictureFigures, createPictures } from './pictures.ts';
import { type World, createWorld, firstStart } from './world.ts';
import { fakeCameraArgs } from '#e2e/rig/scene.ts';

export interface RunOptions {
  readonly seed: number;
  /** No round begins later. */
  readonly minutes?: number;
  /** No round begins after so many acknowledged scans. */
  readonly scans?: number;
  /** `true`: a share of the calls get words and a picture, on the app's own screens. */
  readonly pictures?: boolean;
  /** Says how it goes. */
  readonly print?: (line: string) => void;
  /** `true`: the log folder stays also where all is well. */
  readonly keep?: boolean;
}

export interface Report {
  readonly seed: number;
  readonly rounds: number;
  readonly digest: string;
  readonly seconds: number;
  readonly faults: ReadonlyMap<FaultKind, number>;
  readonly figures: Figures;
  /** Milliseconds from a scan's last key to the app's word, of so many in a hundred. */
  readonly word: { readonly p50: number; readonly p95: number };
  readonly pictures?: PictureFigures;
  readonly findings: readonly Finding[];
  /** The log folder, where it was kept. */
  readonly dir?: string;
}

const GIVEN = [
  ['D-1', 'S-1'],
  ['D-2', 'S-2'],
  ['D-1', 'S-3'],
  ['D-3', 'S-4'],
] as const;
/** Time that the queue may take to end when nothing is wrong any more. */
const CALM_MS = 90_000;

/** A run: a seed's rounds against a fresh world, then everything is mended, awaited and judged. */
export async function run({
  seed,
  minutes = 60,
  scans = Number.POSITIVE_INFINITY,
  print,
  keep,
  pictures: hasPictures = false,
}: RunOptions): Promise<Report> {
  const startedAt = Date.now();
  const world = await createWorld({ seed, ...(hasPictures && { args: fakeCameraArgs }) });
  const pictures = hasPictures ? createPictures(world, seed) : undefined;
  const { journal, scanning } = world;
  const plan = planOf(seed);
  const seenOpen = new Set<number>();
  const broken: Finding[] = [];
  let rounds = 0;
  let evidence: Evidence | undefined;
  let added: Awaited<ReturnType<NonNullable<typeof pictures>['judge']>> | undefined;
  try {
    await firstStart(world, GIVEN);
    while (Date.now() - startedAt < minutes * 60_000 && scanning.acknowledged() < scans) {
      rounds += 1;
      await playRound(world, plan, rounds, seenOpen);
      await pictures?.add();
      if (rounds % 10 === 0) print?.(progress(world, rounds, startedAt));
    }
    evidence = await mendAndLook(world, seenOpen);
    added = await pictures?.judge();
  } catch (error) {
    broken.push({ law: 'rig', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    evidence ??= await world.device
      .read()
      .then((disk) => evidenceOf(world, seenOpen, disk))
      .catch(() => undefined);
  }
  const { findings, figures } = judge(evidence ?? evidenceOf(world, seenOpen, { rows: [], attempts: [], totals: {} }));
  const all = [...broken, ...findings, ...(added?.findings ?? [])];
  const isKept = keep === true || all.length > 0;
  const report: Report = {
    seed,
    rounds,
    digest: plan.digest(),
    seconds: Math.round((Date.now() - startedAt) / 1000),
    faults: world.faults,
    figures,
    word: wordOf(scanning.scanned),
    ...(added && { pictures: added.figures }),
    findings: all,
    ...(isKept && { dir: journal.dir }),
  };
  journal.keep('evidence.json', JSON.stringify(evidence ?? {}));
  journal.keep('findings.json', JSON.stringify(all, undefined, 1));
  await world.end(isKept);
  return report;
}

/** Tells how soon the app had its word, in milliseconds. */
function wordOf(scanned: readonly Scanned[]): Report['word'] {
  const took = scanned.flatMap(({ tookMs }) => tookMs ?? []).toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round(took[Math.floor(took.length * part)] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

async function playRound(world: World, plan: Plan, number: number, seenOpen: Set<number>): Promise<void> {
  const { journal, scanning, device } = world;
  const round: Round = plan.next();
  journal.note('round', { number, ...round });
  const { spell } = round;
  let end: (() => Promise<void>) | undefined;
  let begunAt = 0;
  const ending = async (): Promise<void> => {
    if (!end || !spell) return;
    await sleep(Math.max(0, begunAt + spell.lastsMs - Date.now()));
    await end();
    end = undefined;
  };
  for (let index = 0; index <= round.scans.length; index += 1) {
    if (spell?.until === index) await ending();
    if (spell?.from === index) {
      begunAt = Date.now();
      end = await begin(world, spell);
    }
    for (const blow of round.blows) {
      if (blow.before !== index) continue;
      await strike(world, blow);
      if (!device.isRunning()) {
        await device.boot(round.splitLocks);
        await look(world, seenOpen);
      }
    }
    const step = round.scans[index];
    if (step) await scanning.scan(step);
  }
  await ending();
  await scanning.settle();
  if (round.person) await lookAfter(world);
}

/** Looks at the database after a start of the browser: what is open now has to be there at the end. */
async function look({ device, journal }: World, seenOpen: Set<number>): Promise<void> {
  await device.ready(0);
  const { rows } = await device.read();
  const open = rows.filter(({ state }) => ['waiting', 'sending', 'unconfirmed', 'held'].includes(state));
  for (const { seq } of open) seenOpen.add(seq);
  journal.note('looked', { rows: rows.length, open: open.length });
}

/** Everything is whole again and the browser starts anew: then the queue has to come to its end by itself. */
async function mendAndLook(world: World, seenOpen: Set<number>): Promise<Evidence> {
  const { proxy, upstream, device, scanning, journal } = world;
  await scanning.settle();
  journal.note('mending');
  proxy.clear();
  upstream.clear();
  await proxy.set();
  await upstream.up();
  await world.gatewayUp();
  await device.thaw();
  await device.kill();
  await device.boot(false);
  await look(world, seenOpen);
  await device.ready(1);
  const until = Date.now() + CALM_MS;
  let disk = await device.read();
  while (!judgeCalm(world, seenOpen, disk) && Date.now() < until) {
    await sleep(500);
    disk = await device.read();
  }
  journal.note('calm', { inMs: CALM_MS - (until - Date.now()) });
  return { ...evidenceOf(world, seenOpen, disk), shown: await screens(world) };
}

function judgeCalm(world: World, seenOpen: Set<number>, disk: Evidence['disk']): boolean {
  return !judge(evidenceOf(world, seenOpen, disk)).findings.some(({ law }) => law === 'stuck');
}

/** Returns what is known so far. */
export function evidenceOf(
  { scanning, upstream, proxy }: World,
  seenOpen: ReadonlySet<number>,
  disk: Evidence['disk'],
): Evidence {
  return {
    scanned: scanning.scanned,
    shownSaved: scanning.shownSaved,
    given: GIVEN.map(([delivery, shelf]) => `${delivery}|${shelf}`),
    executed: upstream.executed,
    forced: [],
    replayed: [...proxy.replayed],
    seenOpen: [...seenOpen],
    disk,
  };
}

/** The figures on the header and on the queue screen, once they have stopped changing. */
async function screens({ device }: World): Promise<Shown> {
  const { page } = await device.ready(0);
  await page.locator('a.status').dispatchEvent('click');
  await page.locator('.sections').waitFor();
  let before = '';
  for (let tries = 0; tries < 20; tries += 1) {
    await sleep(250);
    const shown = await page.evaluate(() => {
      const figure = (text: string | null | undefined): number => Number((text ?? '').replaceAll(/\D/g, ''));
      const header = [...document.querySelectorAll('a.status .status-cell > b')].map((cell) =>
        figure(cell.textContent),
      );
      const sections = [...document.querySelectorAll('.sections h2')].map((head) => {
        const count = head.querySelector('.count')?.textContent ?? '';
        return [(head.textContent ?? '').slice(0, -count.length).trim(), figure(count)] as const;
      });
      const [waiting = 0, unconfirmed = 0, , held = 0] = header;
      return { header: [waiting, unconfirmed, held], sections: Object.fromEntries(sections) };
    });
    if (JSON.stringify(shown) === before) return shown;
    before = JSON.stringify(shown);
  }
  throw new Error('the queue screen does not come to rest');
}

function progress({ scanning, faults }: World, rounds: number, startedAt: number): string {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return `${seconds} s: ${rounds} rounds, ${scanning.acknowledged()} acknowledged, ${sum(faults)} faults`;
}

export function sum(faults: ReadonlyMap<FaultKind, number>): number {
  return [...faults.values()].reduce((total, count) => total + count, 0);
}
