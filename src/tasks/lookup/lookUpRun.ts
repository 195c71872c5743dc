import type { Call } from '#contract/call.ts';
import { type SiteConfiguration, judge } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { type Misfit, judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { KeepNotTaken } from '#tasks/intake/notTaken.ts';
import type { Known, LookUpTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import type { Saying } from '#ui/Said.tsx';
import { inWords } from '#i18n/language.ts';
import { objectWords } from '#i18n/en/object.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

/** What was asked last and what the service said to it. */
export interface LookUpView {
  readonly scan?: ScanNote;
  readonly lookUp: 'none' | 'asking' | LookUp;
  readonly notice?: Saying;
  /** A scan that does not look like what is asked for. */
  readonly misfit?: Misfit | undefined;
}

export interface LookUpRunPorts {
  readonly task: LookUpTask;
  readonly known: () => Readonly<Record<Known, string>>;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
  readonly site: () => SiteConfiguration;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  readonly cue: (cue: Saying['tone']) => void;
  /** Keeps a scan that was not taken and that the next one goes past, until a person removes it. Synchronous. */
  readonly notTaken: KeepNotTaken;
  readonly explain: (error: unknown) => string;
}

/** A task that only asks: each scan is a question, live, and the last scan's answer is the one that is shown. */
export function createLookUpRun({ task, known, allowsTyped, site, lookUp, cue, notTaken, explain }: LookUpRunPorts) {
  const { subject } = task;
  const { operation } = task.lookUp;
  const noun = (): string => inWords(subject.noun);
  const [tell, subscribe] = createListeners();
  whenReadable(site().codes, () => undefined); // what the first scan needs is on its way
  let view: LookUpView = { lookUp: 'none' };
  let asked = 0;

  function show(change: Partial<LookUpView>): void {
    view = { ...view, ...change };
    tell();
  }

  function say(tone: Saying['tone'], text: string, change: Partial<LookUpView> = {}): void {
    cue(tone);
    show({ ...change, notice: { tone, text } });
  }

  async function ask(scan: ScanNote): Promise<void> {
    asked += 1;
    const mine = asked;
    try {
      const found = await lookUp(callBy(task.lookUp, { scan: scan.text, fields: {}, known: known() }));
      if (mine !== asked) return; // another code was scanned meanwhile
      const text = found.answer?.text ?? null;
      if (found.fresh && judge(site(), operation, text) === 'refused') say('wrong', text ?? '', { lookUp: found });
      else if (found.fresh) show({ lookUp: found });
      else
        say(
          found.answer ? 'repeat' : 'wrong',
          objectWords.notAsked(scan.text || inWords(task.all ?? subject.noun), found.reason ?? ''),
          { lookUp: found },
        );
    } catch (error) {
      const reason = explain(error);
      if (mine === asked) say('wrong', reason, { lookUp: { fresh: false, reason } });
    }
  }

  function take(scan: ScanNote): void {
    const said = scan.text === '' ? inWords(task.all ?? subject.noun) : objectWords.scanned(noun(), scan.text);
    say('step', said, { scan, lookUp: 'asking', misfit: undefined });
    void ask(scan);
  }

  /** Goes past a misfit that nobody decided about: it is not lost. */
  function passMisfit(): void {
    const { misfit, ...rest } = view;
    if (misfit) notTaken(misfit.scan, misfit.sentence);
    view = rest;
  }

  return {
    accept(scan: ScanNote): void {
      const { codes } = site();
      if (scan.source === 'typed' && !allowsTyped()) return say('wrong', words.typedOff(scan.text, noun()));
      whenReadable(codes, () => {
        const judged = judgeCode(codes, subject.parameter, noun(), scan);
        if (view.misfit?.scan.text !== judged.scan.text || judged.sentence === undefined) passMisfit();
        if (judged.sentence === undefined) take(judged.scan);
        else say('wrong', judged.sentence, { misfit: judged });
      });
    },
    /** Takes the scan that does not look right, where the site leaves that to the operator. */
    takeAnyway(): void {
      if (view.misfit && !view.misfit.isRefused) take(view.misfit.scan);
    },
    /** Leaves the scan that does not look right. */
    leaveMisfit(): void {
      const { notice: _notice, misfit: _misfit, ...quiet } = view;
      view = quiet;
      show({});
    },
    /** Asks without a code: the service tells of all. */
    askAll(): void {
      passMisfit();
      take({ text: '', source: 'typed', at: Date.now() });
    },
    /** Asks the same once more. */
    again(): void {
      if (!view.scan) return;
      show({ lookUp: 'asking' });
      void ask(view.scan);
    },
    refuse(text: string): void {
      say('wrong', text);
    },
    /** A repeat that the guard held back. */
    ignoreRepeat(text: string): void {
      say('repeat', words.scannedTwice(text, noun()));
    },
    subscribe,
    view: (): LookUpView => view,
  };
}
