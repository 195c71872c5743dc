import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium, expect } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { watchViolations } from './violations.ts';

/** A handheld of 480×800: a Chromium profile on disk that outlives the browsers opened on it. */
export interface Handheld {
  /** The profile's folder. */
  readonly profile: string;
  /** Opens a browser on the profile. @param args - more arguments for Chromium. */
  open(args?: readonly string[]): Promise<{ context: BrowserContext; page: Page }>;
  /** SIGKILL to every process of the browser, as a dead battery would. */
  kill(): Promise<void>;
  /** Finds the processes beforehand. @returns kills them at once, without waiting for anything. */
  aim(): Promise<() => void>;
  /** Every process of the browser whose command line has `part` in it. */
  processes(part: string): Promise<readonly number[]>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** Contexts in which no service worker comes. */
const withoutWorker = new WeakSet<BrowserContext>();

/** Tells whether a service worker comes in this page's browser. */
export function hasWorker(page: Page): boolean {
  return !withoutWorker.has(page.context());
}

/** `blocked`: the app runs without its service worker, whose many files take longer than most tests. */
export type Worker = 'allowed' | 'blocked';

const viewport = { width: 480, height: 800 };

export async function createHandheld(worker: Worker = 'allowed'): Promise<Handheld> {
  const profile = await mkdtemp(join(tmpdir(), 'scanline-handheld-'));
  let context: BrowserContext | undefined;

  return {
    profile,
    async open(args = []) {
      const executablePath = chromiumPath();
      context = await chromium.launchPersistentContext(profile, {
        ...(executablePath && { executablePath }),
        args: [...chromiumArgs, ...args],
        viewport,
        serviceWorkers: worker === 'blocked' ? 'block' : 'allow',
      });
      await watch(context, worker);
      const page = context.pages()[0] ?? (await context.newPage());
      return { context, page };
    },
    async kill() {
      const closed = context?.waitForEvent('close', { timeout: 60_000 });
      killAll(await processesOf(profile));
      await closed;
      context = undefined;
      await expect.poll(() => processesOf(profile)).toEqual([]);
    },
    async aim() {
      const pids = await processesOf(profile);
      return () => killAll(pids);
    },
    processes: (part) => processesOf(profile, part),
    async close() {
      await context?.close();
      context = undefined;
    },
    async remove() {
      await context?.close().catch(() => undefined);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Browsers that run for many tests, one for each set of further arguments. */
export interface SharedBrowsers {
  /** Returns the one with these arguments; it is started where none has asked for them yet. */
  with(args: readonly string[]): Promise<Browser>;
  close(): Promise<void>;
}

/** @param plain - the browser without further arguments; who started it closes it. */
export function shareBrowsers(plain: Browser): SharedBrowsers {
  const started = new Map<string, Promise<Browser>>();
  return {
    async with(args) {
      if (args.length === 0) return plain;
      const name = args.join(' ');
      const executablePath = chromiumPath();
      const browser =
        started.get(name) ??
        chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs, ...args] });
      started.set(name, browser);
      return browser;
    },
    async close() {
      for (const browser of started.values()) await (await browser).close();
    },
  };
}

/**
 * A handheld that is opened once and keeps nothing: a context of a browser that runs already, with a storage of its own,
 * which saves most of the time that a browser takes to start. What needs a disk, a second start or a process of its own
 * is refused.
 */
export function createBriefHandheld(browsers: SharedBrowsers, worker: Worker = 'allowed'): Handheld {
  let context: BrowserContext | undefined;
  const refuse = async (): Promise<never> => {
    throw new Error('this handheld is in memory: take one with a profile on disk');
  };

  return {
    get profile(): never {
      throw new Error('this handheld is in memory: it has no folder');
    },
    async open(args = []) {
      if (context) return refuse();
      const browser = await browsers.with(args);
      context = await browser.newContext({ viewport, serviceWorkers: worker === 'blocked' ? 'block' : 'allow' });
      await watch(context, worker);
      return { context, page: await context.newPage() };
    },
    kill: refuse,
    aim: refuse,
    processes: refuse,
    close: refuse,
    async remove() {
      await context?.close();
    },
  };
}

async function watch(context: BrowserContext, worker: Worker): Promise<void> {
  if (worker === 'blocked') withoutWorker.add(context);
  await watchViolations(context);
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it went with its parent
    }
  }
}

/** Every process that was started with the profile's path, and with `part`. Source: proc(5). */
async function processesOf(profile: string, part = ''): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => lines[index]?.includes(profile) && lines[index]?.includes(part)).map(Number);
}
