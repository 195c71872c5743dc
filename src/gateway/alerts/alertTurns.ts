import { type AlertKind, type Condition, OVER_MS, alertKeyOf, alertKinds } from './alertKinds.ts';

/** The conditions that hold now, and the kinds of which nobody can tell now whether they do. */
export interface SeenConditions {
  readonly holding: readonly Condition[];
  readonly unknown: ReadonlySet<AlertKind>;
}

/** The turns of alerts at one look: those that begin, and the names of those that are over. */
export interface Turns {
  readonly begun: readonly Condition[];
  readonly over: readonly string[];
}

/**
 * Makes what tells when an alert begins and when it is over. One begins once its condition has held for as long as its kind says, and is over
 * once it has not held for five minutes: whatever comes and goes meanwhile tells nobody anything.
 *
 * @param now - milliseconds of a clock that does not jump.
 */
export function createAlertTurns(now: () => number) {
  /** Times since which each has been as it is: the holding ones, and those that are open and hold no more. */
  let holdsSince = new Map<string, number>();
  let goneSince = new Map<string, number>();
  return {
    /** Looks once. @param open - the names of the alerts that are open, and their kinds. */
    look({ holding, unknown }: SeenConditions, open: ReadonlyMap<string, AlertKind>): Turns {
      const at = now();
      const byKey = new Map(holding.map((condition) => [alertKeyOf(condition), condition]));
      holdsSince = new Map([...byKey.keys()].map((key) => [key, holdsSince.get(key) ?? at]));
      const gone = [...open].filter(([key, kind]) => !byKey.has(key) && !unknown.has(kind)).map(([key]) => key);
      goneSince = new Map(gone.map((key) => [key, goneSince.get(key) ?? at]));
      const isDue = ([key, { kind }]: [string, Condition]): boolean =>
        !open.has(key) && at - (holdsSince.get(key) ?? at) >= alertKinds[kind].holdsMs;
      return {
        begun: [...byKey].filter(isDue).map(([, condition]) => condition),
        over: gone.filter((key) => at - (goneSince.get(key) ?? at) >= OVER_MS),
      };
    },
    /** Forgets what was seen, as another gateway looks. */
    rest(): void {
      [holdsSince, goneSince] = [new Map(), new Map()];
    },
  };
}
