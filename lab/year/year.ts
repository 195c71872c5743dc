import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '#e2e/rig/random.ts';
import { readBoard } from '#lab/loadFloor/boards.ts';
import { lostCalls } from '#lab/loadFloor/run.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type Calendar, createCalendar } from './clock.ts';
import { type Crew, codeOf, createCrew } from './crew.ts';
import { type House, startHouse } from './house.ts';

/** Length of a run, its handhelds, and what they do. */
export interface YearPlan {
  readonly days: number;
  readonly handhelds: number;
  readonly seed: number;
}

/** The sizes at the end of a day. */
export interface DaySize {
  readonly day: number;
  readonly diskMb: number;
  readonly heapMb: number;
  /** The database that holds the ledger. */
  readonly where: string;
}

export interface YearReport {
  readonly saved: number;
  readonly executed: number;
  /** Calls that ran twice, or ran and stand nowhere, or are answered and never ran. */
  readonly untrue: readonly string[];
  /** Calls that still wait at the end. */
  readonly waiting: number;
  /** Calls that nobody has sent before their handheld was lost. */
  readonly goneWith: number;
  /** Handhelds that the floor does not show with the version of the gateway at the end. */
  readonly behind: readonly string[];
  readonly sizes: readonly DaySize[];
  /** Deeds of people, with how often each was done. */
  readonly deeds: readonly (readonly [string, number])[];
  /** Kinds of lines at warning and above, with how often each was written. */
  readonly logged: readonly (readonly [string, number])[];
  /** Warnings of its health at the end. */
  readonly warnings: readonly unknown[];
  readonly realSeconds: number;
}

/** The first day and the zone: spring forward on day 27, and back on day 244. */
const [FROM, ZONE] = ['2027-03-01', 'Europe/Berlin'];

/** Days between two of the same kind; each kind begins at a day of its own. */
const EVERY = { key: 30, certificate: 60, update: 45, kill: 25, lost: 7 };

const site = {
  floorShowsWorkers: true,
  answerRules: [{ contains: 'ERR: apiKey is not valid', verdict: 'key-refused' }],
};

/** Lives through so many days. Everything is decided by the seed but what runs at one moment. @param say - told each tenth day */
export async function liveYear(
  server: PostgresServer,
  plan: YearPlan,
  say: (line: string) => void,
): Promise<YearReport> {
  using folder = tempDir();
  const calendar = createCalendar(FROM, ZONE);
  const startedAt = calendar.real();
  await calendar.goTo(0, 5);
  await using house = await startHouse(folder.path, server, site);
  const random = randomOf(plan.seed);
  const crew = await createCrew(house, plan.handhelds, random);
  const sizes: DaySize[] = [];
  const at = (share: number): number => Math.floor(plan.days * share);
  const [drawerFrom, drawerUntil, diskDay, moveDay] = [at(0.24), at(0.42), at(0.4), at(0.5)];

  for (let day = 0; day < plan.days; day += 1) {
    const is = (kind: keyof typeof EVERY, offset: number): boolean => day > 0 && day % EVERY[kind] === offset;
    // Three work at night: on two nights of the year an hour is not there, or there twice.
    for (const hour of [1.5, 2.5, 3.5]) {
      await calendar.goTo(day, hour);
      await shift(crew, crew.atWork().slice(0, 3), 2);
    }
    for (const hour of [6, 9]) {
      await calendar.goTo(day, hour);
      if (hour === 6) await crew.begin(crew.atWork());
      await shift(crew, crew.atWork(), 2);
    }
    await calendar.goTo(day, 12);
    if (is('kill', 12) || day === drawerFrom) await killedInTheMiddle(house, crew);
    if (day === drawerFrom) for (const worker of crew.workers.slice(-2)) worker.isAway = true;
    if (day === drawerUntil) for (const worker of crew.workers) worker.isAway = false;
    await shift(crew, crew.atWork(), 2);
    await calendar.goTo(day, 14);
    if (day === diskDay) await house.loseDisk();
    await shift(crew, crew.atWork(), 1);
    await decideAll(house, crew, calendar);
    await crew.acknowledge(crew.atWork());
    if (is('lost', 3)) await crew.lose(random.pick(crew.atWork().slice(5) as [Crew['workers'][0]]));
    await calendar.goTo(day, 20);
    if (is('key', 17)) await house.changeKey();
    if (is('certificate', 50)) {
      house.renewCertificate();
      house.does('renew the certificate');
    }
    if (is('update', 33)) {
      await house.update(day);
    }
    if (day === moveDay) await house.move();
    await calendar.goTo(day, 23);
    await house.backUp();
    sizes.push({ day, ...(await house.size()) });
    if (day % 10 === 9)
      say(lineOf(day, sizes.at(-1), house, calendar.date(day), (calendar.real() - startedAt) / 1_000));
  }
  for (const worker of crew.workers) worker.isAway = false;
  await calendar.goTo(plan.days, 6);
  await crew.begin(crew.workers);
  await sendAll(crew);
  await decideAll(house, crew, calendar);
  await sendAll(crew);
  const board = await readBoard(house.origin, await house.supervisor());

  const executed = readFileSync(house.journal, 'utf8').split('\n').filter(Boolean);
  const everybody = [...crew.workers, ...crew.gone];
  const { warnings = [] } = await house.health();
  return {
    saved: everybody.reduce((sum, { outcomes }) => sum + outcomes.size, 0),
    executed: executed.length,
    untrue: lostCalls(everybody, executed),
    waiting: waitingAt(crew.workers),
    goneWith: waitingAt(crew.gone),
    behind: crew.workers.filter(({ name }) => board.get(name)?.app !== '').map(({ name }) => name),
    sizes,
    deeds: [...house.deeds],
    logged: [...house.logged()],
    warnings,
    realSeconds: (calendar.real() - startedAt) / 1_000,
  };
}

/** These save some calls each and send them; one in ten has no network this time, and sends them the next. */
async function shift(crew: Crew, some: readonly Crew['workers'][0][], most: number): Promise<void> {
  crew.save(some, most);
  await crew.send(some.filter((_, at) => (at + crew.workers.length) % 10 !== 9));
}

/** Sends until nothing waits: a connection of before the clocks were moved may be over. */
async function sendAll(crew: Crew): Promise<void> {
  for (let tries = 0; waitingAt(crew.workers) > 0 && tries < 20; tries += 1) {
    await crew.send(crew.workers);
    await sleep(50);
  }
}

function waitingAt(some: readonly Crew['workers'][0][]): number {
  return some.reduce((sum, { handheld }) => sum + handheld.report().waiting, 0);
}

/** Kills the gateway while calls are under way: some have run, and nobody has heard of it. */
async function killedInTheMiddle(house: House, crew: Crew): Promise<void> {
  const before = readFileSync(house.journal).length;
  crew.save(crew.atWork(), 3);
  const progress = { isOver: false };
  const sending = crew.send(crew.atWork()).finally(() => (progress.isOver = true));
  while (!progress.isOver && readFileSync(house.journal).length < before + 200) await sleep(1);
  await house.kill();
  await sending;
}

/**
 * A supervisor goes and looks at the shelf for each call of which nobody knows, and says what became of it; what was not done its worker saves
 * anew.
 */
async function decideAll(house: House, crew: Crew, calendar: Calendar): Promise<void> {
  const open = crew.atWork().flatMap((worker) => worker.handheld.doubts().map((key) => ({ worker, key })));
  if (open.length === 0) return;
  const executed = new Set(readFileSync(house.journal, 'utf8').split('\n'));
  const saysOf = ({ worker, key }: (typeof open)[0]): 'done' | 'not-done' => {
    const call = worker.handheld.doubt(key);
    return call && executed.has(codeOf(call)) ? 'done' : 'not-done';
  };
  for (const doubt of open) {
    const says = saysOf(doubt);
    const { status } = await house.post('/gateway/ledger/decide', {
      call: doubt.key,
      says,
      why: 'looked at the shelf',
    });
    if (status === 404) {
      doubt.worker.handheld.decide(doubt.key, says); // a ledger that was put back has it not: its worker says so there
      house.does('decide a call at its handheld');
    } else if (status === 303) house.does('decide a call at the desk');
    else throw new Error(`${doubt.worker.name}: ${doubt.key} was not decided: ${status}`);
    if (says === 'not-done') crew.saveAgain(doubt.worker, doubt.key);
  }
  calendar.wait(15); // that it was done can be undone so long
  const left = (): boolean => open.some(({ worker, key }) => worker.handheld.doubt(key) !== undefined);
  for (let tries = 0; left() && tries < 100; tries += 1) {
    await sleep(50);
    await crew.send(crew.atWork());
  }
  if (left()) throw new Error('what the desk decided does not reach its handhelds');
}

function lineOf(day: number, size: DaySize | undefined, house: House, date: string, seconds: number): string {
  const deeds = [...house.deeds.values()].reduce((sum, count) => sum + count, 0);
  return `day ${day + 1}, ${date}: ${size?.where} ${size?.diskMb.toFixed(1)} MB, heap ${size?.heapMb.toFixed(1)} MB, ${deeds} deeds of people (${seconds.toFixed(0)} s)`;
}
