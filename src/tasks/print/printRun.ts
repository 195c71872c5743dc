import type { Call } from '#contract/call.ts';
import {
  type LabelStands,
  type QueuedCall,
  type ScanNote,
  type State,
  isScanOf,
  onceMore,
} from '#outbox/state/queuedCall.ts';
import { askMeant, fitsRule, judgeCode } from '#tasks/task/codeCheck.ts';
import { scansIn } from '#tasks/task/draft.ts';
import type { Draft, Handheld } from '#tasks/task/handheld.ts';
import { createScanFlow } from '#tasks/intake/flowRunner.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import {
  type Doubt,
  type Facts,
  type FlowState,
  type SaveOutcome,
  type Step,
  type Wanted,
  chain,
  passMisfit,
  say,
  scanEvents,
} from '#tasks/intake/taskFlow.ts';
import { askingOf } from '#tasks/intake/asking.ts';
import { explain } from '#tasks/task/explain.ts';
import { labelWhy } from '#tasks/catalogue/labelWhy.ts';
import type { PrintTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import type { Saying } from '#ui/ResultBanner.tsx';
import { icons } from '#ui/icons.ts';
import { objectWords } from '#i18n/words/object.ts';
import { printWords } from '#i18n/words/print.ts';
import type { createPrintsOf } from '#outbox/printsOf.ts';

export interface PrintView extends FlowState {
  readonly company: string;
  /** The order that was scanned last, until its label was asked for. */
  readonly scan?: ScanNote | undefined;
  /** The number of the copy, where it is not the first: a person says whether it is wanted. */
  readonly copy?: number | undefined;
  readonly needsCompany: boolean;
  readonly isBusy: boolean;
  readonly companies: readonly string[];
  readonly saved: readonly number[];
  /** Labels that were to be asked for so far: what becomes of the last one is shown. */
  readonly asks: number;
  /** The label that was said to wait for a person. */
  readonly waitsFor?: number | undefined;
  /** The label that was handed over for printing last, and how often. */
  readonly handed?: { readonly seq: number; readonly times: number } | undefined;
  /** True while it is asked whether that one is to be printed again. */
  readonly asksAgain?: boolean;
  /** The words said of labels at printers: by the number of the call, how it stood. */
  readonly told?: Readonly<Record<number, string>>;
}

/** The draft keeps the company from label to label; `inHand` the order whose label was not asked for yet. */
export interface PrintRunPorts extends RunPorts, Pick<Handheld, 'kept'> {
  readonly inHand: Pick<Draft, 'read' | 'write'>;
  readonly printsOf: PrintsOf;
  readonly isAway: () => boolean;
}

export type PrintRun = ReturnType<typeof createPrintRun>;
type PrintStep = Step<PrintView>;
type PrintFacts = Facts<PrintTask>;

const COMPANIES = 'companies';
const MOST_COMPANIES = 6;

const scanning = scanEvents<PrintTask, PrintView>({
  noun: () => printWords().order,
  judge: (_, { site, rolesOf }, scan) =>
    askMeant(judgeCode(site.codes, 'code', printWords().order, scan), site.codes, 'code', rolesOf),
  take: (view, facts, scan) => ask({ ...view, scan }, facts, scan, { isSure: false, tone: 'step' }), // a company is the next step
  enter: (view, { task, site }, { text, ...scan }) => {
    const isCode = text === view.scan?.text || fitsRule(site.codes, 'code', { text, ...scan });
    if (!wantsCompany(task, view) || isCode) return undefined;
    return say({ ...view, company: text }, 'step', objectWords().field({ label: printWords().company, text }));
  },
  pass,
  count: (view, _, text) => [view, [['repeat', view.asks, text]]], // with the label that was asked for, where that is its own
});

/** Scan an order, and its label is asked for: at once where it is the first, after a person's word where it is another. */
export function createPrintRun(task: PrintTask, ports: PrintRunPorts) {
  const { draft, inHand, kept, isAway, printsOf } = ports;
  const company = hasCompany(task) ? (draft.read() ?? onlyOf(ports.site().companies)) : '';
  const [scan] = scansIn(inHand.read());
  const companies = {
    read: () => undefined,
    write: (text?: string) => void kept.write(COMPANIES, text?.split('\n')).catch(() => undefined), // kept with the next one
  };
  const flow = createScanFlow<PrintTask, PrintView>(
    scanning,
    {
      task,
      start: {
        company,
        scan,
        companies: [],
        needsCompany: wantsCompany(task, { scan, company }),
        isBusy: false,
        saved: [],
        asks: 0,
      },
      saveEnded: (view, _, wanted, outcome) => saveEnded(view, wanted, outcome, isAway()),
      repeated,
      restored,
      keeps: [
        { draft, text: (view) => view.company || undefined },
        {
          draft: inHand,
          text: (view) => (view.scan && !view.isBusy ? JSON.stringify({ code: view.scan }) : undefined),
        },
        { draft: companies, text: (view) => view.companies.join('\n') },
      ],
      doubt: ({ call }) => doubtCopy(printsOf, call),
    },
    ports,
  );
  const on = flow.on({
    leave,
    print,
    printed,
    handOver,
    askAgain,
    stands,
    labelled,
    setCompany,
    chooseCompany,
    knowCompanies,
  });
  if (hasCompany(task)) kept.read(COMPANIES).then(on.knowCompanies, () => undefined); // without choices it is typed
  return { ...flow, ...on };
}

export function hasCompany({ fields }: PrintTask): boolean {
  return fields.some(({ name }) => name === 'company');
}

/** Returns the company of a site that has one alone: nobody has to choose it. */
function onlyOf([first, ...others]: readonly string[] = []): string {
  return first !== undefined && others.length === 0 ? first : '';
}

/** Tells whether an order is in hand whose label waits for a company: what is typed then is one. */
export function wantsCompany(task: PrintTask, { scan, company }: Pick<PrintView, 'scan' | 'company'>): boolean {
  return hasCompany(task) && scan !== undefined && company.trim() === '';
}

function knowCompanies(view: PrintView, _facts: unknown, kept: unknown): PrintStep {
  const before = Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
  return [{ ...view, companies: [...new Set([...view.companies, ...before])].slice(0, MOST_COMPANIES) }, []];
}

/** Goes past what nobody decided about: it is not lost. */
function pass(view: PrintView): PrintStep {
  const { scan, copy, needsCompany } = view;
  const isAsked = scan && (copy !== undefined || needsCompany);
  const reason =
    copy === undefined ? printWords().companyNeeded : printWords().copyAsked({ code: scan?.text ?? '', copy });
  return chain(passMisfit(view), (past) => [withoutOrder(past), isAsked ? [['notTaken', scan, reason]] : []]);
}

/** Before a scan that was none: the labels that were asked for stay in sight. */
function restored(before: PrintView, { asks, companies, saved }: PrintView): PrintView {
  return { ...withoutOrder(before), misfit: undefined, isBusy: false, asks, companies, saved };
}

function withoutOrder(view: PrintView): PrintView {
  return { ...view, scan: undefined, copy: undefined, needsCompany: false, asksAgain: false };
}

interface Asking {
  /** True where a person has said that another copy is wanted. */
  readonly isSure: boolean;
  /** The tone in which a missing company is said. */
  readonly tone: Saying['tone'];
}

function ask(view: PrintView, { task, known }: PrintFacts, scan: ScanNote, { isSure, tone }: Asking): PrintStep {
  const company = view.company.trim();
  if (hasCompany(task) && company === '')
    return say({ ...view, scan, needsCompany: true }, tone, printWords().companyNeeded);
  const id = view.asks + 1;
  try {
    const call = callBy(task.print, { scan: scan.text, fields: { company }, known });
    const wanted = { id, call, scans: [scan], what: scan.text, again: true, isSure };
    return [{ ...view, isBusy: true, asks: id }, [['save', wanted]]];
  } catch (error) {
    return say({ ...view, scan, isBusy: false, asks: id }, 'wrong', explain(error));
  }
}

/** Takes in the end of a label's save. Where another was scanned meanwhile, one that was not asked for is not lost. */
function saveEnded(view: PrintView, wanted: Wanted, outcome: SaveOutcome, isAway: boolean): PrintStep {
  const { id, what, call, scans } = wanted;
  const isLast = id === view.asks;
  if (outcome.kind === 'saved') {
    const { seq } = outcome.queued;
    const done = isLast ? { scan: undefined, copy: undefined, isBusy: false } : {};
    const next = { ...view, saved: [seq, ...view.saved], ...done };
    const said = isAway
      ? sayWaits(next, seq, what)
      : say(next, 'saved', printWords().saved({ code: what }), { seq, what });
    return chain(said, (now) => remember(now, new Map(call.parameters).get('company')));
  }
  const { tone, text, copy } = unasked(outcome);
  if (isLast) return say({ ...view, scan: scans[0], copy, isBusy: false }, tone, text);
  return chain<PrintView>([view, scans.map((scan) => ['notTaken', scan, text])], (now) => say(now, tone, text));
}

function unasked(outcome: Exclude<SaveOutcome, { kind: 'saved' }>) {
  if (outcome.kind === 'doubted') return { tone: 'repeat', text: outcome.sentence, copy: outcome.copy } as const;
  return { tone: 'wrong', text: outcome.kind === 'notSaved' ? outcome.problem : '', copy: undefined } as const;
}

function sayWaits(view: PrintView, seq: number, code: string): PrintStep {
  return say({ ...view, waitsFor: seq }, 'repeat', printWords().waitsForYou({ code }));
}

/** The company was good for a label: it is offered for the next ones. */
function remember(view: PrintView, name: string | undefined): PrintStep {
  if (name === undefined || view.companies[0] === name) return [view, []];
  const companies = [name, ...view.companies.filter((known) => known !== name)].slice(0, MOST_COMPANIES);
  return [{ ...view, companies }, []];
}

/** Asks for the label of the order that is there, another copy included where `isWanted`. */
function print(view: PrintView, facts: PrintFacts, isWanted = false): PrintStep {
  const { scan, isBusy } = view;
  if (!scan || isBusy) return [view, []];
  if (askingOf(view, facts)) return say(view, 'asked', '');
  return ask({ ...view, copy: undefined, needsCompany: false }, facts, scan, { isSure: isWanted, tone: 'wrong' });
}

function leave(view: PrintView): PrintStep {
  return [{ ...withoutOrder(view), notice: undefined }, []];
}

function printed(view: PrintView, _facts: unknown, seq: number, code: string): PrintStep {
  const saved = [seq, ...view.saved.filter((other) => other !== seq)];
  return say({ ...view, saved }, 'saved', printWords().saved({ code }));
}

/** Says in the band that a label was handed over for printing, or what refused it. */
function handOver(view: PrintView, _facts: unknown, seq: number, code: string, problem?: string): PrintStep {
  const next = { ...view, asksAgain: false };
  if (problem !== undefined) return say(next, 'wrong', problem);
  const times = view.handed?.seq === seq ? view.handed.times + 1 : 1;
  const { handedWord: word, handed } = printWords();
  const notice = { tone: 'step', mark: { icon: icons.print, word, mood: 'plain' }, text: handed({ code }) } as const;
  return [{ ...next, handed: { seq, times }, notice }, []]; // it was tapped: nothing has to be heard
}

/** Asks whether the label that was handed over is wanted on paper once more: a second tap prints nothing by itself. */
function askAgain(view: PrintView, _facts: unknown, code: string): PrintStep {
  const many = view.handed?.times ?? 0;
  return say({ ...view, asksAgain: true }, 'repeat', printWords().againAsk({ code, many }));
}

/** Follows the last label's state: nobody is told that it was asked for while it waits for a person. */
function stands(view: PrintView, _facts: unknown, seq: number, state: State, code: string): PrintStep {
  if (seq !== view.saved[0] || view.misfit || view.scan) return [view, []];
  const isWaited = view.waitsFor === seq;
  if (state === 'asking') return isWaited ? [view, []] : sayWaits(view, seq, code);
  if (state === 'waiting' || state === 'sending') return [view, []];
  const ended = { ...view, waitsFor: undefined };
  if (isWaited && state === 'answered') return say(ended, 'saved', printWords().saved({ code }));
  return isWaited && state === 'cancelled' ? leave(ended) : [ended, []];
}

/**
 * Says what has become of a label that goes to a printer, with its own signal; of one that was not asked for here it is only noted.
 *
 * @param elsewhere - the name of its printer, where another one is chosen.
 */
function labelled(
  view: PrintView,
  facts: PrintFacts,
  { seq, label }: LabelledCall,
  code: string,
  elsewhere?: string,
): PrintStep {
  if (!label) return [view, []];
  const now = standingOf(label);
  if (view.told?.[seq] === now) return [view, []];
  const isHeardOf = view.saved.includes(seq) || view.told?.[seq] !== undefined;
  const next = { ...view, told: { ...view.told, [seq]: now } };
  const tone = isHeardOf ? toneOf(label) : undefined;
  if (tone === undefined) return [next, []];
  const isBusy = view.scan !== undefined || view.misfit !== undefined || askingOf(view, facts) !== undefined;
  const what = elsewhere === undefined ? code : `${code} · ${elsewhere}`;
  return isBusy ? [next, [['cue', tone]]] : say(next, tone, what, { seq, what, why: labelWhy(label) }); // what is asked stays in the band
}

type LabelledCall = Pick<QueuedCall, 'seq' | 'label'>;

function standingOf({ is, job }: LabelStands): string {
  return [is, job?.copy, job?.cause].join(' ');
}

/** Returns the signal of a label at a printer; `undefined`: it goes its way, and nothing has to be heard. */
function toneOf({ is, job }: LabelStands): Saying['tone'] | undefined {
  if (is === 'printed') return 'found';
  if (is === 'refused') return 'wrong';
  return is === 'unknown' || (is === 'printing' && job?.cause !== undefined) ? 'repeat' : undefined;
}

function setCompany(view: PrintView, _facts: unknown, company: string): PrintStep {
  return [{ ...view, company }, []];
}

/** Takes a company that is offered; the label of an order that waits for it is asked for at once. */
function chooseCompany(view: PrintView, facts: PrintFacts, company: string): PrintStep {
  const next = { ...view, company };
  return view.needsCompany ? print(next, facts) : [next, []];
}

function repeated(view: PrintView, _facts: unknown, _id: number, code: string): PrintStep {
  const { scan, saved } = view;
  if (scan && isScanOf(scan, code)) return [{ ...view, scan: onceMore(scan) }, []];
  return [view, saved[0] === undefined ? [] : [['noteRepeat', saved[0], code]]];
}

export type PrintsOf = ReturnType<typeof createPrintsOf>;

/** Doubts a label that was asked for before: another copy is saved only when a person wants it. */
export async function doubtCopy(printsOf: PrintsOf, { operation, parameters }: Call): Promise<Doubt | undefined> {
  const code = new Map(parameters).get('code') ?? '';
  const before = await printsOf(operation, code);
  const copy = before.length + 1;
  return before.length === 0 ? undefined : { sentence: printWords().copyAsked({ code, copy }), copy };
}
