import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, makeCall } from '#contract/call.ts';
import type { Random } from '#e2e/rig/random.ts';
import type { Handheld } from './handheld.ts';

/** A handheld with its name on the board, and what became of each of its calls. */
export interface Member {
  readonly name: string;
  readonly handheld: Handheld;
  /** The last outcome of each call that it saved, by the call's code. */
  readonly outcomes: Map<string, 'answered' | 'refused' | 'unknown' | 'waits'>;
  isLost: boolean;
}

/** Counts of what the handhelds did. */
export interface Deeds {
  hellos: number;
  /** Hellos that nobody answered. */
  unheard: number;
  saved: number;
}

/** The times of a run, in milliseconds of `performance.now`, how long a handheld does nothing between two hellos, and what its calls are. */
export interface Shift {
  readonly endsAt: number;
  readonly killAt: number;
  wasKilled: boolean;
  readonly rest: readonly [fewestMs: number, mostMs: number];
  /** Shares of the calls that are answered, refused, and lost on their way back. */
  readonly kinds: Readonly<Record<'D' | 'R' | 'L', number>>;
}

/**
 * Words that a gateway heard in the two seconds before it was killed are said again by the next hello: whoever is lost then has told nothing for
 * as long.
 */
const KILL_MARGIN_MS = 4_000;
const AGAIN_MS = 500;
/** One handheld in so many is lost. */
const LOST_ONE_IN = 30;

/** Works with a handheld until the shift is over: it saves, sends, refuses to send, decides, tells; some are never heard of again. */
export async function work(member: Member, at: number, shift: Shift, random: Random, deeds: Deeds): Promise<void> {
  const { handheld } = member;
  const {
    endsAt,
    killAt,
    rest: [fewest, most],
    kinds,
  } = shift;
  const startedAt = performance.now();
  const isToBeLost = at % LOST_ONE_IN === 1;
  const lostAt = startedAt + random.next() * 0.9 * (endsAt - startedAt);
  const goesOn = (): boolean => !member.isLost && (isToBeLost || performance.now() < endsAt);
  await sleep(random.next() * most);
  await beHeard(member, deeds);
  do {
    await sleep(random.whole(fewest, most));
    save(member, random.whole(0, 2), kinds, random, deeds);
    await sendAll(member);
    if (handheld.report().paused) handheld.pause(random.chance(0.5) ? undefined : 'on-hold');
    else if (random.chance(0.05) && !handheld.isUnderWay()) handheld.pause('on-hold');
    if (random.chance(0.2)) handheld.acknowledge();
    const [doubt] = handheld.doubts();
    if (doubt !== undefined && random.chance(0.1)) handheld.decide(doubt, random.chance(0.5) ? 'done' : 'not-done');
    const isKept = shift.wasKilled || performance.now() < killAt - KILL_MARGIN_MS;
    const isHeard = await sayHello(member, deeds);
    const isQuiet = isHeard && !handheld.isUnderWay() && handheld.untold() === 0;
    member.isLost = isToBeLost && performance.now() > lostAt && isKept && isQuiet;
  } while (goesOn());
}

/** Ends the work with a handheld: what can go has gone, some calls are saved after that, and its last word is heard. */
export async function endWork(member: Member, { kinds }: Shift, random: Random, deeds: Deeds): Promise<void> {
  await beHeard(member, deeds);
  while (await isLeftToSend(member)) await sleep(AGAIN_MS);
  if (random.chance(0.3)) save(member, random.whole(1, 3), kinds, random, deeds);
  await beHeard(member, deeds);
  while (member.handheld.untold() > 0) await beHeard(member, deeds);
  await beHeard(member, deeds); // what came with the hello before is told with this one
}

async function beHeard(member: Member, deeds: Deeds): Promise<void> {
  while (!(await sayHello(member, deeds))) await sleep(AGAIN_MS);
}

async function sayHello({ handheld }: Member, deeds: Deeds): Promise<boolean> {
  const isHeard = await handheld.hello();
  deeds.hellos += 1;
  if (!isHeard) deeds.unheard += 1;
  return isHeard;
}

async function isLeftToSend(member: Member): Promise<boolean> {
  await sendAll(member);
  const { paused, waiting } = member.handheld.report();
  return paused === undefined && waiting > 0;
}

function save(
  { name, handheld, outcomes }: Member,
  many: number,
  kinds: Shift['kinds'],
  random: Random,
  deeds: Deeds,
): void {
  for (let n = 0; n < many; n += 1) {
    const kind = random.weighted(kinds);
    const code = `${kind}-${name.replace(' ', '-')}-${outcomes.size}`;
    handheld.save(callOf(code));
    outcomes.set(code, 'waits');
    deeds.saved += 1;
  }
}

function callOf(deliveryCode: string): Call {
  return makeCall('RevertOff', { deliveryCode, storeCode: 'S-01-A', userID: '7' });
}

/** Sends until nothing waits, or something is to be tried later. */
async function sendAll({ handheld, outcomes }: Member): Promise<void> {
  for (let sent = await handheld.sendOne(); sent; sent = await handheld.sendOne()) {
    const { call, outcome } = sent;
    const code = new Map(call.parameters).get('deliveryCode') ?? '';
    if (outcome.kind === 'answered') outcomes.set(code, outcome.text?.startsWith('ERR') ? 'refused' : 'answered');
    else if (outcome.kind === 'unknown') outcomes.set(code, 'unknown');
    else return;
  }
}
