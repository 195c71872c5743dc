import { type PrintJob, type PrintWord, printIdOf } from '#contract/printJob.ts';
import { backoff } from '#outbox/state/backoff.ts';
import { labelAsked, labelHeard, labelRefused, withJob } from './labelSteps.ts';
import {
  type LabelJob,
  type LabelStands,
  type NoPrint,
  type QueuedCall,
  type Told,
  idempotencyKey,
} from '#outbox/state/queuedCall.ts';

/** The longest pause between two tries, and between two looks where nothing can be done but by a person, in milliseconds. */
const LONGEST_PAUSE_MS = 15_000;
const REST_MS = 30_000;
/** The time that the gateway may take to say that a job has changed, in milliseconds. */
const FOLLOWED_MS = 20_000;
/** Tries after which a gateway that does not have the answer is believed: its ledger may be written a moment after the handheld's disk. */
const MOST_NO_CALL = 4;

/** The gateway's word on a job that was asked for, or on a person's word about one. */
type JobWord =
  | { readonly is: 'job'; readonly job: PrintJob }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'no-call' | 'late' | 'older' | 'away' };

/** Everything that the lane needs from outside: it knows no HTTP and no clock. What asks the gateway never throws. */
export interface LabelLanePorts {
  /** The calls whose labels go to printers, the oldest first. */
  readonly labels: () => Promise<readonly QueuedCall[]>;
  readonly get: (seq: number) => Promise<QueuedCall | undefined>;
  /** Changes where a label stands, as `Store.changeLabel` does. */
  readonly change: (
    seq: number,
    change: (label: LabelStands, call: QueuedCall) => LabelStands | undefined,
  ) => Promise<QueuedCall | undefined>;
  /** Tells whether an older print for the same printer has no answer yet: its label comes first. */
  readonly isBehind: (call: QueuedCall) => Promise<boolean>;
  readonly ask: (asked: {
    readonly call: string;
    readonly copy: number;
    readonly printer: string;
    readonly by: string;
    readonly tried?: Told;
  }) => Promise<JobWord>;
  /** Returns the time that this handheld was told last. */
  readonly told: () => Told | undefined;
  /** Asks how jobs stand; it resolves when one of them has changed, and after `waitMs`. `undefined`: nobody answers, or it was given up. */
  readonly follow: (
    known: readonly LabelJob[],
    waitMs: number,
    ended: AbortSignal,
  ) => Promise<{ readonly jobs: readonly PrintJob[]; readonly gone: readonly string[] } | undefined>;
  readonly say: (said: {
    readonly id: string;
    readonly word: PrintWord;
    readonly by: string;
    readonly printer?: string;
  }) => Promise<JobWord>;
  /** Prints a job whose printer hangs at this handheld. @returns `false`: its printer does not, or is not connected. */
  readonly printHere: (job: LabelJob) => Promise<boolean>;
  /** Resolves after so many milliseconds, or once the signal ends. */
  readonly wait: (ms: number, ended: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

/** The end of one round. `changed`: there may be more to do at once. `away`: nobody answers. `rest`: only somebody else can go on. */
type Came = 'changed' | 'away' | 'rest';

/**
 * Brings labels to the printers that their workers had chosen: of each printer one after the other, in the order of the scans. The next job is
 * asked for when the one before is on paper as far as anybody knows; the first that is not sure stops those behind it until a person has said
 * what came of it. What is asked for twice is one job, so that a page that was killed goes on.
 */
export function createLabelLane(ports: LabelLanePorts) {
  const askFor = createAsking(ports);
  const follow = createFollowing(ports);
  let rest = new AbortController();
  let seen = '';
  let failures = 0;

  async function round(calls: readonly QueuedCall[], signal: AbortSignal): Promise<Came> {
    const followed: QueuedCall[] = [];
    let came: Came = 'rest';
    for (const call of headsOf(calls)) {
      const { is, job } = call.label ?? {};
      if (is === 'due' || (is === 'printing' && job?.state === undefined)) {
        const asked = await askFor(call);
        if (asked === 'changed') return asked;
        if (asked === 'away') came = asked;
      } else if (job?.state === 'queued' && (await ports.printHere(job))) {
        return follow([call], 0, signal);
      } else if (is !== 'refused') {
        followed.push(call);
      }
    }
    return came === 'away' || followed.length === 0 ? came : follow(followed, FOLLOWED_MS, signal);
  }

  return {
    /** Works until no label goes to a printer any more. */
    async run(): Promise<void> {
      for (let calls = await ports.labels(); calls.length > 0; calls = await ports.labels()) {
        rest = new AbortController();
        const { signal } = rest;
        const before = (seen = standingOf(calls));
        const came = await round(calls, signal);
        failures = came === 'away' ? failures + 1 : 0;
        if (came === 'changed' && (signal.aborted || standingOf(await ports.labels()) !== before)) continue;
        const pauseMs = came === 'rest' ? REST_MS : backoff(Math.max(1, failures), LONGEST_PAUSE_MS, ports.random);
        await ports.wait(pauseMs, signal);
      }
    },

    /** Something has changed on the disk: it is looked at where it is of labels. */
    async look(): Promise<void> {
      if (standingOf(await ports.labels()) !== seen) rest.abort();
    },

    /** Something may be possible again: nothing waits for its time. */
    wake: (): void => rest.abort(),

    /**
     * Says a person's word on the job of a label. @param printer - where it is moved to.
     * @returns `late`: it stands otherwise by now, which is shown. `away`: nobody has taken the word.
     */
    async say(seq: number, word: PrintWord, by: string, printer?: string): Promise<'said' | 'late' | 'away'> {
      const came = await sayOf(ports, seq, { word, by, printer });
      if (came !== 'away') rest.abort();
      return came;
    },
  };
}

/** Creates what asks for the job of a label that is next. The id is on the disk before. */
function createAsking(ports: LabelLanePorts) {
  const noCall = new Map<number, number>();

  async function take(seq: number, change: (label: LabelStands) => LabelStands | undefined): Promise<Came> {
    noCall.delete(seq);
    await ports.change(seq, change);
    return 'changed';
  }
  const refuse = (seq: number, cause: NoPrint, detail?: string): Promise<Came> =>
    take(seq, (label) => labelRefused(label, cause, detail));

  return async function askFor(call: QueuedCall): Promise<Came> {
    const { seq } = call;
    if (await ports.isBehind(call)) return 'rest';
    const asked = await ports.change(seq, (label, row) => labelAsked(label, row, ports.told()));
    const { job } = (asked ?? call).label ?? {};
    if (!job) return 'changed';
    const { copy, printer, told: tried } = job;
    const wish = { call: idempotencyKey(call), copy, printer, by: call.operator };
    const word = await ports.ask({ ...wish, ...(tried && { tried }) });
    switch (word.is) {
      case 'job':
        return take(seq, (label) => labelHeard(label, word.job));
      case 'no-call': {
        const times = (noCall.get(seq) ?? 0) + 1;
        noCall.set(seq, times);
        return times < MOST_NO_CALL ? 'away' : refuse(seq, 'no-call');
      }
      case 'refused':
        return refuse(seq, 'said', word.why);
      case 'older':
        return refuse(seq, 'older');
      case 'late':
      case 'away':
        return 'away';
    }
  };
}

/** Creates what hears how the jobs of labels stand, once one has changed. */
function createFollowing(ports: LabelLanePorts) {
  /** Somebody has asked for another copy of it elsewhere: that one is followed from now on. */
  async function adoptNext(call: QueuedCall, { id, copy }: PrintJob, signal: AbortSignal): Promise<void> {
    const next = { id: printIdOf(idempotencyKey(call), copy + 1), copy: copy + 1, printer: '' };
    const heard = await ports.follow([next], 0, signal);
    const job = heard?.jobs.find((one) => one.id === next.id);
    if (job) await ports.change(call.seq, (label) => (label.job?.id === id ? withJob(label, job) : undefined));
  }

  return async function follow(calls: readonly QueuedCall[], waitMs: number, signal: AbortSignal): Promise<Came> {
    const known = calls.flatMap(({ label }) => label?.job ?? []);
    const heard = await ports.follow(known, waitMs, signal);
    if (!heard) return signal.aborted ? 'changed' : 'away';
    for (const call of calls) {
      const { job: before } = call.label ?? {};
      const job = heard.jobs.find(({ id }) => id === before?.id);
      if (job?.decided === 'lost') await adoptNext(call, job, signal);
      else if (job) await ports.change(call.seq, (label) => labelHeard(label, job));
      else if (before && heard.gone.includes(before.id))
        await ports.change(call.seq, (label) => labelGone(label, before));
    }
    return 'changed';
  };
}

interface Word {
  readonly word: PrintWord;
  readonly by: string;
  readonly printer: string | undefined;
}

async function sayOf(
  ports: LabelLanePorts,
  seq: number,
  { word, by, printer }: Word,
): Promise<'said' | 'late' | 'away'> {
  const { job } = (await ports.get(seq))?.label ?? {};
  if (!job) return 'late';
  const said = await ports.say({ id: job.id, word, by, ...(printer !== undefined && { printer }) });
  if (said.is === 'away') return 'away';
  if (said.is === 'job') {
    const after = (label: LabelStands): LabelStands =>
      word === 'take-back' ? { is: 'due', job } : withJob({ ...label, operator: by }, said.job);
    await ports.change(seq, (label) => (label.job?.id === job.id ? after(label) : undefined));
    return 'said';
  }
  const heard = await ports.follow([job], 0, new AbortController().signal);
  if (!heard?.gone.includes(job.id)) return 'late';
  await ports.change(seq, (label) => (label.job?.id === job.id ? saidOfGone(label, job, word, by) : undefined));
  return 'said';
}

/** Returns the first label of each printer: those behind it wait for it. */
function headsOf(calls: readonly QueuedCall[]): readonly QueuedCall[] {
  const printers = calls.map(({ label }) => label?.printer ?? label?.job?.printer);
  return calls.filter((_, at) => printers.indexOf(printers[at]) === at);
}

function standingOf(calls: readonly QueuedCall[]): string {
  return JSON.stringify(calls.map(({ seq, label }) => [seq, label]));
}

/** A ledger that was put back to before does not know the job: nobody can know what came of it. */
function labelGone(label: LabelStands, before: LabelJob): LabelStands | undefined {
  if (label.job?.id !== before.id || (label.is !== 'printing' && label.is !== 'unknown')) return undefined;
  return { ...label, is: 'unknown', job: { ...before, state: 'unknown', cause: 'no-end' } };
}

/** A person's word on a job that the ledger does not have: it holds here. */
function saidOfGone(label: LabelStands, job: LabelJob, word: PrintWord, by: string): LabelStands | undefined {
  if (word === 'came-out')
    return { ...label, is: 'printed', operator: by, job: { ...job, state: 'printed', knownBy: 'person' } };
  return { ...label, is: 'refused', operator: by, job: { ...job, state: 'refused', cause: 'no-call' } };
}
