import { jpegSize } from '#contract/jpeg.ts';
import { moveTo } from '#e2e/rig/inPage.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import type { Finding } from './evidence.ts';
import { sleep } from './sockets.ts';
import type { World } from './world.ts';

/** Calls of a round to which something is added: about one in eight. */
const OF_A_ROUND = 2;
/** Time in which the screen says what became of it, in milliseconds. */
const SAID_MS = 15_000;
/** Time in which all of it comes to the ledger when nothing is wrong any more, in milliseconds. */
const TOLD_MS = 120_000;

/** Something that a person added to a call, and what the screen said of it. */
interface Added {
  readonly seq: number;
  readonly is: 'kept' | 'refused' | 'not known';
}

/** One of the rows on the handheld. */
interface AddedHere {
  readonly callId: string;
  readonly isOwed: boolean;
}

/** Figures of the words and pictures of a run. */
export interface PictureFigures {
  /** Calls of which the screen said that something is kept. */
  readonly kept: number;
  /** Those whose pictures were refused for want of room. */
  readonly refused: number;
  readonly told: number;
  /** Those whose call never came to the ledger. */
  readonly waiting: number;
  readonly lost: number;
}

/** The hand that adds words and a picture to a share of the calls, on the app's own screens. */
export function createPictures(world: World, seed: number) {
  const random: Random = randomOf(seed ^ 0x9_1c7);
  const added: Added[] = [];

  async function addTo(seq: number): Promise<void> {
    const { page } = await world.device.ready(0);
    await page.bringToFront();
    await page.evaluate(moveTo, `/queue/${seq}`);
    const click = (name: string | RegExp): Promise<void> =>
      page.getByRole('button', { name }).dispatchEvent('click', undefined, { timeout: SAID_MS });
    await click('Note or picture');
    await click('Damaged');
    await click(/^Take picture/);
    await page.getByRole('button', { name: 'Take it', disabled: false }).dispatchEvent('click');
    await page.getByRole('img', { name: 'Picture 1' }).waitFor({ timeout: SAID_MS });
    await click('Keep');
    added.push({ seq, is: 'not known' });
    const kept = page.getByRole('status').filter({ hasText: /Kept here|With the supervisor|wait here/ });
    await kept.waitFor({ timeout: SAID_MS });
    const isRefused = await page.getByText('There is no room for pictures on this handheld').isVisible();
    added.splice(-1, 1, { seq, is: isRefused ? 'refused' : 'kept' });
  }

  return {
    /** Adds words and a picture to some calls of the round that was. */
    async add(): Promise<void> {
      const { rows } = await world.device.read();
      const free = rows.slice(-20).filter(({ seq }) => added.every((one) => one.seq !== seq));
      for (let times = 0; times < OF_A_ROUND && free.length > 0; times += 1) {
        const [row] = free.splice(random.whole(0, free.length - 1), 1);
        if (!row) continue;
        try {
          await addTo(row.seq);
        } catch (error) {
          world.journal.note('not added', { seq: row.seq, error: String(error).slice(0, 300) });
        }
        world.journal.note('added', { ...added.at(-1) });
      }
      await backToTask(world).catch(() => undefined); // whoever scans next finds the way
    },

    /** Waits until the ledger has what was added, and says what it lacks. */
    async judge(): Promise<{ readonly figures: PictureFigures; readonly findings: readonly Finding[] }> {
      const until = Date.now() + TOLD_MS;
      let judged = await judgeNow(world, added);
      while (judged.findings.length > 0 && Date.now() < until) {
        await sleep(1_000);
        judged = await judgeNow(world, added);
      }
      return judged;
    },
  };
}

async function backToTask({ device }: World): Promise<void> {
  const { page } = await device.ready(0);
  await page.locator('a.top-link[href="/"]').dispatchEvent('click');
  await page.getByRole('link', { name: /back on shelf/i }).dispatchEvent('click');
}

async function judgeNow(world: World, added: readonly Added[]) {
  const { device, gateway } = world;
  const { page } = await device.awake();
  await page.evaluate(() => dispatchEvent(new Event('online'))); // a hello, after which all of it is told again
  const here = new Map((await page.evaluate(readAdded)).map((one) => [one.seq, one]));
  const reply = await fetch(`${gateway.origin}/gateway/ledger/lines`, { headers: gateway.here() });
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  const ledger = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const findings: Finding[] = [];
  const lost = (text: string): void => void findings.push({ law: 'picture', text });
  let [told, waiting] = [0, 0];
  for (const { seq, is } of added.filter((one) => one.is !== 'not known')) {
    const { callId, words, pictures } = here.get(seq) ?? { callId: '', words: [], pictures: [] };
    const all: readonly AddedHere[] = [...words, ...pictures];
    const line = ledger.find(({ key }) => key?.split('.g')[0] === callId);
    const expected = is === 'kept' ? 1 : 0;
    if (words.length !== 1 || pictures.length !== expected) lost(`call ${seq}: what was kept is not on the handheld`);
    else if (!line) waiting += 1;
    else if (all.some(({ isOwed }) => isOwed)) lost(`call ${seq}: the ledger has the call, and not what was added`);
    else if (line['note'] !== 'Damaged' || Number(line['pictures'] ?? 0) !== expected)
      lost(`call ${seq}: the ledger has ${line['note']} and ${line['pictures']} pictures`);
    else if (!(await isPicture(world, line['pictureAddresses'] ?? ''))) lost(`call ${seq}: its picture is none`);
    else told += 1;
  }
  const of = (is: Added['is']): number => added.filter((one) => one.is === is).length;
  const kept = of('kept') + of('refused');
  return { figures: { kept, refused: of('refused'), told, waiting, lost: findings.length }, findings };
}

async function isPicture({ gateway }: World, addresses: string): Promise<boolean> {
  for (const address of addresses.split(' ').filter((one) => one !== '')) {
    const reply = await fetch(gateway.origin + address, { headers: gateway.here() });
    if (!jpegSize(new Uint8Array(await reply.arrayBuffer()))) return false;
  }
  return true;
}

/** Reads what was added to calls, by their numbers. Runs in the page, and makes no database where there is none. */
async function readAdded() {
  interface Row {
    readonly callId: string;
    readonly owed?: 1;
  }
  const read = async <T>(name: string, store: string): Promise<readonly T[]> => {
    const all = await indexedDB.databases();
    if (all.every((one) => one.name !== name)) return [];
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const rows = await new Promise<readonly T[]>((resolve) => {
      const reading = opened.transaction(store).objectStore(store).getAll();
      reading.addEventListener('success', () => resolve(reading.result as readonly T[]));
    });
    opened.close();
    return rows;
  };
  const calls = await read<{ readonly seq: number; readonly callId: string }>('scanline', 'calls');
  const [words, pictures] = [await read<Row>('scanline-notes', 'notes'), await read<Row>('scanline-notes', 'pictures')];
  const of = (rows: readonly Row[], callId: string) =>
    rows.filter((row) => row.callId === callId).map(({ owed }) => ({ callId, isOwed: owed === 1 }));
  return calls.map(({ seq, callId }) => ({
    seq,
    callId,
    words: of(words, callId),
    pictures: of(pictures, callId),
  }));
}
