import { makeCall } from '#contract/call.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { type QueuedCall, type ScanNote, type State, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { type Misfit, judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import type { Draft, Handheld } from '#tasks/task/handheld.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { KeepNotTaken } from '#tasks/intake/notTaken.ts';
import type { Saying } from '#ui/Said.tsx';
import { printWords as words } from '#i18n/en/print.ts';
import { tasksWords } from '#i18n/en/task.ts';

export type PrintOperation = 'PrintCNOrder' | 'PrintKJYOrder';

export interface PrintView {
  readonly company: string;
  /** The order that was scanned last, until its label was asked for. */
  readonly scan?: ScanNote | undefined;
  /** Which copy it would be, where it is not the first: a person says whether it is wanted. */
  readonly copy?: number | undefined;
  /** Whether the company is missing. */
  readonly needsCompany: boolean;
  readonly isBusy: boolean;
  readonly notice?: Saying;
  readonly misfit?: Misfit | undefined;
  /** Companies that labels were asked for with, the last one first. */
  readonly companies: readonly string[];
  /** Rows of the labels that were asked for on this screen, the last one first. */
  readonly saved: readonly number[];
}

export interface PrintRunPorts {
  readonly operation: PrintOperation;
  readonly site: () => SiteConfiguration;
  readonly userId: () => string;
  readonly save: Handheld['save'];
  /** Counts a second scan of `code` that the guard held back, with a call that is saved. */
  readonly noteRepeat: (seq: number, code: string) => Promise<void>;
  /** The calls of this handheld that asked for a label of the code. */
  readonly printsOf: (operation: PrintOperation, code: string) => Promise<readonly QueuedCall[]>;
  /** Keeps the company from label to label. */
  readonly draft: Draft;
  /** Keeps the companies of this handheld. */
  readonly kept: { read(name: string): Promise<unknown>; write(name: string, value: unknown): Promise<void> };
  /** Whether calls are known not to get through now. */
  readonly isAway: () => boolean;
  readonly cue: (cue: Saying['tone']) => void;
  readonly notTaken: KeepNotTaken;
  readonly explain: (error: unknown) => string;
}

/** Under which the companies are kept, and how many. */
const COMPANIES = 'companies';
const MOST_COMPANIES = 6;

/** Scan an order, and its label is asked for: at once where it is the first, after a person's word where it is another. */
export function createPrintRun(ports: PrintRunPorts) {
  const { operation, site, save, draft, cue, explain } = ports;
  const isCn = operation === 'PrintCNOrder';
  const [tell, subscribe] = createListeners();
  let view: PrintView = {
    company: isCn ? (draft.read() ?? '') : '',
    companies: [],
    needsCompany: false,
    isBusy: false,
    saved: [],
  };
  /** The label that was said to wait for a person. */
  let waitsFor: number | undefined;
  if (isCn) {
    const know = (kept: unknown): void => {
      const before = Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
      show({ companies: [...new Set([...view.companies, ...before])].slice(0, MOST_COMPANIES) });
    };
    ports.kept.read(COMPANIES).then(know, () => undefined); // without choices it is typed
  }
  let asked = 0;
  let asking: Promise<void> = Promise.resolve();

  function show(change: Partial<PrintView>): void {
    view = { ...view, ...change };
    tell();
  }

  function say(tone: Saying['tone'], text: string, change: Partial<PrintView> = {}, call?: Saying['call']): void {
    cue(tone);
    show({ ...change, notice: { tone, text, ...(call && { call }) } });
  }

  /** The company was good for a label: it is offered for the next ones. */
  function remember(name: string): void {
    if (!isCn || view.companies[0] === name) return;
    const companies = [name, ...view.companies.filter((known) => known !== name)].slice(0, MOST_COMPANIES);
    show({ companies });
    ports.kept.write(COMPANIES, companies).catch(() => undefined); // kept with the next one
  }

  /** Goes past what nobody decided about: it is not lost. */
  function pass(): void {
    const { misfit, scan, copy } = view;
    if (misfit) ports.notTaken(misfit.scan, misfit.sentence);
    if (scan && (copy !== undefined || view.needsCompany)) {
      ports.notTaken(scan, copy === undefined ? words.companyNeeded : words.copyAsked(scan.text, copy));
    }
    view = { ...view, misfit: undefined, scan: undefined, copy: undefined, needsCompany: false };
  }

  /** Asks for a label, after those of the scans before: each counts for the next. */
  function ask(scan: ScanNote, isWanted: boolean): void {
    if (isCn && view.company.trim() === '') return say('wrong', words.companyNeeded, { scan, needsCompany: true });
    asked += 1;
    const mine = asked;
    const company = view.company.trim();
    show({ isBusy: true });
    asking = asking.then(() => askNow(scan, company, isWanted, () => mine === asked));
  }

  async function askNow(scan: ScanNote, company: string, isWanted: boolean, isLast: () => boolean): Promise<void> {
    const idle = (): Partial<PrintView> => (isLast() ? { isBusy: false } : {});
    try {
      const before = isWanted ? [] : await ports.printsOf(operation, scan.text);
      if (before.length > 0) {
        const copy = before.length + 1;
        const text = words.copyAsked(scan.text, copy);
        if (!isLast()) ports.notTaken(scan, text); // another was scanned meanwhile
        return say('repeat', text, isLast() ? { scan, copy, isBusy: false } : {});
      }
      const values = { code: scan.text, userId: ports.userId(), ...(isCn && { company }) };
      const { seq } = await save(makeCall(operation, values), [scan], true);
      const done = isLast() ? { scan: undefined, copy: undefined } : {};
      const shown = { saved: [seq, ...view.saved], ...done, ...idle() };
      if (ports.isAway()) sayWaits(seq, scan.text, shown);
      else say('saved', words.saved(scan.text), shown, { seq, what: scan.text });
      remember(company);
    } catch (error) {
      const reason = explain(error);
      if (!isLast()) ports.notTaken(scan, reason);
      say('wrong', reason, { ...(isLast() && { scan }), ...idle() });
    }
  }

  function sayWaits(seq: number, code: string, change: Partial<PrintView> = {}): void {
    waitsFor = seq;
    say('repeat', words.waitsForYou(code), change);
  }

  function take(scan: ScanNote): void {
    pass();
    show({ scan });
    ask(scan, false);
  }

  /** Leaves the order that is there without a label. */
  function leave(): void {
    const { notice: _notice, ...quiet } = view;
    view = quiet;
    show({ scan: undefined, copy: undefined, needsCompany: false });
  }

  return {
    accept(scan: ScanNote): void {
      const { codes } = site();
      whenReadable(codes, () => {
        const judged = judgeCode(codes, 'code', words.order, scan);
        if (judged.sentence === undefined) return take(judged.scan);
        if (view.misfit?.scan.text !== judged.scan.text) pass();
        return say('wrong', judged.sentence, { misfit: judged });
      });
    },
    takeAnyway(): void {
      const { misfit } = view;
      if (!misfit || misfit.isRefused) return;
      view = { ...view, misfit: undefined };
      take(misfit.scan);
    },
    leaveMisfit(): void {
      const { notice: _notice, ...quiet } = view;
      view = quiet;
      show({ misfit: undefined });
    },
    /** Asks for the label of the order that is there, another copy included where `isWanted`. */
    print(isWanted = false): void {
      const { scan } = view;
      if (!scan || view.isBusy) return;
      show({ copy: undefined, needsCompany: false });
      ask(scan, isWanted);
    },
    leave,
    /** A label that waited was asked for here by a person's tap. */
    printed(seq: number, code: string): void {
      say('saved', words.saved(code), { saved: [seq, ...view.saved.filter((other) => other !== seq)] });
    },
    /** Where the last label stands now: nobody is told that it was asked for while it waits for a person. */
    stands(seq: number, state: State, code: string): void {
      if (seq !== view.saved[0] || view.misfit || view.scan) return;
      if (state === 'asking' && waitsFor !== seq) sayWaits(seq, code);
      else if (state === 'answered' && waitsFor === seq) say('saved', words.saved(code));
      else if (state === 'cancelled' && waitsFor === seq) leave();
      if (state !== 'asking' && state !== 'waiting' && state !== 'sending') waitsFor = undefined;
    },
    setCompany(company: string): void {
      draft.write(company === '' ? undefined : company);
      show({ company });
    },
    refuse(text: string): void {
      say('wrong', text);
    },
    /** A repeat that the guard held back: it is kept with the label that was asked for, where that is its own. */
    ignoreRepeat(text: string): void {
      asking = asking.then(async () => {
        const { scan, saved } = view;
        if (scan && isScanOf(scan, text)) show({ scan: onceMore(scan) });
        else if (saved[0] !== undefined) await ports.noteRepeat(saved[0], text).catch(() => undefined);
      });
      say('repeat', tasksWords.scannedTwice(text, words.order));
    },
    subscribe,
    view: (): PrintView => view,
  };
}
