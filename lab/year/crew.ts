import { type Call, makeCall } from '#contract/call.ts';
import type { Random } from '#e2e/rig/random.ts';
import { type Handheld, createHandheld } from '#lab/loadFloor/handheld.ts';
import { enrolled } from '#main/testing/deviceRig.ts';
import type { House } from './house.ts';

/** A handheld of the year, by the name that the floor knows it by. */
export interface Worker {
  readonly name: string;
  readonly handheld: Handheld;
  /** The last outcome of each of its calls, by the call’s code. */
  readonly outcomes: Map<string, 'answered' | 'refused' | 'unknown' | 'waits'>;
  /** `true`: it lies in a drawer, and is not heard of. */
  isAway: boolean;
}

/** Shares of the calls that are answered, refused, and lost on their way back. */
const KINDS = { D: 980, R: 17, L: 3 };

export type Crew = Awaited<ReturnType<typeof createCrew>>;

/** Enrols so many handhelds, and has them work. */
export async function createCrew(house: House, many: number, random: Random) {
  const workers: Worker[] = [];
  /** Those that were lost: what they had saved is held against the service too. */
  const gone: Worker[] = [];
  let made = 0;

  /** Enrols one more handheld, by a code that a supervisor opens. */
  async function enrolOne(): Promise<void> {
    made += 1;
    const name = `Dock ${made}`;
    const cookie = await enrolled(house.origin, name, { ...(await house.supervisor()) });
    const handheld = createHandheld(() => house.origin, { cookie, version: '1.0.0', kept: true, worker: String(made) });
    workers.push({ name, handheld, outcomes: new Map(), isAway: false });
    house.does('set a handheld up');
  }

  for (let n = 0; n < many; n += 1) await enrolOne();

  const atWork = (): readonly Worker[] => workers.filter(({ isAway }) => !isAway);

  return {
    workers,
    gone,
    atWork,
    enrolOne,
    /** Each of these saves up to `most` calls. */
    save(some: readonly Worker[], most: number): void {
      for (const { name, handheld, outcomes } of some)
        for (let n = random.whole(1, most); n > 0; n -= 1) {
          const code = `${random.weighted(KINDS)}-${name.replace(' ', '-')}-${outcomes.size}`;
          handheld.save(makeCall('RevertOff', { deliveryCode: code, storeCode: 'S-01-A', userID: '7' }));
          outcomes.set(code, 'waits');
        }
    },
    /** Saves a call anew of which the desk said that it was not done. */
    saveAgain({ handheld, outcomes }: Worker, key: string): void {
      const call = handheld.doubt(key);
      if (!call) return;
      handheld.giveUp(key);
      handheld.save(call);
      outcomes.set(codeOf(call), 'waits');
    },
    /** Each of these says hello, then sends what waits. */
    async send(some: readonly Worker[]): Promise<void> {
      await Promise.all(
        some.map(async (worker) => {
          if (await worker.handheld.hello()) await sendAll(worker);
        }),
      );
    },
    /** These start for the day: they take the version that is there. */
    async begin(some: readonly Worker[]): Promise<void> {
      await Promise.all(some.map(({ handheld }) => handheld.hello()));
      for (const { handheld } of some) handheld.takeVersion();
    },
    /** Their workers look at what was refused. */
    async acknowledge(some: readonly Worker[]): Promise<void> {
      for (const { handheld } of some) handheld.acknowledge();
      await Promise.all(some.map(({ handheld }) => handheld.hello()));
    },
    /** A handheld is lost: it is revoked, and another one takes its place. @returns it */
    async lose(worker: Worker): Promise<void> {
      const page = await fetch(`${house.origin}/gateway/devices?search=${encodeURIComponent(worker.name)}`, {
        headers: await house.supervisor(),
      });
      const rows = (await page.text()).split('<tr');
      const row = rows.find((each) => each.includes(`>${worker.name}<`)) ?? '';
      const [, number = ''] = /name="number" value="(\d+)"/.exec(row) ?? [];
      const { status } = await house.post('/gateway/devices/revoke', { number });
      if (status !== 303) throw new Error(`${worker.name} was not revoked: ${status}`);
      house.does('revoke a lost handheld');
      workers.splice(workers.indexOf(worker), 1);
      gone.push(worker);
      await enrolOne();
    },
  };
}

/** Sends until nothing waits, or something is to be tried later. */
async function sendAll({ handheld, outcomes }: Worker): Promise<void> {
  for (let sent = await handheld.sendOne(); sent; sent = await handheld.sendOne()) {
    const { call, outcome } = sent;
    const code = codeOf(call);
    if (outcome.kind === 'answered') outcomes.set(code, outcome.text?.startsWith('ERR') ? 'refused' : 'answered');
    else if (outcome.kind === 'unknown') outcomes.set(code, 'unknown');
    else return;
  }
}

/** Returns the code of a call’s delivery: no two calls of a run have the same. */
export function codeOf({ parameters }: Call): string {
  return new Map(parameters).get('deliveryCode') ?? '';
}
