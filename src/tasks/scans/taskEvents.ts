import { type Call, makeCall } from '#contract/call.ts';
import { type ScanNote, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { judgeCode } from '#tasks/task/codeCheck.ts';
import { type RunEntry, holderOf } from '#tasks/task/taskRunView.ts';
import {
  type Outcome,
  type Wanted,
  chain,
  passMisfit,
  say,
  sayUnsaved,
  scanned,
  stopAt,
  takenAnyway,
} from '#tasks/intake/taskFlow.ts';
import { keptScanText } from './keptScan.ts';
import {
  type Filled,
  type TaskFacts,
  type TaskState,
  type TaskStep,
  changed,
  fill,
  ownOf,
  readKept,
  setFilled,
  setKeptScan,
  setUse,
} from './taskState.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { inWords } from '#i18n/language.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

const SHOWN_ENTRIES = 30;
/** After so long without a scan the kept one may be of another shelf: it is asked about once. */
const STILL_MS = 15 * 60_000;
/** How exactly the last use is kept: not every scan is worth a write. */
const USE_MS = 60_000;

/** Looks at a scan, unless the kept one was not used for long: then it waits for a person's word. */
export function accept(state: TaskState, facts: TaskFacts, scan: ScanNote): TaskStep {
  const { keptScan, usedAt, waiting } = state;
  if (typeof keptScan !== 'object') return look(state, facts, scan);
  const idleMs = scan.at - usedAt;
  if (waiting || idleMs > STILL_MS) {
    return chain(setUse(state, { usedAt, waiting: [...(waiting ?? []), scan] }), (next) =>
      say(next, 'repeat', words.stillKept(keptScan.text, scan.text)),
    );
  }
  const used: TaskStep = idleMs > USE_MS ? setUse(state, { usedAt: scan.at }) : [state, []];
  return chain(used, (next) => look(next, facts, scan));
}

/** Looks at a scan for the present step: taken, known already, or no such code. */
function look(state: TaskState, facts: TaskFacts, scan: ScanNote): TaskStep {
  const { step, filled } = state;
  const noun = inWords(step.noun);
  if (scan.source === 'typed' && !facts.mayType) return say(state, 'wrong', words.typedOff(scan.text, noun));
  const judged = judgeCode(facts.site.codes, step.parameter, noun, scan);
  const earlier = holderOf(facts.task, filled, judged.scan);
  if (earlier) return say(state, 'repeat', words.alreadyScanned(judged.scan.text, inWords(earlier.noun), noun));
  return scanned(state, judged, (past, taken) => take(past, facts, taken));
}

function lookAtAll(facts: TaskFacts, scans: readonly ScanNote[] = []) {
  return scans.map((scan) => (state: TaskState) => look(state, facts, scan));
}

/** Fills the present step; the last one makes a call, and the next scan starts anew at once. */
function take(state: TaskState, facts: TaskFacts, scan: ScanNote): TaskStep {
  const { step } = state;
  const filled = { ...state.filled, [step.parameter]: scan };
  const next = facts.task.steps.find(({ parameter }) => !Object.hasOwn(filled, parameter));
  if (!next) return complete(state, facts, filled, scan);
  return chain<TaskState>(
    say(state, 'step', words.next(inWords(step.noun), scan.text, inWords(next.noun))),
    (now) => setFilled(now, facts.task, filled),
    drawnSoon,
  );
}

/** Makes the call, and goes past a question about an earlier one; what is not saved stays. */
function complete(state: TaskState, facts: TaskFacts, filled: Filled, last: ScanNote): TaskStep {
  const { task } = facts;
  let call: Call;
  try {
    call = callOf(facts, filled);
  } catch (error) {
    return stopAt(state, { scan: last, sentence: facts.explain(error), isRefused: true }); // the steps stay filled
  }
  const keptScan = state.keptScan === 'next' ? filled[task.keeps ?? ''] : state.keptScan;
  const isNewlyKept = keptScan !== state.keptScan;
  const usedAt = isNewlyKept ? last.at : state.usedAt;
  const scans = task.steps.map(({ parameter }) => filled[parameter] as ScanNote);
  const entry: RunEntry = { id: state.made + 1, call, scans, saving: 'saving' };
  const entries = state.entries.filter(
    ({ saving }, index) => saving !== 'asking' && (saving !== 'saved' || index < SHOWN_ENTRIES),
  );
  const passed = state.entries.filter(({ saving }) => saving === 'asking').map((asked) => whatOf(asked));
  return [
    { ...state, ...fill(task, {}, keptScan), usedAt, made: entry.id, entries: [entry, ...entries] },
    [
      ...passed.map((text) => ['notTaken', { text, at: last.at, isCall: true }, words.leftTwice] as const),
      ['write', 'half', undefined, 'call'],
      ...(isNewlyKept ? [['write', 'kept', keptScanText(keptScan, { usedAt }), 'call'] as const] : []),
      ['drawSoon'],
      ['save', wantedOf(entry, false)],
    ],
  ];
}

/** The call of a filled task. @throws InvalidParameter */
function callOf({ task, known }: TaskFacts, filled: Filled): Call {
  const scans = task.steps.map(({ parameter }) => [parameter, filled[parameter]?.text ?? ''] as const);
  const set = Object.entries(task.known).map(([parameter, name]) => [parameter, known[name]] as const);
  return makeCall(task.operation, Object.fromEntries([...scans, ...set]));
}

function whatOf({ scans }: Pick<RunEntry, 'scans'>): string {
  return scans.map(({ text }) => text).join(' → ');
}

function wantedOf({ id, call, scans }: RunEntry, again: boolean): Wanted {
  return { id, call, scans, again, what: whatOf({ scans }) };
}

function drawnSoon(state: TaskState): TaskStep {
  return [state, [['drawSoon']]];
}

/** What became of a call stands in its entry. */
export function saveEnded(state: TaskState, _facts: TaskFacts, wanted: Wanted, outcome: Outcome): TaskStep {
  const { id = 0, what } = wanted;
  if (outcome.kind === 'saved') {
    const { seq } = outcome.queued;
    return chain(say(changed(state, id, { saving: 'saved', seq }), 'saved', what, { seq, what }), drawnSoon);
  }
  if (outcome.kind === 'alreadyQueued') {
    return sayUnsaved(changed(state, id, { saving: 'asking', seq: outcome.seq }), wanted, outcome);
  }
  const problem = outcome.kind === 'notSaved' ? outcome.problem : outcome.sentence;
  return sayUnsaved(changed(state, id, { saving: 'not-saved', problem }), wanted, outcome);
}

export function takeAnyway(state: TaskState, facts: TaskFacts): TaskStep {
  return takenAnyway(state, (past, scan) => take(past, facts, scan));
}

export function ignoreRepeat(state: TaskState, { task }: TaskFacts, text: string): TaskStep {
  const said = words.scannedTwice(text, inWords(state.step.noun));
  return chain(counted(state, task, text), (next) => say(next, 'repeat', said));
}

/** A repeat counts with the scan of the half that is there, else with the last call's once that is saved. */
function counted(state: TaskState, task: ScansTask, code: string): TaskStep {
  const own = ownOf(task, state.keptScan, state.filled);
  const scannedTwice = Object.entries(own).find(([, scan]) => isScanOf(scan, code));
  if (scannedTwice) return setFilled(state, task, { ...own, [scannedTwice[0]]: onceMore(scannedTwice[1]) });
  const [last] = state.entries;
  return [state, last?.scans.some((scan) => isScanOf(scan, code)) ? [['repeat', last.id, code]] : []];
}

export function repeated(state: TaskState, _facts: TaskFacts, id: number, code: string): TaskStep {
  const seq = state.entries.find((entry) => entry.id === id && entry.saving === 'saved')?.seq;
  return [state, seq === undefined ? [] : [['noteRepeat', seq, code]]];
}

export function saveAgain(state: TaskState, _facts: TaskFacts, id: number): TaskStep {
  const entry = state.entries.find((known) => known.id === id);
  if (entry?.saving !== 'not-saved' && entry?.saving !== 'asking') return [state, []];
  return [changed(state, id, { saving: 'saving' }), [['save', wantedOf(entry, true)]]];
}

export function leave(state: TaskState, _facts: TaskFacts, id: number): TaskStep {
  const stays = ({ saving }: RunEntry): boolean => saving === 'saved' || saving === 'saving';
  const entries = state.entries.filter((entry) => entry.id !== id || stays(entry));
  return [{ ...state, notice: undefined, entries }, []];
}

export function keep(state: TaskState, facts: TaskFacts, scan: ScanNote | 'next'): TaskStep {
  const isBegun = state.steps.some(({ parameter }) => Object.hasOwn(state.filled, parameter));
  return setKeptScan(state, facts, isBegun ? 'next' : scan);
}

export function release(state: TaskState, facts: TaskFacts): TaskStep {
  return chain(setKeptScan(state, facts, undefined), ...lookAtAll(facts, state.waiting));
}

export function keepOn(state: TaskState, facts: TaskFacts): TaskStep {
  if (!state.waiting) return [state, []];
  const used = setUse({ ...state, notice: undefined }, { usedAt: Math.max(state.usedAt, facts.now) });
  return chain(used, ...lookAtAll(facts, state.waiting));
}

export function dropWaiting(state: TaskState, _facts: TaskFacts, text: string): TaskStep {
  const { usedAt, waiting } = state;
  return waiting ? setUse(state, { usedAt, waiting: waiting.filter((scan) => scan.text !== text) }) : [state, []];
}

export function back(state: TaskState, { task }: TaskFacts): TaskStep {
  const last = state.steps.filter(({ parameter }) => Object.hasOwn(state.filled, parameter)).at(-1);
  if (!last) return [state, []];
  const { [last.parameter]: _dropped, ...rest } = state.filled;
  return chain(passMisfit<TaskState>({ ...state, notice: undefined }), (past) => setFilled(past, task, rest));
}

/** Another page has changed what is kept. */
export function reread(
  state: TaskState,
  { task }: TaskFacts,
  half: string | undefined,
  kept: string | undefined,
): TaskStep {
  return passMisfit<TaskState>({ ...state, ...readKept(task, half, kept), notice: undefined });
}
