import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { operate } from '#main/testing/operating.ts';
import { KEY, enrolled } from '#main/testing/deviceRig.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { OWN_PASSWORD, person, postAs } from '#main/testing/peopleRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type Handheld, createHandheld } from '#lab/loadFloor/handheld.ts';

/** The password of the floor's gateway, signed in with without a name. */
export const FLOOR_PASSWORD = 'forty handhelds';
/** Somebody who looks after it. */
export const SUPERVISOR = { name: 'Sam Okoro', password: OWN_PASSWORD };
const LOST_FOR_MS = 65 * 60_000;
/** Milliseconds in which each handheld says hello once. */
const ROUND_MS = 10_000;

const WORKERS = [
  'Ada Moreno',
  'Li Wei',
  'Ivan Petrov',
  'Chen Hao',
  'Olga Smirnova',
  'Jan Nowak',
  'Wang Fang',
  'Mia Weber',
];
const PLACES = ['Dock', 'Sorting', 'Returns', 'Forklift', 'Airport'];
const site = {
  floorShowsWorkers: true,
  ledgerKeepsCodes: true,
  workers: WORKERS.map((name, at) => ({ userId: String(7 + at), name, badge: `W-00${7 + at}` })),
};

/** The last of the handhelds that want somebody, whose first call has been open for a while. */
const IN_NEED = 9;

const nameOf = (at: number): string => `${PLACES[at % PLACES.length]} ${1 + Math.floor(at / PLACES.length)}`;
const workerOf = (at: number): string => String(7 + ((at * 3) % WORKERS.length));

/** Enrols a handheld, which says nothing yet. */
async function enrolAt(url: string, at: number): Promise<Handheld> {
  return createHandheld(() => url, {
    cookie: await enrolled(url, nameOf(at)),
    version: at === 10 ? '0.1.4-9f3c2d' : '0.2.0-1a2b3c',
    kept: at % 13 !== 5,
    battery: at === 0 ? 9 : 20 + ((at * 37) % 80),
    charging: at % 6 === 3,
    warehouse: at % 5 === 4 ? '2' : '1',
    openForS: at <= IN_NEED ? 60 * (4 + ((at * 11) % 50)) : 0,
    ...(at % 8 !== 7 && { worker: workerOf(at) }),
  });
}

const backOnShelf = (deliveryCode: string): Call =>
  makeCall('RevertOff', { deliveryCode, storeCode: 'S-01-A', userID: '7' });

/** A bag is completed and opened again without an end. */
function bagCall(isOpen: boolean): Call {
  const bag = { logTransferDtlID: '5001' };
  if (!isOpen) return makeCall('AgainOpenBag', bag);
  return makeCall('CompleteBag', { ...bag, sWeight: '1.5', WarehouseID: '1', userID: '7' });
}

/** A floor that was started. */
export interface StartedFloor extends AsyncDisposable {
  readonly url: string;
  /** Has the handhelds go on saying hello and making calls. @param rounds - absent: without an end. */
  readonly goOn: (rounds?: number, roundMs?: number) => Promise<void>;
}

/**
 * Starts a gateway with the stand-in, and handhelds that have said hello. The first is lost, last heard of an hour ago with calls on it;
 * with it three have calls of which nobody knows, three have refused answers, two are on hold, one has an older version.
 */
export async function startFloor(handhelds: number, port: string): Promise<StartedFloor> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(tempDir());
  const siteFile = join(folder.path, 'site.json');
  writeFileSync(siteFile, JSON.stringify(site));
  const dataDir = join(folder.path, 'data');
  const env = {
    DATA_DIR: dataDir,
    SITE_CONFIG: siteFile,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: FLOOR_PASSWORD,
    LOG_LEVEL: 'error',
  };
  await loseOne({ ...env, EARLIER_BY_MS: String(LOST_FOR_MS) }, dataDir);
  const gateway = started.use(await spawnGateway({ ...env, PORT: port }));
  const here = await operate(gateway.url, dataDir, FLOOR_PASSWORD);
  await person({ url: gateway.url, here }, SUPERVISOR.name, 'supervisor');
  await postAs(gateway, '/gateway/floor/hold', { id: 'd1', badge: site.workers[2]?.badge ?? '' }, here);
  const others: Handheld[] = [];
  for (let at = 1; at < handhelds; at += 1) others.push(await enrolAt(gateway.url, at));
  await act(gateway, others);
  const all = started.move();
  return {
    url: gateway.url,
    goOn: (...rounds) => reportOn(others, ...rounds),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Makes the first handheld’s last hour at a gateway whose clock is behind: it tells that calls wait on it, and is never heard of again. */
async function loseOne(env: Readonly<Record<string, string>>, dataDir: string): Promise<void> {
  await using gateway = await spawnGateway(env, join(import.meta.dirname, 'earlier.ts'));
  const here = await operate(gateway.url, dataDir, FLOOR_PASSWORD);
  const lost = await enrolAt(gateway.url, 0);
  await lost.hello();
  await doubt(gateway, lost, 'D-1001');
  for (let n = 2; n <= 7; n += 1) lost.save(backOnShelf(`D-100${n}`));
  await lost.hello();
  await fetch(`${gateway.url}/gateway/floor`, { headers: here }); // what it told is written before anybody looks
}

/** Makes a call of which nobody knows: the service runs it, and something else answers in its place. */
async function doubt({ url, here }: GatewayProcess, handheld: Handheld, deliveryCode: string): Promise<void> {
  const fault = JSON.stringify({ kind: 'html-200-after', operation: 'RevertOff' });
  const headers = { ...here, 'content-type': 'application/json' };
  await fetch(`${url}/gateway/standin/faults`, { method: 'POST', headers, body: fault });
  await ask(handheld, backOnShelf(deliveryCode), 'unknown');
}

/** Saves a call and sends it. @throws Error where something else than `expected` comes of it. */
async function ask(handheld: Handheld, call: Call, expected: Outcome['kind']): Promise<void> {
  handheld.save(call);
  const sent = await handheld.sendOne();
  if (sent?.outcome.kind !== expected) throw new Error(`${call.operation}: ${JSON.stringify(sent?.outcome)}`);
}

/** Gives some of the handhelds what the board is looked at for. */
async function act(gateway: GatewayProcess, others: readonly Handheld[]): Promise<void> {
  await Promise.all(others.map((handheld) => handheld.hello()));
  for (const [at, handheld] of others.entries()) {
    if (at === 2) await doubt(gateway, handheld, 'D-1008');
    if (at === 7) for (const code of ['D-1009', 'D-1010']) await doubt(gateway, handheld, code);
    if (at === 3 || at === 5 || at === 8) await ask(handheld, backOnShelf('D-9999'), 'answered');
    if (at !== 4 && at !== 6) continue;
    handheld.pause('on-hold');
    for (let n = 11; n < 12 + at; n += 1) handheld.save(backOnShelf(`D-10${n}`));
  }
  await Promise.all(others.map((handheld) => handheld.hello()));
}

/** Lets the handhelds say hello in turn, and one after another make a call, which waits from one round to the next. */
async function reportOn(
  handhelds: readonly Handheld[],
  rounds = Number.POSITIVE_INFINITY,
  roundMs = ROUND_MS,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const busy = handhelds.slice(10)[Math.floor(round / 2) % Math.max(1, handhelds.length - 10)];
    if (round % 2 === 0) busy?.save(bagCall(round % 4 === 0));
    else await busy?.sendOne();
    for (const handheld of handhelds) {
      await handheld.hello();
      await sleep(roundMs / handhelds.length);
    }
  }
}
