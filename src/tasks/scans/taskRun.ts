import { type Call, makeCall } from '#contract/call.ts';
import type { CodeRules } from '#contract/codes.ts';
import { type QueuedCall, type ScanNote, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { type Misfit, judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import { followed, readFilled } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { type RunEntry, type TaskRun, type TaskRunView, holderOf } from '#tasks/task/taskRunView.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { KeepNotTaken } from '#tasks/intake/notTaken.ts';
import { type PinUse, pinIn, pinUseIn, writePin } from './pin.ts';
import type { Known, ScansTask, Step } from '#tasks/task/task.ts';
import type { Saying } from '#ui/Said.tsx';
import { inWords } from '#i18n/language.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

export interface TaskRunPorts {
  readonly task: ScansTask;
  readonly known: () => Readonly<Record<Known, string>>;
  /** What the site's codes look like. */
  readonly codes: () => CodeRules | undefined;
  /**
   * Saves the call; it is on disk when the promise resolves.
   *
   * @param again - whether an open call with the same content is no reason to ask first.
   * @throws AlreadyQueued where it is one.
   */
  readonly save: (call: Call, scans: readonly ScanNote[], again: boolean) => Promise<QueuedCall>;
  /** Counts a second scan of `code` that the guard held back, with a call that is saved. */
  readonly noteRepeat: (seq: number, code: string) => Promise<void>;
  readonly cue: (cue: Saying['tone']) => void;
  /** Keeps half a task over a restart. Synchronous: a scan is kept before the next one comes. */
  readonly draft: Pick<Draft, 'read' | 'write'>;
  /** Keeps the scan that stays for the next calls over a restart. */
  readonly pin: Pick<Draft, 'read' | 'write'>;
  /** Unix ms. */
  readonly now: () => number;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
  /** Keeps a scan that was not taken and that the next one goes past, until a person removes it. Synchronous. */
  readonly notTaken: KeepNotTaken;
  /** A sentence for what went wrong while saving. */
  readonly explain: (error: unknown) => string;
}

const SHOWN_ENTRIES = 30;
/** After so long without a scan the kept one may be of another shelf: it is asked about once. */
const STILL_MS = 15 * 60_000;
/** How exactly the last use is kept: not every scan is worth a write. */
const USE_MS = 60_000;
/** A save takes a few milliseconds; one that takes longer is shown as being saved. */
const DRAWN_WITHIN_MS = 40;
/**
 * Runs a task: each scan fills a step, the last one makes a call and saves it, and the next scan starts anew at once,
 * while the one before is still being written. Scans are taken in order and none waits for another's disk.
 */
export function createTaskRun(ports: TaskRunPorts): TaskRun {
  const { task } = ports;
  const first = task.steps[0];
  if (!first) throw new RangeError(`task ${task.id} has no step`);
  const draft = followed(ports.draft);
  const keptPin = followed(ports.pin);
  const [tell, subscribe] = createListeners();
  whenReadable(ports.codes(), () => undefined); // what the first scan needs is on its way
  let ids = 0;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let saves: Promise<void> = Promise.resolve();
  let pinUse = readUse();
  let view: TaskRunView = {
    ...fill(readFilled(task, draft.read()), readPin()),
    waiting: pinUse.waiting,
    entries: [],
  };

  function readUse(): PinUse {
    return task.keeps === undefined ? { usedAt: 0 } : pinUseIn(keptPin.read());
  }

  function setUse(use: PinUse): void {
    pinUse = use;
    writePin(keptPin, view.pin, use);
    view = { ...view, waiting: use.waiting };
  }

  function readPin(): TaskRunView['pin'] {
    return task.keeps === undefined ? undefined : pinIn(keptPin.read());
  }

  /** What is filled, the kept scan with it. */
  function fill(
    scanned: TaskRunView['filled'],
    pin: TaskRunView['pin'],
  ): Pick<TaskRunView, 'filled' | 'step' | 'steps' | 'pin'> {
    const isAlone = task.steps.every(({ parameter }) => parameter === task.keeps || Object.hasOwn(scanned, parameter));
    const isKept = typeof pin === 'object' && !isAlone; // what was begun before it was kept is ended by a scan
    const filled = isKept ? { ...scanned, [task.keeps ?? '']: pin } : scanned;
    const steps = isKept ? task.steps.filter(({ parameter }) => parameter !== task.keeps) : task.steps;
    return {
      filled,
      steps,
      pin,
      step: steps.find(({ parameter }) => !Object.hasOwn(filled, parameter)) ?? (first as Step),
    };
  }

  function show(part: Partial<TaskRunView>): void {
    clearTimeout(drawing);
    drawing = undefined;
    view = { ...view, ...part };
    tell();
  }

  /** Shows what was scanned with what comes of it, or a moment later: drawing must not stand between a scan and the disk. */
  function showSoon(part: Partial<TaskRunView>): void {
    view = { ...view, ...part };
    drawing ??= setTimeout(() => show({}), DRAWN_WITHIN_MS);
  }

  function say(tone: Saying['tone'], text: string, call?: Saying['call']): void {
    ports.cue(tone);
    show({ notice: { tone, text, ...(call && { call }) } });
  }

  /** Keeps what is filled. @returns how it is shown */
  function setFilled(filled: TaskRunView['filled']): Partial<TaskRunView> {
    const own = Object.fromEntries(Object.entries(filled).filter(([name]) => isScanned(name)));
    draft.write(Object.keys(own).length === 0 ? undefined : JSON.stringify(own));
    return fill(own, view.pin);
  }

  /** Whether a value is scanned for each call. */
  function isScanned(parameter: string): boolean {
    return typeof view.pin !== 'object' || parameter !== task.keeps;
  }

  function setPin(pin: TaskRunView['pin']): void {
    pinUse = { usedAt: ports.now() };
    writePin(keptPin, pin, pinUse);
    const own = Object.fromEntries(Object.entries(view.filled).filter(([name]) => isScanned(name)));
    show({ ...fill(own, pin), waiting: undefined, notice: undefined });
  }

  function changed(id: number, entry: Partial<RunEntry>): Pick<TaskRunView, 'entries'> {
    return { entries: view.entries.map((known) => (known.id === id ? { ...known, ...entry } : known)) };
  }

  /** Writes one entry after the ones before it, so that the queue's order is the order of the scans. */
  function saveInTurn(entry: RunEntry, again: boolean): Promise<void> {
    saves = saves.then(async () => {
      try {
        const queued = await ports.save(entry.call, entry.scans, again);
        ports.cue('saved');
        const what = describe(entry.scans);
        const notice: Saying = { tone: 'saved', text: what, call: { seq: queued.seq, what } };
        showSoon({ ...changed(entry.id, { saving: 'saved', seq: queued.seq }), notice });
      } catch (error) {
        if (error instanceof AlreadyQueued) {
          show(changed(entry.id, { saving: 'asking', seq: error.seq }));
          say('repeat', words.alreadyQueued(describe(entry.scans), error.seq));
          return;
        }
        const problem = ports.explain(error);
        show(changed(entry.id, { saving: 'not-saved', problem }));
        say('wrong', words.notSaved(describe(entry.scans), problem));
      }
    });
    return saves;
  }

  function reread(): void {
    passMisfit();
    pinUse = readUse();
    show({ ...fill(readFilled(task, draft.read()), readPin()), waiting: pinUse.waiting, notice: undefined });
  }

  /** Looks at a scan, unless the kept one was not used for long: then it waits for a person's word. */
  function lookOrAsk(scan: ScanNote): void {
    if (draft.isOvertaken() || keptPin.isOvertaken()) reread(); // a page that was asleep may not have been told yet
    const { pin, waiting } = view;
    if (typeof pin !== 'object') return look(scan);
    const idleMs = scan.at - pinUse.usedAt;
    if (waiting || idleMs > STILL_MS) {
      setUse({ ...pinUse, waiting: [...(waiting ?? []), scan] });
      return say('repeat', words.stillKept(pin.text, scan.text));
    }
    if (idleMs > USE_MS) setUse({ usedAt: scan.at });
    look(scan);
  }

  /** Looks at a scan for the present step: taken, known already, or no such code. */
  function look(scan: ScanNote): void {
    const { step, filled } = view;
    const noun = inWords(step.noun);
    if (scan.source === 'typed' && !ports.allowsTyped()) return say('wrong', words.typedOff(scan.text, noun));
    const judged = judgeCode(ports.codes(), step.parameter, noun, scan);
    const { scan: taken } = judged;
    const earlier = holderOf(task, filled, taken);
    if (earlier) {
      say('repeat', words.alreadyScanned(taken.text, inWords(earlier.noun), noun));
    } else if (judged.sentence === undefined) {
      take(taken);
    } else {
      stopAt(judged);
    }
  }

  function stopAt(misfit: Misfit): void {
    if (view.misfit?.scan.text !== misfit.scan.text) passMisfit();
    view = { ...view, misfit };
    say('wrong', misfit.sentence);
  }

  /** Goes past a misfit that nobody decided about: it is not lost. */
  function passMisfit(): void {
    const { misfit, ...rest } = view;
    if (misfit) ports.notTaken(misfit.scan, misfit.sentence);
    view = rest;
  }

  function take(scan: ScanNote): void {
    const { step, filled } = view;
    passMisfit();
    const now = { ...filled, [step.parameter]: scan };
    const next = task.steps.find(({ parameter }) => !Object.hasOwn(now, parameter));
    if (next) {
      ports.cue('step');
      const notice: Saying = { tone: 'step', text: words.next(inWords(step.noun), scan.text, inWords(next.noun)) };
      showSoon({ ...setFilled(now), notice });
      return;
    }
    const scans = task.steps.map(({ parameter }) => now[parameter] as ScanNote);
    try {
      const call = callOf(task, now, ports.known());
      ids += 1;
      const entry: RunEntry = { id: ids, call, scans, saving: 'saving' };
      const entries = view.entries.filter(
        ({ saving }, index) => saving !== 'asking' && (saving !== 'saved' || index < SHOWN_ENTRIES),
      ); // the next scan goes past the question; what is not saved stays
      for (const passed of view.entries) {
        if (passed.saving !== 'asking') continue;
        ports.notTaken({ text: describe(passed.scans), at: scan.at, isCall: true }, words.leftTwice);
      }
      draft.write(undefined, 'call');
      const pin = view.pin === 'next' ? now[task.keeps ?? ''] : view.pin;
      if (pin !== view.pin) {
        pinUse = { usedAt: scan.at };
        writePin({ write: (text) => keptPin.write(text, 'call') }, pin, pinUse);
      }
      showSoon({ ...fill({}, pin), entries: [entry, ...entries] });
      void saveInTurn(entry, false);
    } catch (error) {
      stopAt({ scan, sentence: ports.explain(error), isRefused: true }); // the steps stay filled: nothing scanned is lost
    }
  }

  /** With the scan of the half that is there, else with the last call's once that is saved. */
  function countRepeat(code: string): void {
    const filled = Object.entries(view.filled).find(([name, scan]) => isScanned(name) && isScanOf(scan, code));
    if (filled) {
      view = { ...view, ...setFilled({ ...view.filled, [filled[0]]: onceMore(filled[1]) }) };
      return;
    }
    const [last] = view.entries;
    if (!last?.scans.some((scan) => isScanOf(scan, code))) return;
    saves = saves.then(async () => {
      const seq = view.entries.find(({ id, saving }) => id === last.id && saving === 'saved')?.seq;
      if (seq !== undefined) await ports.noteRepeat(seq, code).catch(() => undefined); // a scan is never held up by a count
    });
  }

  return {
    accept(scan: ScanNote): void {
      whenReadable(ports.codes(), () => lookOrAsk(scan));
    },

    takeAnyway(): void {
      const { misfit, ...rest } = view;
      if (!misfit || misfit.isRefused) return;
      view = rest;
      take(misfit.scan);
    },

    leaveMisfit(): void {
      show({ notice: undefined, misfit: undefined });
    },

    refuse(text: string): void {
      say('wrong', text);
    },

    ignoreRepeat(text: string): void {
      countRepeat(text);
      say('repeat', words.scannedTwice(text, inWords(view.step.noun)));
    },

    saveAgain(id: number): void {
      const entry = view.entries.find((known) => known.id === id);
      if (!entry || (entry.saving !== 'not-saved' && entry.saving !== 'asking')) return;
      show(changed(id, { saving: 'saving' }));
      void saveInTurn(entry, true);
    },

    leave(id: number): void {
      show({
        notice: undefined,
        entries: view.entries.filter(
          (entry) => entry.id !== id || entry.saving === 'saved' || entry.saving === 'saving',
        ),
      });
    },

    reread,

    keep(scan: ScanNote | 'next'): void {
      const isBegun = view.steps.some(({ parameter }) => Object.hasOwn(view.filled, parameter));
      setPin(isBegun ? 'next' : scan);
    },

    release(): void {
      const { waiting = [] } = view;
      setPin(undefined);
      for (const scan of waiting) look(scan);
    },

    keepOn(): void {
      const { waiting } = view;
      if (!waiting) return;
      setUse({ usedAt: Math.max(pinUse.usedAt, ports.now()) });
      show({ notice: undefined });
      for (const scan of waiting) look(scan);
    },

    dropWaiting(text: string): void {
      const { waiting } = view;
      if (waiting) setUse({ ...pinUse, waiting: waiting.filter((scan) => scan.text !== text) });
      show({});
    },

    back(): void {
      const last = view.steps.filter(({ parameter }) => Object.hasOwn(view.filled, parameter)).at(-1);
      if (!last) return;
      const { [last.parameter]: _dropped, ...rest } = view.filled;
      passMisfit();
      show({ ...setFilled(rest), notice: undefined });
    },

    subscribe,
    view: () => view,
  };
}

/** The call of a filled task. @throws InvalidParameter */
function callOf(task: ScansTask, filled: TaskRunView['filled'], known: Readonly<Record<Known, string>>): Call {
  const scanned = task.steps.map(({ parameter }) => [parameter, filled[parameter]?.text ?? ''] as const);
  const set = Object.entries(task.known).map(([parameter, name]) => [parameter, known[name]] as const);
  return makeCall(task.operation, Object.fromEntries([...scanned, ...set]));
}

function describe(scans: readonly ScanNote[]): string {
  return scans.map(({ text }) => text).join(' → ');
}
