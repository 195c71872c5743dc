import { type Decimal, plusDecimal } from '#contract/decimal.ts';
import type { DecisionWord } from '#contract/decision.ts';
import type { Worded } from '#site/worded.ts';

/** The ends of a call that are counted in columns of their own. `open`: nobody knows whether it ran, and nobody has decided. */
export const mainEnds = ['done', 'refused', 'open', 'other'] as const;
export type MainEnd = (typeof mainEnds)[number];

/** The ends of a call that are counted together. `answered`: the answer is too long to be read here. */
export const otherEnds = [
  'received',
  'dispatching',
  'answered',
  'unclassified',
  'not-done',
  'sent-again',
  'discarded',
  'acknowledged',
] as const;
export type OtherEnd = (typeof otherEnds)[number];

/** A reason why the service refused. */
export interface RefusalReason {
  /** The site's words for it. */
  readonly says?: Worded | undefined;
  /** The service's own words, without what has digits in it: of two codes they are the same. */
  readonly words: string;
}

/** Those who settle a doubt. `ledger`: the answer came after all. `nobody`: it is open. */
export const settlers = ['desk', 'handheld', 'ledger', 'nobody'] as const;
export type Settler = (typeof settlers)[number];

/** Way in which one doubt was settled. */
export interface SettledDoubt {
  readonly by: Settler;
  /** The word that settled it; absent: none did, or the answer. */
  readonly says?: DecisionWord;
}

/** A call as it is counted. */
export interface CountedCall {
  readonly key: string;
  readonly operation: string;
  /** It changes nothing at the service. */
  readonly isLookUp: boolean;
  /** Unix ms. */
  readonly receivedAt: number;
  readonly worker?: string | undefined;
  readonly end: Exclude<MainEnd, 'other'> | OtherEnd;
  /** Present where it was refused. */
  readonly reason?: RefusalReason | undefined;
  /** Present where nobody knew, at some time, whether it ran. */
  readonly doubt?: SettledDoubt | undefined;
  /** The weight that its answer names. */
  readonly weight?: Decimal | undefined;
  /** The packages of which its answer names the weight. */
  readonly packages: number;
  /** A worker said that it was a mistake, and nobody has settled that. */
  readonly isMistake: boolean;
}

/** Calls by their ends. */
export type EndTally = Readonly<Record<MainEnd, number>>;
type OpenTally = Record<MainEnd, number>;

/** The calls of an operation. */
export interface TaskSum extends EndTally {
  readonly operation: string;
  readonly isLookUp: boolean;
  readonly weight?: Decimal;
  readonly packages: number;
}

/** The calls of a worker, a while, or all: of what changes something, with the number of look-ups. */
export interface WorkSum extends EndTally {
  readonly lookUps: number;
}

/** Several calls, and the newest of them. */
export interface SeveralCalls {
  readonly many: number;
  readonly newest: readonly Pick<CountedCall, 'key' | 'receivedAt'>[];
}

/** The calls that were refused for one reason. */
export interface ReasonSum extends SeveralCalls {
  readonly reason: RefusalReason;
  /** The number of look-ups among them. */
  readonly lookUps: number;
}

/** The sums of a time. */
export interface ShiftSums {
  readonly all: WorkSum;
  readonly tasks: readonly TaskSum[];
  readonly workers: readonly (WorkSum & { readonly worker: string })[];
  /** By the beginnings of the hours or days, each with its doubts, settled or not. */
  readonly spans: readonly (WorkSum & { readonly start: number; readonly doubts: number })[];
  /** The most frequent first. */
  readonly reasons: readonly ReasonSum[];
  /** The refusals for reasons beyond the most that are told apart. */
  readonly otherReasons: number;
  readonly doubts: readonly (SettledDoubt & { readonly many: number })[];
  readonly others: Readonly<Partial<Record<OtherEnd, number>>>;
  readonly open: SeveralCalls;
  readonly mistakes: SeveralCalls;
  readonly unclassified: SeveralCalls;
  readonly notSent: SeveralCalls;
}

/** The newest calls of a kind that are named. */
const MOST_NEWEST = 3;
/** The reasons that are told apart, and the workers: a service may have a new sentence for each call. */
const MOST_KINDS = 500;

const emptyTally = (): OpenTally => ({ done: 0, refused: 0, open: 0, other: 0 });
const emptyWork = () => ({ ...emptyTally(), lookUps: 0 });
const several = (): { many: number; newest: Pick<CountedCall, 'key' | 'receivedAt'>[] } => ({ many: 0, newest: [] });

const endOf = ({ end }: CountedCall): MainEnd => mainEnds.find((one) => one === end) ?? 'other';

/** Makes what sums calls up. @param starts - the beginnings of the hours or days, in order; Unix ms. */
export function createShiftSums(starts: readonly number[]) {
  const all = emptyWork();
  const tasks = new Map<string, OpenTally & { isLookUp: boolean; weight?: Decimal; packages: number }>();
  const workers = new Map<string, ReturnType<typeof emptyWork>>();
  const spans = starts.map((start) => ({ start, doubts: 0, ...emptyWork() }));
  const reasons = new Map<string, { reason: RefusalReason; lookUps: number } & ReturnType<typeof several>>();
  const doubts = new Map<string, { by: Settler; says?: DecisionWord; many: number }>();
  const others = new Map<OtherEnd, number>();
  const [open, mistakes, unclassified, notSent] = [several(), several(), several(), several()];
  let otherReasons = 0;

  /** Returns the hour or day of a time. */
  function spanAt(at: number) {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return spans[low - 1];
  }

  function addReason(call: CountedCall, reason: RefusalReason): void {
    const name = reason.says ? JSON.stringify(reason.says) : reason.words;
    const sum = reasons.get(name) ?? (reasons.size < MOST_KINDS ? { reason, lookUps: 0, ...several() } : undefined);
    if (!sum) {
      otherReasons += 1;
      return;
    }
    reasons.set(name, sum);
    note(sum, call);
    if (call.isLookUp) sum.lookUps += 1;
  }

  function addDoubt({ by, says }: SettledDoubt): void {
    const name = `${by} ${says ?? ''}`;
    const sum = doubts.get(name) ?? { by, ...(says && { says }), many: 0 };
    sum.many += 1;
    doubts.set(name, sum);
  }

  function addTask(call: CountedCall, end: MainEnd): void {
    const { operation, isLookUp, weight, packages } = call;
    const task = tasks.get(operation) ?? { isLookUp, packages: 0, ...emptyTally() };
    tasks.set(operation, task);
    task[end] += 1;
    task.packages += packages;
    if (weight) task.weight = task.weight ? plusDecimal(task.weight, weight) : weight;
  }

  return {
    /** Adds a call. The newest come first. */
    add(call: CountedCall): void {
      const end = endOf(call);
      const span = spanAt(call.receivedAt);
      addTask(call, end);
      const { worker, isLookUp } = call;
      const ofWorker = worker === undefined ? undefined : workers.get(worker);
      const ofNewWorker = worker !== undefined && workers.size < MOST_KINDS ? emptyWork() : undefined;
      const ofWhom = ofWorker ?? ofNewWorker;
      if (worker !== undefined && ofWhom) workers.set(worker, ofWhom);
      for (const sum of [all, span, ofWhom]) {
        if (!sum) continue;
        if (isLookUp) sum.lookUps += 1;
        else sum[end] += 1;
      }
      if (call.reason) addReason(call, call.reason);
      if (call.doubt) {
        addDoubt(call.doubt);
        if (span) span.doubts += 1;
      }
      if (end === 'other') others.set(call.end as OtherEnd, (others.get(call.end as OtherEnd) ?? 0) + 1);
      if (end === 'open') note(open, call);
      if (call.isMistake) note(mistakes, call);
      if (call.end === 'unclassified') note(unclassified, call);
      if (call.end === 'received') note(notSent, call);
    },

    /** Returns the sums so far: of tasks, workers and reasons those with the most calls first. */
    read(): ShiftSums {
      return {
        all,
        tasks: byMany([...tasks].map(([operation, sum]) => ({ operation, ...sum }))),
        workers: byMany([...workers].map(([worker, sum]) => ({ worker, ...sum }))),
        spans,
        reasons: [...reasons.values()].toSorted((one, other) => other.many - one.many),
        otherReasons,
        doubts: [...doubts.values()].toSorted((one, other) => settlers.indexOf(one.by) - settlers.indexOf(other.by)),
        others: Object.fromEntries(others),
        open,
        mistakes,
        unclassified,
        notSent,
      };
    },
  };
}

function note(sum: ReturnType<typeof several>, { key, receivedAt }: CountedCall): void {
  sum.many += 1;
  if (sum.newest.length < MOST_NEWEST) sum.newest.push({ key, receivedAt });
}

function byMany<Sum extends EndTally>(sums: readonly Sum[]): readonly Sum[] {
  const many = ({ done, refused, open, other }: EndTally): number => done + refused + open + other;
  return sums.toSorted((one, other) => other.done - one.done || many(other) - many(one));
}
