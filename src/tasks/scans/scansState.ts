import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { type AskedDraft, readAsked, readFilled } from '#tasks/task/draft.ts';
import { type KeptScan, keptScanIn } from '#tasks/task/keptScan.ts';
import type { RunEntry, ScansRunView } from '#tasks/task/scansRunView.ts';
import { type Facts, type FlowState, type Step, sameAsked } from '#tasks/intake/taskFlow.ts';
import { decidingText, decisionAsked, decisionIn } from '#tasks/intake/asking.ts';
import { asideIn, withAside } from '#tasks/task/halves.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { type Call, makeCall } from '#contract/call.ts';
import { type Judged, askMeant, fitsRule, judgeByRole, judgeCode, likenessOf } from '#tasks/task/codeCheck.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

export interface ScansState extends ScansRunView, FlowState {
  readonly keptScan: KeptScan;
  readonly made: number;
}

export type ScansFacts = Facts<ScansTask>;
export type ScansStep = Step<ScansState>;
export type Filled = ScansRunView['filled'];

/** Reads the half task that was kept over a restart, or that another page keeps now. */
function readKept(task: ScansTask, half: string | undefined, kept: string | undefined, page?: number) {
  const keptScan = keptScanIn(task.keeps === undefined ? undefined : kept, page);
  const deciding = decisionAsked(decisionIn(half));
  if (keptScan.kind !== 'asked' || !deciding)
    return { ...fill(task, readFilled(task, half), keptScan), asking: deciding };
  // One question at a time: its code waits for the answer about the kept scan, and is asked about after it.
  const waiting = [deciding.came, ...keptScan.waiting];
  return { ...fill(task, readFilled(task, half), { ...keptScan, waiting }), asking: undefined };
}

export function fill(
  task: ScansTask,
  own: Filled,
  keptScan: KeptScan,
): Pick<ScansRunView, 'filled' | 'step' | 'steps' | 'keptScan'> {
  const [first] = task.steps;
  if (!first) throw new RangeError(`task ${task.id} has no step`);
  const isAlone = task.steps.every(({ parameter }) => parameter === task.keeps || Object.hasOwn(own, parameter));
  const stays = keptScan.kind === 'once' ? keptScan.once : 'scan' in keptScan ? keptScan.scan : undefined;
  const used = isAlone ? undefined : stays; // what was begun before it was kept is ended by a scan
  const filled = used ? { ...own, [task.keeps ?? '']: used } : own;
  const steps = used ? task.steps.filter(({ parameter }) => parameter !== task.keeps) : task.steps;
  const isKeptFirst = keptScan.kind === 'next' && Object.keys(own).length === 0;
  const step = steps.find(({ parameter }) =>
    isKeptFirst ? parameter === task.keeps : !Object.hasOwn(filled, parameter),
  );
  return { filled, steps, keptScan, step: step ?? first };
}

export function ownOf(task: ScansTask, keptScan: KeptScan, filled: Filled): Filled {
  const isOwn = (name: string): boolean => !('scan' in keptScan) || name !== task.keeps;
  return Object.fromEntries(Object.entries(filled).filter(([name]) => isOwn(name)));
}

export function withFilled(state: ScansState, task: ScansTask, filled: Filled): ScansState {
  return { ...state, ...fill(task, ownOf(task, state.keptScan, filled), state.keptScan) };
}

/** Half the task as it is kept, with the call that is asked about. */
export function halfText(
  task: ScansTask,
  { keptScan, filled, entries, aside, ...state }: ScansState,
): string | undefined {
  const own = ownOf(task, keptScan, filled);
  const asked = entries.find(({ saving }) => saving === 'needs-confirmation');
  return withAside({ ...own, ...(asked && { asked: askedText(asked) }) }, aside, decidingText(state));
}

function askedText({ scans, seq = 0, stands, isBehind }: RunEntry): AskedDraft {
  return { scans, seq, stands, isBehind };
}

export function withKeptScan(state: ScansState, { task }: ScansFacts, keptScan: KeptScan): ScansState {
  const own = ownOf(task, state.keptScan, state.filled);
  const isAsked = state.entries.some(({ saving }) => saving === 'needs-confirmation');
  const notice = isAsked ? state.notice : undefined; // the dock asks still
  return { ...state, ...fill(task, own, keptScan), notice, asking: undefined };
}

export function changed(state: ScansState, id: number, change: Partial<RunEntry>): ScansState {
  return { ...state, entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)) };
}

type RolesOf = (key: string) => readonly string[];
type Entries = Pick<ScansState, 'entries'>;

/** The steps that a code, or one that it looks like, had in the calls of this run; what the service refused says nothing. */
function rolesOfRun({ entries }: Entries, { task, isRefused }: ScansFacts): RolesOf {
  const believed = entries.filter(({ seq }) => seq === undefined || !isRefused(seq));
  const seen = believed.map(({ scans }) => scans.map(({ text }) => [text, ...likenessOf(text)]));
  return (key) =>
    task.steps.flatMap(({ parameter }, at) => (seen.some((keys) => keys[at]?.includes(key)) ? parameter : []));
}

/** The one step of the task that has had codes like this one, by the closest likeness that tells the steps apart. */
function likeStep({ task }: ScansFacts, rolesOf: RolesOf, text: string) {
  for (const key of likenessOf(text)) {
    const roles = rolesOf(key);
    const [step, other] = task.steps.filter(({ parameter }) => roles.includes(parameter));
    if (step && !other) return step;
  }
  return undefined;
}

/**
 * Returns a code's parameters in calls that the service accepted, and in those of this run; and the step of the task
 * that it is of: its own where it was seen, else that of those it looks like. What the service accepted goes before
 * what was only scanned. Where the codes of the steps look alike, nobody can know.
 */
function knownOf(state: Entries, facts: ScansFacts, text: string) {
  const ofRun = rolesOfRun(state, facts);
  const roles = [...facts.rolesOf(text), ...ofRun(text)];
  const seen = facts.task.steps.find(({ parameter }) => roles.includes(parameter));
  return { roles, step: seen ?? likeStep(facts, facts.rolesOf, text) ?? likeStep(facts, ofRun, text) };
}

/** A saved pair as it is said: with what its last code was taken for, where neither the site nor the service has told. */
export function saidOf(facts: ScansFacts, { scans }: Pick<RunEntry, 'scans'>): string {
  const { steps } = facts.task;
  const isKnown = scans.some((scan, at) => {
    const step = steps[at];
    return (
      step === likeStep(facts, facts.rolesOf, scan.text) || fitsRule(facts.site.codes, step?.parameter ?? '', scan)
    );
  });
  const what = whatOf({ scans });
  return isKnown ? what : what.replace(' → ', () => ` → ${steps.at(-1)?.noun()} `);
}

/** Judges a code for the present step. Two codes of one kind are not swapped: where one stands, the other has no place. */
export function judgeForStep(state: ScansState, facts: ScansFacts, scan: ScanNote): Judged {
  const { parameter, noun } = state.step;
  const { codes } = facts.site;
  const byRule = judgeCode(codes, parameter, noun(), scan, (taken) => judgeByStep(state, facts, taken));
  const judged = askMeant(byRule, codes, parameter, facts.rolesOf);
  if (judged.sentence === undefined || judged.role === undefined) return judged;
  const { role, ...withoutPlace } = judged;
  const there = state.filled[role];
  return there && isOf(state, facts, there, role) ? withoutPlace : judged;
}

/** Tells whether a code is one of that parameter, as far as that is known. */
function isOf(state: ScansState, facts: ScansFacts, scan: ScanNote, parameter: string): boolean {
  const { roles, step } = knownOf(state, facts, scan.text);
  return fitsRule(facts.site.codes, parameter, scan) || roles.includes(parameter) || step?.parameter === parameter;
}

/** Judges a code by what it was, and one that was never seen by what looks like it: that warns, and never refuses. */
function judgeByStep(state: ScansState, facts: ScansFacts, scan: ScanNote): Judged {
  const { parameter, noun } = state.step;
  const { text } = scan;
  const { roles, step } = knownOf(state, facts, text);
  if (step === state.step || roles.includes(parameter)) return { scan };
  if (!step && roles.length === 0) return judgeByOtherCase(state, facts, scan);
  if (!step) return judgeByRole(roles, parameter, noun(), scan);
  const { wasOther, seemsOther } = taskScreenWords();
  const sentence = (roles.includes(step.parameter) ? wasOther : seemsOther)({ text, other: step.noun(), noun: noun() });
  return { scan, sentence, isRefused: false, role: step.parameter };
}

/** Judges a code that nothing is known of by what it is in the other case, which is known of another step. */
function judgeByOtherCase(state: ScansState, facts: ScansFacts, scan: ScanNote): Judged {
  for (const text of [scan.text.toUpperCase(), scan.text.toLowerCase()]) {
    if (knownOf(state, facts, text).step === undefined) continue;
    const { sentence } = judgeByStep(state, facts, { ...scan, text });
    return sentence === undefined ? { scan } : { scan, sentence, isRefused: false };
  }
  return { scan };
}

/** The step that the misfit filled before: there it may go. */
export function swapOf({ misfit, steps }: Pick<ScansRunView, 'misfit' | 'steps'>) {
  return misfit?.role === undefined ? undefined : steps.find(({ parameter }) => parameter === misfit.role);
}

/** Returns the scan as another one of the kept step, where it is of that step and of no other, as far as that is known. */
export function otherThanKept(state: ScansState, facts: ScansFacts, scan: ScanNote) {
  const { keptScan, step } = state;
  const { task, site, mayType } = facts;
  const { keeps = '' } = task;
  const isOfKept = isOf(state, facts, scan, keeps) && !isOf(state, facts, scan, step.parameter);
  if (!isOfKept || !('scan' in keptScan) || (scan.source === 'typed' && !mayType)) return undefined;
  const other = judgeCode(site.codes, keeps, '', scan).scan;
  return other.text === keptScan.scan.text ? undefined : other;
}

/** Returns the question on the screen, where something is asked. */
export function questionOf({ keptScan, entries }: Pick<ScansRunView, 'keptScan' | 'entries'>): string | undefined {
  if (keptScan.kind === 'asked') {
    const { scan, waiting, other } = keptScan;
    const { keepOther, stillKept, scansWait } = taskScreenWords();
    const kept = scan.text;
    const question = other ? keepOther({ next: other.text, kept }) : stillKept({ kept });
    return `${question} ${scansWait({ waiting: waiting.length, text: waiting.at(-1)?.text ?? '' })}`.trimEnd();
  }
  const same = entries.find(({ saving }) => saving === 'needs-confirmation');
  if (same?.isBehind) return decidingWords().wouldWait({ what: whatOf(same), seq: same.seq ?? 0 });
  return same && sameAsked(whatOf(same), same);
}

/** The call of a filled task. @throws InvalidParameter */
export function callOf({ task, known }: Pick<ScansFacts, 'task' | 'known'>, filled: Filled): Call {
  const scans = task.steps.map(({ parameter }) => [parameter, filled[parameter]?.text ?? ''] as const);
  const set = Object.entries(task.known).map(([parameter, name]) => [parameter, known[name]] as const);
  return makeCall(task.operation, Object.fromEntries([...scans, ...set]));
}

export function whatOf({ scans }: Pick<RunEntry, 'scans'>): string {
  return scans.map(({ text }) => text).join(' → ');
}

/** The state with what was kept: half a task, the kept scan, and the question that nobody has answered. @param page - as of `keptScanIn` */
export function withKept(
  state: Pick<ScansState, 'entries' | 'made' | 'notice' | 'misfit'>,
  facts: Pick<ScansFacts, 'task' | 'known'>,
  half: string | undefined,
  kept: string | undefined,
  page?: number,
): ScansState {
  const asked = entryAsked(facts, half, state.made + 1);
  const others = state.entries.filter(({ saving }) => saving !== 'needs-confirmation');
  const entries = asked ? [asked, ...others] : others;
  const made = asked ? asked.id : state.made;
  const now = { ...state, ...readKept(facts.task, half, kept, page), aside: asideIn(half), entries, made };
  const question = questionOf(now);
  return question === undefined ? now : { ...now, notice: { tone: 'repeat', text: question } };
}

function entryAsked(
  facts: Pick<ScansFacts, 'task' | 'known'>,
  half: string | undefined,
  id: number,
): RunEntry | undefined {
  const { scans, ...rest } = readAsked(half) ?? {};
  if (scans?.length !== facts.task.steps.length) return undefined;
  const filled = Object.fromEntries(facts.task.steps.map(({ parameter }, at) => [parameter, scans[at] as ScanNote]));
  try {
    return { id, call: callOf(facts, filled), scans, saving: 'needs-confirmation', ...rest };
  } catch {
    return undefined; // a value of the settings is another one now
  }
}
