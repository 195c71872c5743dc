/** Setting that the rig puts into every page before the app. */
export interface PageSetting {
  /** `true`: the page has a drain lock of its own. */
  readonly splitLocks: boolean;
}

declare global {
  /** Tells the rig what the app has just signalled; put there by Playwright. */
  var tortureHeard: ((heard: string) => Promise<void>) | undefined;
  /** Sets this page's clock off by so many milliseconds. */
  var tortureClock: ((offsetMs: number) => void) | undefined;
  /** Set on a page that is about to start anew. */
  var tortureIsOld: boolean | undefined;
  /** Closes every database that this page has open. @returns how many. */
  var tortureClose: (() => number) | undefined;
}

/**
 * Runs in the page: reports every signal at the moment the app gives it (its vibration pattern stands for it) and what
 * the screen says right after, puts the clock off and closes the database on demand, and takes the drain lock apart where it is told to.
 */
export function prepare({ splitLocks }: PageSetting): void {
  navigator.vibrate = (pattern: Iterable<number> | number) => {
    const tell = globalThis.tortureHeard;
    void tell?.(`cue ${JSON.stringify(pattern)}`);
    setTimeout(() => void tell?.(`said ${document.querySelector('.said-text')?.textContent ?? ''}`), 0);
    return true;
  };

  const RealDate = Date;
  let offset = 0;
  globalThis.tortureClock = (offsetMs) => {
    offset = offsetMs;
  };
  const now = (): number => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: unknown[]) =>
      values.length === 0 ? new target(now()) : (Reflect.construct(target, values) as Date),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });

  const databases = new Set<IDBDatabase>();
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (...values: Parameters<IDBFactory['open']>) => {
    const opening = open(...values);
    opening.addEventListener('success', () => databases.add(opening.result));
    return opening;
  };
  globalThis.tortureClose = () => {
    const count = databases.size;
    for (const database of databases) database.close();
    databases.clear();
    return count;
  };

  // That of the turn is held while a hello is on its way: the hellos of all are to stand at the gateway at one time.
  if (splitLocks && 'locks' in navigator) {
    const { locks } = navigator;
    const request = locks.request.bind(locks) as (...values: unknown[]) => Promise<unknown>;
    const mine = String(Math.random());
    locks.request = (name: string, ...rest: unknown[]) =>
      request(['scanline-drain', 'scanline-life'].includes(name) ? `${name}-${mine}` : name, ...rest);
  }
}
