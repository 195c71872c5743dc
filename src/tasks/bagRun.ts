import { type Call, makeCall } from '#contract/call.ts';
import { type SiteConfiguration, fieldOf, judge } from '#contract/site.ts';
import { checkDecimal, checkInt } from '#contract/values.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store.ts';
import { type Misfit, judgeCode, whenReadable } from '#tasks/codeCheck.ts';
import { isScanNote, objectIn } from '#tasks/draft.ts';
import type { KeepNotTaken } from '#tasks/notTaken.ts';
import type { Known } from '#tasks/task.ts';
import type { Saying } from '#ui/Said.tsx';
import { bagWords as words } from '#ui/bagMessages.ts';
import { tasksWords } from '#ui/taskMessages.ts';

/** A call that is in the queue already, until the operator says whether it is wanted once more. */
interface Twice {
  readonly call: Call;
  readonly said: string;
}

/** The bag in hand and what is known of it. */
export interface BagView {
  readonly scan?: ScanNote;
  readonly lookUp: 'none' | 'asking' | LookUp;
  /** `logTransferDtlID`: found in the answer by the site's rules, or entered. */
  readonly transferLine: string;
  /** Whether the transfer line came from an answer. */
  readonly lineFound: boolean;
  readonly weight: string;
  readonly notice?: Saying;
  /** Sentences under their fields. */
  readonly problems: { readonly weight?: string; readonly transferLine?: string };
  /** A bag that was scanned while a weight was entered for another. */
  readonly waitingScan?: ScanNote;
  /** A scan that does not look like a bag's. */
  readonly misfit?: Misfit;
  readonly twice?: Twice;
  /** Calls saved for this bag on this screen, newest first. */
  readonly saved: readonly QueuedCall[];
}

export interface BagRunPorts {
  readonly known: () => Readonly<Record<Known, string>>;
  readonly site: () => SiteConfiguration;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  /**
   * Saves the call; it is on disk when the promise resolves.
   *
   * @param again - whether an open call with the same content is no reason to ask first.
   * @throws AlreadyQueued where it is one.
   */
  readonly save: (call: Call, scans: readonly ScanNote[], again: boolean) => Promise<QueuedCall>;
  readonly cue: (cue: Saying['tone']) => void;
  /** Keeps the bag and what was entered over a restart. */
  readonly draft: { read(): string | undefined; write(text: string | undefined): void };
  /** Keeps a scan that was not taken and that the next one goes past, until a person removes it. Synchronous. */
  readonly notTaken: KeepNotTaken;
  readonly explain: (error: unknown) => string;
}

export type BagRun = ReturnType<typeof createBagRun>;

const empty: BagView = { lookUp: 'none', transferLine: '', lineFound: false, weight: '', problems: {}, saved: [] };

/** The bag task: scan a bag, see what the service says, weigh, complete, reopen. */
export function createBagRun(ports: BagRunPorts) {
  const listeners = new Set<() => void>();
  whenReadable(ports.site().codes, () => undefined); // what the first scan needs is on its way
  let view: BagView = { ...empty, ...readDraft(ports.draft.read()) };
  let asked = 0;
  let saves: Promise<void> = Promise.resolve();

  function show(next: BagView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  function say(tone: Saying['tone'], text: string, change: Partial<BagView> = {}): void {
    ports.cue(tone);
    show({ ...view, ...change, notice: { tone, text } });
  }

  function writeDraft(): void {
    const { scan, weight, transferLine, lineFound } = view;
    const isEmpty = !scan && !weight && !transferLine;
    ports.draft.write(isEmpty ? undefined : JSON.stringify({ scan, weight, transferLine, lineFound }));
  }

  async function ask(scan: ScanNote): Promise<void> {
    asked += 1;
    const mine = asked;
    const found = await ports.lookUp(makeCall('GetBagDetailByBagCode', { bagCode: scan.text }));
    if (mine !== asked) return; // another bag is in hand by now
    const line = fieldOf(ports.site(), 'GetBagDetailByBagCode', 'logTransferDtlID', found.answer?.text ?? null);
    const isEntered = view.transferLine !== '' && !view.lineFound;
    const change = { lookUp: found, ...(line !== undefined && !isEntered && { transferLine: line, lineFound: true }) };
    const text = found.answer?.text ?? null;
    const isRefused = found.fresh && judge(ports.site(), 'GetBagDetailByBagCode', text) === 'refused';
    if (view.waitingScan) show({ ...view, ...change }); // a question stands: it is not talked over
    else if (isRefused) say('wrong', text ?? '', change);
    else if (found.fresh) show({ ...view, ...change });
    else say(found.answer ? 'repeat' : 'wrong', words.notAsked(scan.text, found.reason ?? ''), change);
    writeDraft();
  }

  function askNow(scan: ScanNote): void {
    show({ ...view, lookUp: 'asking' });
    ask(scan).catch((error: unknown) => {
      const reason = ports.explain(error);
      say('wrong', reason, { lookUp: { fresh: false, reason } });
    });
  }

  /** Goes past a misfit that nobody decided about: it is not lost. */
  function passMisfit(): void {
    const { misfit, ...rest } = view;
    if (misfit) ports.notTaken(misfit.scan, misfit.sentence);
    view = rest;
  }

  /** Goes past a bag that waits, where it is another one. */
  function passWaiting({ text }: ScanNote): void {
    const { waitingScan } = view;
    if (waitingScan && waitingScan.text !== text) {
      ports.notTaken(waitingScan, words.otherBag(waitingScan.text, view.scan?.text ?? ''));
    }
  }

  function take(scan: ScanNote): void {
    passWaiting(scan);
    if (view.twice) ports.notTaken({ ...scan, text: view.twice.said }, tasksWords.askingWord);
    show({ ...empty, scan, saved: view.saved }); // the calls of the bag before stay in sight until they are answered
    writeDraft();
    say('step', words.scanned(scan.text));
    askNow(scan);
  }

  function takeOrAsk(scan: ScanNote): void {
    if (view.scan && view.scan.text !== scan.text && view.weight.trim() !== '') {
      passWaiting(scan);
      say('repeat', words.otherBag(scan.text, view.scan.text), { waitingScan: scan });
    } else if (view.scan?.text === scan.text && view.weight.trim() !== '') {
      say('step', words.scanned(scan.text)); // the bag in hand once more: what was entered for it stays
      askNow(scan);
    } else {
      take(scan);
    }
  }

  /** Saves after what is being saved, so that a second tap finds the first one's call in the queue. */
  function save(twice: Twice, again = false): Promise<void> {
    const scans = view.scan ? [view.scan] : [];
    saves = saves.then(async () => {
      try {
        const queued = await ports.save(twice.call, scans, again);
        const { twice: _asked, ...rest } = view;
        view = rest;
        const isInHand = view.scan?.text === scans[0]?.text; // else the weight is another bag's
        say('saved', twice.said, isInHand ? { saved: [queued, ...view.saved], weight: '', problems: {} } : {});
        writeDraft();
      } catch (error) {
        if (error instanceof AlreadyQueued) {
          return say('repeat', tasksWords.alreadyQueued(twice.said, error.seq), { twice });
        }
        say('wrong', tasksWords.notSaved(twice.said, ports.explain(error)));
      }
    });
    return saves;
  }

  function checkedLine(): { readonly line?: string; readonly problem?: string } {
    try {
      return { line: checkInt(words.line, view.transferLine) };
    } catch (error) {
      return { problem: ports.explain(error) };
    }
  }

  return {
    /** A bag was scanned. While a weight stands unsaved for another bag the operator is asked first. */
    accept(scan: ScanNote): void {
      const { codes } = ports.site();
      whenReadable(codes, () => {
        const judged = judgeCode(codes, 'bagCode', words.noun, scan);
        if (view.misfit?.scan.text !== judged.scan.text || judged.sentence === undefined) passMisfit();
        if (judged.sentence === undefined) takeOrAsk(judged.scan);
        else say('wrong', judged.sentence, { misfit: judged });
      });
    },
    /** Takes the scan that does not look like a bag's, where the site leaves that to the operator. */
    takeAnyway(): void {
      const { misfit, ...rest } = view;
      if (!misfit || misfit.isRefused) return;
      view = rest;
      takeOrAsk(misfit.scan);
    },
    /** Leaves the weight that was entered and takes the bag that waits. */
    takeWaiting(): void {
      if (view.waitingScan) take(view.waitingScan);
    },
    /** Stays with the bag in hand; also the answer to a call that is in the queue already, and to a misfit. */
    stay(): void {
      const { misfit, notice: _notice, ...beneath } = view;
      const { waitingScan: _waiting, twice: _twice, ...rest } = beneath;
      show(misfit ? beneath : rest); // the question beneath it has not been answered
    },
    setWeight(weight: string): void {
      const { weight: _problem, ...problems } = view.problems;
      show({ ...view, weight, problems });
      writeDraft();
    },
    setTransferLine(transferLine: string): void {
      const { transferLine: _problem, ...problems } = view.problems;
      show({ ...view, transferLine, lineFound: false, problems });
      writeDraft();
    },
    /** Asks the service about the bag in hand once more. */
    lookAgain(): void {
      if (view.scan) askNow(view.scan);
    },
    /** Saves CompleteBag with the weight; what is wrong is said under its field and nothing is saved. */
    async complete(): Promise<void> {
      const { line, problem } = checkedLine();
      const { weight, problem: wrongWeight } = checkedWeight(view.weight, ports.explain);
      if (line === undefined || weight === undefined) {
        const problems = { ...(problem && { transferLine: problem }), ...(wrongWeight && { weight: wrongWeight }) };
        say('wrong', wrongWeight ?? problem ?? '', { problems });
        return;
      }
      const { userId, warehouseId } = ports.known();
      const values = { logTransferDtlID: line, userID: userId, sWeight: weight, WarehouseID: warehouseId };
      try {
        const call = makeCall('CompleteBag', values);
        await save({ call, said: words.completed(view.scan?.text ?? line, weight) });
      } catch (error) {
        say('wrong', ports.explain(error)); // a value of the settings
      }
    },
    /** Saves AgainOpenBag. */
    async reopen(): Promise<void> {
      const { line, problem } = checkedLine();
      if (line === undefined) {
        say('wrong', problem ?? '', { problems: { ...(problem && { transferLine: problem }) } });
        return;
      }
      const call = makeCall('AgainOpenBag', { logTransferDtlID: line });
      await save({ call, said: words.reopened(view.scan?.text ?? line) });
    },
    /** Saves the call that is in the queue already once more. */
    async saveAgain(): Promise<void> {
      if (view.twice) await save(view.twice, true);
    },
    refuse(text: string): void {
      say('wrong', text);
    },
    /** A repeat that the guard held back. */
    ignoreRepeat(text: string): void {
      say('repeat', tasksWords.scannedTwice(text, words.noun));
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (): BagView => view,
  };
}

function checkedWeight(
  text: string,
  explain: (error: unknown) => string,
): { readonly weight?: string; readonly problem?: string } {
  try {
    const weight = checkDecimal(words.weight, text);
    return weight.startsWith('-') || /^[0.]*$/.test(weight) ? { problem: words.weightNotPositive } : { weight };
  } catch (error) {
    return { problem: explain(error) };
  }
}

function readDraft(kept: string | undefined): Partial<BagView> {
  const { scan, weight, transferLine, lineFound } = objectIn(kept);
  return {
    ...(isScanNote(scan) && { scan }),
    ...(typeof weight === 'string' && { weight }),
    ...(typeof transferLine === 'string' && { transferLine, lineFound: lineFound === true }),
  };
}
