import { killAtStart, killMidScan } from './strikes.ts';
import type { Finding } from './evidence.ts';
import { judge } from './oracle.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { evidenceOf } from './run.ts';
import { type World, createWorld, firstStart } from './world.ts';

export interface KillReport {
  readonly seed: number;
  /** Count of kills that were asked for. */
  readonly kills: number;
  /** Count of kills until something was found. */
  readonly killed: number;
  readonly seconds: number;
  readonly scans: number;
  /** Scans that were called saved before the browser died. */
  readonly beeped: number;
  /** Kills that came while the app started. */
  readonly killedAtStart: number;
  /** Kills that came after the beep of the scan they were aimed at; the others came before it. */
  readonly killedAfterBeep: number;
  /** Scans that beeped and are in no row. */
  readonly lost: number;
  /** Scans that nobody heard of and that are saved. */
  readonly savedUnheard: number;
  readonly findings: readonly Finding[];
  readonly dir?: string;
}

/** The latest moment of a kill after the last key, in milliseconds; on a busy machine twice what a beep takes. */
const LATEST_MS = 50;
/** One kill in three comes while the app starts: what is half written then, the next start finds. */
const AT_START = 1 / 3;

/**
 * FAULTS row 1: the browser is killed around the Enter of the last scan, or while the app starts, again and again on one
 * profile, without any gateway. After each restart everything that beeped is there, and the rows and their totals agree.
 */
export async function runKills(seed: number, kills: number, print?: (line: string) => void): Promise<KillReport> {
  const startedAt = Date.now();
  const random = randomOf(seed);
  const world = await createWorld({ seed });
  const { device, proxy, scanning, journal } = world;
  const seenOpen = new Set<number>();
  const findings: Finding[] = [];
  let figures = look(world, seenOpen, { rows: [], attempts: [], totals: {} }).figures;
  let killed = 0;
  let killedAtStart = 0;
  let killedAfterBeep = 0;
  let beepMs = 0;
  let startMs = 0;
  try {
    await firstStart(world, []);
    await world.gatewayDown();
    await proxy.set('refused');
    for (let round = 1; round <= kills + 1; round += 1) {
      await device.boot(false);
      const bootedAt = performance.now();
      const obstacle = await device.ready(0).then(
        () => undefined,
        (error: Error) => error,
      );
      startMs = performance.now() - bootedAt;
      const disk = await device.read();
      const looked = look(world, seenOpen, disk);
      ({ figures } = looked);
      journal.note('looked', { rows: disk.rows.length, findings: looked.findings });
      for (const { seq } of disk.rows) seenOpen.add(seq);
      findings.push(...looked.findings);
      if (obstacle) throw obstacle;
      if (looked.findings.length > 0 || round > kills) break;
      killed = round;
      if (round > 1 && random.chance(AT_START)) {
        await device.kill();
        await killAtStart(world, random.next() * 2 * startMs);
        killedAtStart += 1;
        continue;
      }
      for (let before = random.whole(0, 2); before > 0; before -= 1) {
        let typedAt = 0;
        await scanning.scan({ tab: 0, hurried: false }, () => (typedAt = performance.now()));
        beepMs = performance.now() - typedAt;
      }
      const acknowledged = scanning.acknowledged();
      await killMidScan(world, 0, random.next() * Math.max(LATEST_MS, 2 * beepMs));
      if (scanning.acknowledged() > acknowledged) killedAfterBeep += 1;
      if (round % 20 === 0) print?.(`${Math.round((Date.now() - startedAt) / 1000)} s: ${round} kills`);
    }
  } catch (error) {
    findings.push({ law: 'rig', text: String(error) });
  }
  await world.end(findings.length > 0);
  return {
    seed,
    kills,
    killed,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    scans: figures.scans,
    beeped: figures.acknowledged,
    killedAtStart,
    killedAfterBeep,
    lost: figures.lost,
    savedUnheard: figures.savedUnheard,
    findings,
    ...(findings.length > 0 && { dir: journal.dir }),
  };
}

/** Nothing is sent here: that calls wait is as it should be. */
function look(
  world: World,
  seenOpen: ReadonlySet<number>,
  disk: Parameters<typeof evidenceOf>[2],
): ReturnType<typeof judge> {
  const { findings, figures } = judge({ ...evidenceOf(world, seenOpen, disk), given: [] });
  return { figures, findings: findings.filter(({ law }) => law !== 'stuck') };
}
