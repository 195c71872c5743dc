import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type Handheld, createHandheld } from '#e2e/rig/handheld.ts';
import { type Disk, readDisk } from './disk.ts';
import type { Journal } from './journal.ts';
import { TASK, obstacleIn } from './obstacle.ts';
import { prepare } from './pageScript.ts';
import { sleep } from './sockets.ts';

export type TabNumber = 0 | 1;

/** A page of the app. */
export interface Tab {
  readonly number: TabNumber;
  readonly page: Page;
  readonly devtools: CDPSession;
  frozen: boolean;
}

/** A handheld with two pages of the app, whose browser dies and comes back. */
export interface Device {
  readonly origin: string;
  isRunning(): boolean;
  /** Starts the browser, if none runs, without any page of the app. */
  boot(splitLocks: boolean): Promise<BrowserContext>;
  /** Opens a tab: its page is on the way. */
  open(number: TabNumber): Promise<Tab>;
  /** The tab, opened if it is not there, until it would take a scan of a new pair. */
  ready(number: TabNumber): Promise<Tab>;
  /** The tab as it is, if it is open. */
  tab(number: TabNumber): Tab | undefined;
  /** Opens the task's screen anew in a tab that is open. */
  reload(number: TabNumber): Promise<void>;
  /** Any tab in which a script can run; opened if there is none. */
  awake(): Promise<Tab>;
  read(): Promise<Disk>;
  kill(): Promise<void>;
  /** Finds the browser's processes. @returns kills them at once. */
  aim(): Promise<() => Promise<void>>;
  crash(number: TabNumber): Promise<void>;
  close(number: TabNumber): Promise<void>;
  freeze(number: TabNumber): Promise<void>;
  thaw(): Promise<void>;
  /**
   * Leaves the app so many bytes of storage, or what it has by right. Chromium remembers for half a minute how much
   * room there was: to be felt at once it has to be said after `boot`, before the app is opened.
   */
  quota(bytes: number | undefined): Promise<void>;
  /** Kills the process that holds the browser's storage. @returns how many there were. */
  killStorage(): Promise<number>;
  /** Closes the app's database under it. @returns whether there was one. */
  closeDatabase(number: TabNumber): Promise<boolean>;
  /** Gives the worker the browser's word that it may drain. @returns whether there is a worker. */
  sync(): Promise<boolean>;
  /** Copies what the browser has of the app's storage, with what it has logged about it. */
  keepStorage(folder: string): Promise<void>;
  remove(): Promise<void>;
}

export interface DevicePorts {
  readonly origin: string;
  readonly journal: Journal;
  /** Hears what the app signalled on a page. */
  readonly heard: (tab: TabNumber | undefined, said: string) => void;
  /** A page is gone: nothing more will be heard of it. */
  readonly gone: (tab: TabNumber) => void;
  /** More arguments for Chromium. */
  readonly args?: readonly string[] | undefined;
}

const PATIENCE_MS = 20_000;

export async function createDevice({ origin, journal, heard, gone, args = [] }: DevicePorts): Promise<Device> {
  const handheld: Handheld = await createHandheld();
  const tabs: [Tab | undefined, Tab | undefined] = [undefined, undefined];
  let context: BrowserContext | undefined;
  let quotaSession: CDPSession | undefined;
  const worker: { registration?: string } = {};

  function numberOf(page: Page): TabNumber | undefined {
    return tabs[0]?.page === page ? 0 : tabs[1]?.page === page ? 1 : undefined;
  }

  function forget(number: TabNumber): void {
    tabs[number] = undefined;
    gone(number);
  }

  async function boot(splitLocks: boolean): Promise<BrowserContext> {
    if (context) return context;
    const opened = await handheld.open(args).catch(async (error: unknown) => {
      journal.note('browser did not start', { error: String(error).slice(0, 300) });
      await handheld.kill(); // what is left of the one before
      return handheld.open(args);
    });
    context = opened.context;
    context.setDefaultTimeout(PATIENCE_MS);
    await context.exposeBinding('tortureHeard', ({ page }, said: string) => heard(numberOf(page), said));
    await context.addInitScript(prepare, { splitLocks });
    journal.note('browser started', { splitLocks });
    return context;
  }

  async function open(number: TabNumber): Promise<Tab> {
    const booted = await boot(false);
    const spare = booted.pages().find((page) => page.url() === 'about:blank' && numberOf(page) === undefined);
    const page = spare ?? (await booted.newPage());
    const devtools = await booted.newCDPSession(page);
    const tab: Tab = { number, page, devtools, frozen: false };
    tabs[number] = tab;
    page.on('crash', () => journal.note('page crashed', { number }));
    page.on('console', (message) => {
      if (message.type() === 'error') journal.note('console', { number, text: message.text().slice(0, 300) });
    });
    page.on('pageerror', (error) => journal.note('page error', { number, text: String(error).slice(0, 300) }));
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const known = registrations.find(({ isDeleted }) => !isDeleted);
      if (known) worker.registration = known.registrationId;
    });
    await devtools.send('ServiceWorker.enable');
    await goToTask(tab);
    return tab;
  }

  /** Opens the task's page; where it does not come, whoever waits for it tries again. */
  async function goToTask({ page, number }: Tab): Promise<void> {
    try {
      await page.goto(`${origin}${TASK}`, { waitUntil: 'commit' });
    } catch (error) {
      journal.note('page did not come', { number, error: String(error).slice(0, 200) });
    }
  }

  async function ready(number: TabNumber): Promise<Tab> {
    const until = Date.now() + PATIENCE_MS;
    let tab = tabs[number] ?? (await open(number));
    let inTheWay: string | undefined = 'not asked';
    while (Date.now() < until) {
      if (tabs[number] !== tab) tab = tabs[number] ?? (await open(number));
      inTheWay = await obstacleIn(tab.page).catch((error: unknown) => `no script: ${String(error).slice(0, 120)}`);
      if (inTheWay === undefined) return tab;
      if (inTheWay === 'elsewhere') await goToTask(tab);
      await sleep(15);
    }
    throw new Error(`tab ${number} takes no scan: ${inTheWay}`);
  }

  async function awake(): Promise<Tab> {
    return tabs.find((tab) => tab && !tab.frozen) ?? ready(tabs[0]?.frozen ? 1 : 0);
  }

  function dead(): void {
    context = undefined;
    quotaSession = undefined;
    forget(0);
    forget(1);
  }

  return {
    origin,
    isRunning: () => context !== undefined,
    boot,
    open,
    ready,
    tab: (number) => tabs[number],
    awake,
    async reload(number) {
      const tab = tabs[number];
      if (!tab) return;
      gone(number);
      await goToTask(tab);
    },
    async read() {
      const { page } = await awake();
      return readDisk(page);
    },
    async kill() {
      await handheld.kill();
      dead();
    },
    async aim() {
      const kill = await handheld.aim();
      return async () => {
        kill();
        await handheld.kill();
        dead();
      };
    },
    async crash(number) {
      const tab = tabs[number];
      if (!tab) return;
      const crashed = tab.page.waitForEvent('crash', { timeout: 5_000 }).catch(() => undefined);
      void tab.devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      forget(number);
      await keepOne();
      await tab.page.close().catch(() => undefined);
    },
    async close(number) {
      const tab = tabs[number];
      if (!tab) return;
      forget(number);
      await keepOne();
      await tab.page.close();
    },
    async freeze(number) {
      const tab = tabs[number];
      if (!tab || tab.frozen) return;
      tab.frozen = true;
      await tab.devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    },
    async thaw() {
      for (const tab of tabs) {
        if (!tab?.frozen) continue;
        await tab.devtools.send('Page.setWebLifecycleState', { state: 'active' });
        tab.frozen = false;
      }
    },
    async quota(bytes) {
      const page = context?.pages()[0];
      if (!context || !page) return;
      quotaSession ??= await context.newCDPSession(page); // what it sets is over with it
      await quotaSession.send('Storage.overrideQuotaForOrigin', {
        origin,
        ...(bytes !== undefined && { quotaSize: bytes }),
      });
    },
    async killStorage() {
      const pids = await handheld.processes('storage.mojom.StorageService');
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      return pids.length;
    },
    async closeDatabase(number) {
      const tab = tabs[number];
      if (!tab || tab.frozen) return false;
      return tab.page.evaluate(() => (globalThis.tortureClose?.() ?? 0) > 0).catch(() => false);
    },
    async sync() {
      const tab = tabs.find((each) => each && !each.frozen);
      for (let look = 0; look < 100 && worker.registration === undefined; look += 1) await sleep(20);
      if (!tab || worker.registration === undefined) return false;
      await tab.devtools.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId: worker.registration,
        tag: 'scanline-drain',
        lastChance: false,
      });
      return true;
    },
    async keepStorage(folder) {
      for (const part of ['IndexedDB', 'Local Storage'])
        await cp(join(handheld.profile, 'Default', part), join(folder, part), { recursive: true }).catch(
          () => undefined,
        );
    },
    remove: () => handheld.remove(),
  };

  /** The browser ends with its last page: there is always one more. */
  async function keepOne(): Promise<void> {
    if (context && tabs.every((tab) => tab === undefined)) await context.newPage();
  }
}
