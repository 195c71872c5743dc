import type { Page } from '@playwright/test';
import { signals } from '#device/cues.ts';
import { burst } from '#e2e/rig/wedge.ts';
import type { Device, TabNumber } from './device.ts';
import type { Journal } from './journal.ts';
import type { Heard, Scanned } from './evidence.ts';
import { goBehind } from './obstacle.ts';
import type { ScanStep } from './plan.ts';
import { sleep } from './sockets.ts';

/** A scan of the run, until the app has said what became of it. */
interface Pair extends Scanned {
  readonly delivery: string;
  readonly shelf: string;
  /** Its delivery was scanned before: nobody may know yet what became of that. */
  readonly isAgain: boolean;
  heard: Heard;
  pressedAgain?: boolean;
  tookMs?: number;
  /** The time of its last key, in milliseconds. */
  typedAt?: number;
}

/** The hand that scans, and the ear for what the app says to it. */
export interface Scanning {
  readonly scanned: readonly Scanned[];
  readonly shownSaved: readonly string[];
  acknowledged(): number;
  /** Scans a pair. @param onLastKey - called when the last key is on its way. */
  scan(step: ScanStep, onLastKey?: () => void): Promise<void>;
  /** Waits until the app has said something to every scan. */
  settle(): Promise<void>;
  /** Presses "save again" for whatever the tab shows as not saved. */
  saveAgain(number: TabNumber): Promise<void>;
  heard(tab: TabNumber | undefined, said: string): void;
  gone(tab: TabNumber): void;
}

/** A page that says nothing for so long, and lives, is broken; a busy machine is slow. */
const SILENCE_MS = 20_000;

/** The signals as a page tells them, by what they mean to the hand that scans. */
const cues: Readonly<Record<string, Heard>> = {
  [cueOf('saved')]: 'saved',
  [cueOf('wrong')]: 'refused',
  [cueOf('repeat')]: 'asked',
};

function cueOf(name: keyof typeof signals): string {
  return `cue ${JSON.stringify(signals[name].vibration)}`;
}

/** So many looks, 20 ms apart, for a question about a code that was scanned just now. */
const LOOKS = 10;

/** Goes on behind a doubt where the code of a pair is asked about: at once, as the page knows its doubts. */
async function askedBehind(page: Page): Promise<void> {
  for (let look = 0; look < LOOKS && !(await goBehind(page)); look += 1) await sleep(20);
}

export function startScanning(device: () => Device, journal: Journal): Scanning {
  const scanned: Pair[] = [];
  const shownSaved = new Set<string>();
  const pending: readonly [Pair[], Pair[]] = [[], []];
  const deliveries: string[] = [];
  let last: TabNumber | undefined;
  let barrier = 0;

  async function settleTab(number: TabNumber): Promise<void> {
    const until = Date.now() + SILENCE_MS;
    while (pending[number].length > 0 && Date.now() < until) {
      const page = device().tab(number)?.page;
      if (pending[number].some(({ isAgain }) => isAgain) && page) await goBehind(page).catch(() => false);
      await sleep(2);
    }
    for (const pair of pending[number].splice(0)) {
      pair.heard = device().tab(number)?.frozen ? 'nothing' : 'silence';
      const shown = await device()
        .tab(number)
        ?.page.evaluate(() => document.body.innerText.slice(0, 500))
        .catch(String);
      journal.note('silence', { marker: pair.marker, tab: number, shown });
    }
  }

  /** Half a pair is shared by the tabs: what one has written has to have come to the other. */
  async function cross(from: TabNumber, to: TabNumber): Promise<void> {
    await settleTab(from);
    const before = device().tab(from);
    if (!before || before.frozen) return;
    barrier += 1;
    await before.page.evaluate((mark) => localStorage.setItem('torture', mark), String(barrier)).catch(() => undefined);
    const after = await device().ready(to);
    for (let look = 0; look < 100; look += 1) {
      const seen = await after.page.evaluate(() => localStorage.getItem('torture')).catch(() => undefined);
      if (seen === String(barrier) || seen === undefined) return;
      await sleep(5);
    }
  }

  function deliveryOf(again: number | undefined): string {
    const earlier = again === undefined ? undefined : deliveries.at(-again);
    if (earlier !== undefined) return earlier;
    const fresh = `D-${10_001 + deliveries.length}`;
    deliveries.push(fresh);
    return fresh;
  }

  return {
    scanned,
    get shownSaved() {
      return [...shownSaved];
    },
    acknowledged: () => scanned.filter(({ heard }) => heard === 'saved').length,

    async scan({ tab: wanted, again, hurried }, onLastKey) {
      const isFrozen = device().tab(wanted)?.frozen === true;
      const number = isFrozen ? ((1 - wanted) as TabNumber) : wanted;
      if (last !== undefined && last !== number) await cross(last, number);
      last = number;
      const isFollowing = pending[number].length > 0;
      const tab = (isFollowing && device().tab(number)) || (await device().ready(number));
      const delivery = deliveryOf(again);
      const shelf = `S-${30_001 + scanned.length}`;
      const isAgain = again !== undefined;
      const pair: Pair = { marker: `${delivery}|${shelf}`, tab: number, heard: 'nothing', delivery, shelf, isAgain };
      scanned.push(pair);
      pending[number].push(pair);
      journal.note('scan', { marker: pair.marker, tab: number });
      try {
        await burst(tab.page, delivery);
        if (isAgain) await askedBehind(tab.page);
        const typed = burst(tab.page, shelf);
        onLastKey?.();
        await typed;
        pair.typedAt = performance.now();
      } catch (error) {
        journal.note('keys lost', { marker: pair.marker, error: String(error).slice(0, 200) });
      }
      if (!hurried || isAgain) await settleTab(number); // what it is asked about would stop the next one
    },

    async settle() {
      await settleTab(0);
      await settleTab(1);
    },

    async saveAgain(number) {
      await settleTab(number);
      const tab = await device().ready(number);
      const texts = await tab.page.evaluate(() =>
        [...document.querySelectorAll('li.is-bad')]
          // a call that the service refused stands there too, and is on the disk
          .filter((row) =>
            [...row.querySelectorAll('button')].some(({ textContent }) => /Save again/.test(textContent)),
          )
          .map((row) => row.querySelector('.row-open')?.textContent ?? ''),
      );
      const markers = texts.map((text) => /(D-\d+) → (S-\d+)/.exec(text)).map((found) => `${found?.[1]}|${found?.[2]}`);
      for (const marker of markers) {
        const pair = scanned.find((known) => known.marker === marker);
        if (!pair) continue;
        pair.pressedAgain = true;
        pair.heard = 'nothing';
        pending[number].push(pair);
      }
      journal.note('save again', { markers, tab: number });
      await tab.page.evaluate(() => {
        for (const row of document.querySelectorAll('li.is-bad'))
          [...row.querySelectorAll('button')].find(({ textContent }) => /Save again/.test(textContent))?.click();
      });
      await settleTab(number);
    },

    heard(tab, said) {
      const shown = /^said Saved: (D-\d+) → (?:shelf )?(S-\d+)$/.exec(said);
      if (shown) shownSaved.add(`${shown[1]}|${shown[2]}`);
      const what = cues[said];
      if (what === undefined || tab === undefined) return;
      if (what === 'asked' && pending[tab][0]?.isAgain) return; // whether it waits behind a doubt: it is answered
      const pair = pending[tab].shift();
      if (pair) pair.heard = what;
      if (pair && what === 'saved') pair.tookMs = Math.max(0, performance.now() - (pair.typedAt ?? performance.now()));
      journal.note('heard', { heard: what, marker: pair?.marker, tab });
    },

    gone(tab) {
      for (const pair of pending[tab].splice(0)) journal.note('gone', { marker: pair.marker, tab });
    },
  };
}
