import type { Draft } from '#tasks/task/handheld.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { createScanFlow } from '#tasks/intake/flowRunner.ts';
import {
  type ScansState,
  halfText,
  type Filled,
  type ScansFacts,
  type ScansStep,
  changed,
  ownOf,
  withFilled,
  withKeptScan,
  fill,
  withKept,
  callOf,
  judgeForStep,
  otherThanKept,
  questionOf,
  saidOf,
  swapOf,
  whatOf,
} from './scansState.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { Call } from '#contract/call.ts';
import { type ScanNote, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { type RunEntry, holderOf } from '#tasks/task/scansRunView.ts';
import { explain } from '#tasks/task/explain.ts';
import { codesOfHalf } from '#tasks/task/halves.ts';
import { readFilled } from '#tasks/task/draft.ts';
import { type AskedScan, type KeptScan, keptScanText, staying } from '#tasks/task/keptScan.ts';
import { ownAsked } from '#tasks/intake/asking.ts';
import {
  type SaveOutcome,
  type Wanted,
  chain,
  passMisfit,
  say,
  sayUnsaved,
  stopAt,
  scanEvents,
  unlessAsked,
} from '#tasks/intake/taskFlow.ts';
import { capital } from '#i18n/capital.ts';
import { objectWords } from '#i18n/words/object.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

export interface ScansRunPorts extends Omit<RunPorts, 'lookUp'> {
  readonly keptScan: Pick<Draft, 'read' | 'write'>;
  /** Tells this start of the app from each other: what was kept before it is asked about. */
  readonly page: number;
}

export type ScansRun = ReturnType<typeof createScansRun>;

/** Each scan fills a step, the last one makes a call: the next starts at once, and waits for no disk. */
export function createScansRun(task: ScansTask, ports: ScansRunPorts) {
  const { draft, keptScan, page } = ports;
  const flow = createScanFlow<ScansTask, ScansState>(
    scanning,
    {
      task,
      start: withKept({ entries: [], made: 0 }, { task, known: ports.known() }, draft.read(), keptScan.read(), page),
      saveEnded,
      repeated,
      reread,
      restored,
      drawsSoon: true,
      keeps: [
        { draft, text: (state) => halfText(task, state) },
        { draft: keptScan, text: (state) => keptScanText(state.keptScan, page) },
      ],
    },
    ports,
  );
  const said = { change, keep, keepOn, keepOther, leave, saveAgain, settled, swap: unlessAsked(swap), takeOnce };
  return { ...flow, ...flow.on({ ...said, dropWaiting, back }) };
}

const SHOWN_ENTRIES = 30;
/** After so long without a scan the kept one may be of another shelf: it is asked about once. */
const STILL_MS = 15 * 60_000;
/** Milliseconds after a call in which its last label may be read again without being meant: it hangs in the camera's sight, or was pulled twice. */
const STILL_THERE_MS: Partial<Record<ScanNote['source'], number>> = { camera: 10_000, wedge: 2_000 };
/** Milliseconds to which the last use is kept: not every scan is worth a write. */
const USE_MS = 60_000;

/** Each scan fills a step, the last one makes a call, and the next scan starts anew at once. */
const scanning = scanEvents<ScansTask, ScansState>({
  noun: ({ step }) => step.noun(),
  judge: judgeForStep,
  known(state, facts, scan) {
    const { task } = facts;
    const { text } = scan;
    const next = state.step.noun();
    const earlier = holderOf(task, state.filled, scan);
    if (earlier) return taskScreenWords().alreadyScanned({ text, noun: earlier.noun(), next });
    return isStillThere(state, facts, scan) ? taskScreenWords().scannedTwice({ text, next }) : undefined;
  },
  take,
  count: counted,
  askFirst,
  answer,
  keeps: ({ keptScan }) => keptScan.kind !== 'none',
  calls: ({ step }, { task }) => (step === task.steps[0] ? [task.operation] : []),
  half: {
    of(state, { task }) {
      const own = ownOf(task, state.keptScan, state.filled);
      return Object.keys(own).length === 0 ? undefined : JSON.stringify(own);
    },
    put: (state, { task }, half) => withFilled(state, task, readFilled(task, half)),
  },
});

/** Tells whether the label is read again that has just completed a call: it hangs where the worker stands, or was pulled twice and does not fit what is next. */
function isStillThere(state: ScansState, facts: ScansFacts, scan: ScanNote): boolean {
  const last = state.entries[0]?.scans.at(-1);
  const isLater = last === undefined || scan.at - last.at > (STILL_THERE_MS[scan.source] ?? -1);
  if (last?.text !== scan.text || isLater || state.step === facts.task.steps.at(-1)) return false;
  return scan.source === 'camera' || judgeForStep(state, facts, scan).sentence !== undefined;
}

/** Asks where a scan may end the kept one, or that was not used for long: then it waits for a person's word. */
function askFirst(state: ScansState, facts: ScansFacts, scan: ScanNote): ScansStep | undefined {
  const { keptScan } = state;
  if (!('scan' in keptScan)) return undefined;
  const { scan: kept, usedAt } = keptScan;
  const other = otherThanKept(state, facts, scan);
  if (other) return ask(state, facts, { kind: 'asked', scan: kept, usedAt, waiting: [], other }, 'repeat');
  const idleMs = scan.at - usedAt;
  if (idleMs > STILL_MS) return ask(state, facts, { kind: 'asked', scan: kept, usedAt, waiting: [scan] }, 'repeat');
  if (idleMs <= USE_MS) return undefined;
  return scanning.look({ ...state, keptScan: { ...keptScan, usedAt: scan.at } }, facts, scan);
}

/** Takes the label of the kept scan for an answer: that one stays. Any other scan waits for a person's word. */
function answer(state: ScansState, facts: ScansFacts, scan: ScanNote): ScansStep | undefined {
  const { keptScan } = state;
  if (keptScan.kind !== 'asked') return undefined;
  const { scan: kept, waiting } = keptScan;
  if (waiting.length === 0 && isScanOf(kept, scan.text)) {
    const said = taskScreenWords().noOther({ kept: kept.text });
    return say({ ...state, keptScan: staying(keptScan) }, 'step', said);
  }
  return ask(state, facts, { ...keptScan, waiting: [...waiting, scan] }, 'asked');
}

/** Asks about the kept scan, which is the one that is shown then: the one for a single call is not used any more. */
function ask(state: ScansState, { task }: ScansFacts, keptScan: AskedScan, tone: 'repeat' | 'asked'): ScansStep {
  const asked = { ...state, keptScan };
  return say(withFilled(asked, task, state.filled), tone, questionOf(asked) ?? '');
}

function take(state: ScansState, facts: ScansFacts, scan: ScanNote): ScansStep {
  const { step } = state;
  const filled = { ...state.filled, [step.parameter]: scan };
  const aside = (state.aside ?? []).filter((half) => !codesOfHalf(half).includes(scan.text)); // it is in hand again
  return goOn({ ...state, aside }, facts, filled, step, scan);
}

/** Makes the call of a filled task, or asks for the next scan. */
function goOn(
  state: ScansState,
  facts: ScansFacts,
  filled: Filled,
  step: ScansState['step'],
  scan: ScanNote,
): ScansStep {
  const next = facts.task.steps.find(({ parameter }) => !Object.hasOwn(filled, parameter));
  return chain<ScansState>(passAsked(state, scan), (past) => {
    if (!next) return complete(past, facts, filled, scan);
    return say(
      withFilled({ ...past, keptScan: keptNow(state, facts, filled, scan) }, facts.task, filled),
      'step',
      taskScreenWords().next({ noun: capital(step.noun()), text: scan.text, next: next.noun() }),
    );
  });
}

/** Goes past a call that is asked about: it was not saved, and that is said. */
function passAsked(state: ScansState, { at }: Pick<ScanNote, 'at'>): ScansStep {
  const isAsked = ({ saving }: RunEntry): boolean => saving === 'needs-confirmation';
  const asked = state.entries.filter(isAsked);
  return [
    { ...state, entries: state.entries.filter((entry) => !isAsked(entry)) },
    asked.map(({ call, scans, seq: first }) => {
      const left = { text: whatOf({ scans }), at, call: { ...call, codes: scans.map(({ text }) => text) }, first };
      return ['notTaken', left, taskScreenWords().leftTwice];
    }),
  ];
}

/** Makes the call; what is not saved stays. */
function complete(state: ScansState, facts: ScansFacts, filled: Filled, last: ScanNote): ScansStep {
  const { task } = facts;
  let call: Call;
  try {
    call = callOf(facts, filled);
  } catch (error) {
    return stopAt(state, { scan: last, sentence: explain(error), isRefused: true }); // the steps stay filled
  }
  const kept = keptNow(state, facts, filled, last);
  const scans = task.steps.map(({ parameter }) => filled[parameter] as ScanNote);
  const entry: RunEntry = { id: state.made + 1, call, scans, saving: 'saving', behind: state.behind };
  const entries = state.entries.filter(({ saving }, index) => saving !== 'saved' || index < SHOWN_ENTRIES);
  return [
    {
      ...state,
      ...fill(task, {}, kept.kind === 'once' ? staying(kept) : kept),
      behind: undefined,
      made: entry.id,
      entries: [entry, ...entries],
    },
    [['save', wantedOf(entry, false)]],
  ];
}

/** The scan that stays, where the next one was to: it does from the moment in which it is taken. */
function keptNow({ keptScan }: ScansState, { task }: ScansFacts, filled: Filled, { at }: ScanNote): KeptScan {
  const scan = keptScan.kind === 'next' && filled[task.keeps ?? ''];
  return scan ? staying({ scan, usedAt: at }) : keptScan;
}

function wantedOf({ id, call, scans, behind }: RunEntry, again: boolean): Wanted {
  return { id, call, scans, again, behind, what: whatOf({ scans }) };
}

function saveEnded(state: ScansState, facts: ScansFacts, wanted: Wanted, outcome: SaveOutcome): ScansStep {
  const { id = 0 } = wanted;
  if (outcome.kind === 'saved') {
    const { seq } = outcome.queued;
    const what = saidOf(facts, wanted);
    const after = changed(state, id, { saving: 'saved', seq });
    // What is asked by now is not talked over: the call stands in its row.
    if (state.misfit || ownAsked(state)) return [after, [['cue', 'saved']]];
    return say(after, 'saved', what, { seq, what });
  }
  if (outcome.kind === 'alreadyQueued') {
    const { kind: _, ...there } = outcome;
    return sayUnsaved(changed(state, id, { saving: 'needs-confirmation', ...there }), wanted, outcome);
  }
  if (outcome.kind === 'needsDecision') {
    const asked = { saving: 'needs-confirmation', seq: outcome.seq, isBehind: true } as const;
    return sayUnsaved(changed(state, id, asked), wanted, outcome);
  }
  const problem = outcome.kind === 'notSaved' ? outcome.problem : outcome.sentence;
  return sayUnsaved(changed(state, id, { saving: 'not-saved', problem }), wanted, outcome);
}

/** A repeat counts with the scan of the half that is there, else with the last call's once that is saved. */
function counted(state: ScansState, { task }: ScansFacts, code: string): ScansStep {
  const own = ownOf(task, state.keptScan, state.filled);
  const scannedTwice = Object.entries(own).find(([, scan]) => isScanOf(scan, code));
  if (scannedTwice) return [withFilled(state, task, { ...own, [scannedTwice[0]]: onceMore(scannedTwice[1]) }), []];
  const [last] = state.entries;
  return [state, last?.scans.some((scan) => isScanOf(scan, code)) ? [['repeat', last.id, code]] : []];
}

function repeated(state: ScansState, _facts: ScansFacts, id: number, code: string): ScansStep {
  const seq = state.entries.find((entry) => entry.id === id && entry.saving === 'saved')?.seq;
  return [state, seq === undefined ? [] : [['noteRepeat', seq, code]]];
}

/** A scan that waits is kept elsewhere; what it waited for is still asked. */
function dropWaiting(state: ScansState, _facts: ScansFacts, text: string): ScansStep {
  const { keptScan } = state;
  if (keptScan.kind !== 'asked') return [state, []];
  return [{ ...state, keptScan: { ...keptScan, waiting: keptScan.waiting.filter((scan) => scan.text !== text) } }, []];
}

function back(state: ScansState, { task }: ScansFacts): ScansStep {
  const last = state.steps.filter(({ parameter }) => Object.hasOwn(state.filled, parameter)).at(-1);
  if (!last) return [state, []];
  const { [last.parameter]: _dropped, ...rest } = state.filled;
  return passMisfit(withFilled({ ...state, notice: undefined }, task, rest));
}

/** Before a scan that was none: calls that are saved stay in sight, and what was passed by then is in its list. */
function restored(before: ScansState, { entries, made }: ScansState): ScansState {
  const stays = ({ id, saving }: RunEntry): boolean => id <= before.made || saving === 'saved';
  return { ...before, misfit: undefined, made, entries: entries.filter(stays) };
}

/** Another page has changed what is kept: it has finished this half of the task, or gone on with it. */
function reread(state: ScansState, facts: ScansFacts, [half, kept]: readonly (string | undefined)[]): ScansStep {
  return passMisfit<ScansState>(withKept({ ...state, notice: undefined }, facts, half, kept));
}

// What a person answers to what the task asks.

/** The scan that is known as another step's goes there; what stood there, or comes next, is the present step's. */
function swap(state: ScansState, facts: ScansFacts): ScansStep {
  const { misfit, step, filled } = state;
  const other = swapOf(state);
  if (!misfit || !other) return [state, []];
  const moved = filled[other.parameter];
  const after = { ...filled, ...(moved && { [step.parameter]: moved }), [other.parameter]: misfit.scan };
  return goOn({ ...state, misfit: undefined }, facts, after, other, misfit.scan);
}

/** Saves an entry that could not be saved, or one that the operator wants twice. */
function saveAgain(state: ScansState, _facts: ScansFacts, id: number): ScansStep {
  const entry = state.entries.find((known) => known.id === id);
  if (entry?.saving !== 'not-saved' && entry?.saving !== 'needs-confirmation') return [state, []];
  const isKnown = entry.isBehind === true || entry.stands === 'unconfirmed';
  const behind = isKnown ? entry.seq : entry.behind;
  return [changed(state, id, { saving: 'saving', isBehind: false }), [['save', wantedOf({ ...entry, behind }, true)]]];
}

/** Takes back a question or an entry that is not wanted. Entries that are saved stay. */
function leave(state: ScansState, _facts: ScansFacts, id: number): ScansStep {
  const stays = ({ saving }: RunEntry): boolean => saving === 'saved' || saving === 'saving';
  const entries = state.entries.filter((entry) => entry.id !== id || stays(entry));
  return [{ ...state, notice: undefined, entries }, []];
}

/** Goes past a question, as the call that it is about is settled: it was not saved, and the band says what became of that call. */
function settled(state: ScansState, { now }: ScansFacts, id: number): ScansStep {
  const entry = state.entries.find((known) => known.id === id && known.saving === 'needs-confirmation');
  if (!entry) return [state, []];
  const what = whatOf(entry);
  const call = entry.seq === undefined || entry.isBehind ? undefined : { seq: entry.seq, what };
  const notice = call && ({ tone: 'saved', text: what, call } as const);
  return chain<ScansState>(passAsked(state, { at: now }), (past) => [{ ...past, notice }, []]);
}

// What a person says about the kept scan.

function takeAll(facts: ScansFacts, scans: readonly ScanNote[] = []) {
  return scans.map((scan) => (state: ScansState) => scanning.look(state, facts, scan));
}

/** Keeps a scan of the task's `keeps` for the calls that follow: this one, or the next that comes. */
function keep(state: ScansState, facts: ScansFacts, scan: ScanNote | 'next'): ScansStep {
  const isBegun = state.steps.some(({ parameter }) => Object.hasOwn(state.filled, parameter));
  const isNext = isBegun || scan === 'next';
  return [withKeptScan(state, facts, isNext ? { kind: 'next' } : staying({ scan, usedAt: facts.now })), []];
}

/** Leads to another scan that is kept: the one in hand, else the next; from there, to none. What waited is taken before. */
function change(state: ScansState, facts: ScansFacts): ScansStep {
  const { keptScan } = state;
  const { other, waiting } = keptScan.kind === 'asked' ? keptScan : {};
  if (other) return keepOther(state, facts);
  const released: ScansStep = [withKeptScan(state, facts, { kind: 'none' }), []];
  if (keptScan.kind === 'next') return released;
  return chain<ScansState>(released, ...takeAll(facts, waiting), (now) => {
    return [{ ...withKeptScan(now, facts, { kind: 'next' }), notice: now.notice }, []]; // it says what became of what waited
  });
}

/** The other scan is the one that is kept from now on. */
function keepOther(state: ScansState, facts: ScansFacts): ScansStep {
  const { keptScan } = state;
  if (keptScan.kind !== 'asked' || !keptScan.other) return [state, []];
  const kept = staying({ scan: keptScan.other, usedAt: facts.now });
  return chain<ScansState>([withKeptScan(state, facts, kept), []], ...takeAll(facts, keptScan.waiting));
}

/** The other scan is for the next call alone. */
function takeOnce(state: ScansState, facts: ScansFacts): ScansStep {
  const { keptScan } = state;
  if (keptScan.kind !== 'asked' || !keptScan.other) return [state, []];
  const { scan, other: once, waiting } = keptScan;
  const after: ScansState = { ...state, keptScan: { kind: 'once', scan, usedAt: facts.now, once } };
  const said = objectWords().nowOnce({ once: once.text, kept: scan.text });
  return chain<ScansState>(say(withFilled(after, facts.task, state.filled), 'step', said), ...takeAll(facts, waiting));
}

/** The kept scan still holds: what waited is taken with it. */
function keepOn(state: ScansState, facts: ScansFacts): ScansStep {
  const { keptScan } = state;
  if (keptScan.kind !== 'asked') return [state, []];
  const { scan, usedAt, waiting } = keptScan;
  const kept = staying({ scan, usedAt: Math.max(usedAt, facts.now) });
  return chain<ScansState>([{ ...state, keptScan: kept, notice: undefined }, []], ...takeAll(facts, waiting));
}
