import type { Call } from '#contract/call.ts';
import { type SiteConfiguration, fieldOf, judge } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { type QueuedCall, type ScanNote, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { type Misfit, fitsRule, judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import { checkField, optionsOf } from '#tasks/task/fieldCheck.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { KeepNotTaken } from '#tasks/intake/notTaken.ts';
import { type ObjectDraft, isEntered, readObjectDraft, writeObjectDraft } from './objectDraft.ts';
import type { Known, ObjectTask, TaskAction, TaskField } from '#tasks/task/task.ts';
import { callBy, fieldsOf } from '#tasks/task/taskCall.ts';
import type { Looked } from '#tasks/weight/weightCheck.ts';
import type { Saying } from '#ui/Said.tsx';
import { inWords } from '#i18n/language.ts';
import { objectWords as words } from '#i18n/en/object.ts';
import { tasksWords } from '#i18n/en/task.ts';

/** A call that is not saved before the operator has said whether it is wanted. */
interface Asked {
  readonly call: Call;
  /** What it does, in words. */
  readonly what: string;
  /** Whether it is in the queue already, and would be there once more. */
  readonly again: boolean;
  /** Names of the fields that it sends. */
  readonly used: readonly string[];
}

/** The object in hand and what is known of it. */
export interface ObjectView extends ObjectDraft {
  readonly lookUp: 'none' | 'asking' | LookUp;
  /** Whether the service has just refused the look-up: it knows no such object, perhaps. */
  readonly isRefused?: boolean;
  /** Whether what stands there was heard before the last action on the object. */
  readonly isBefore?: boolean;
  /** Key of that action's call, until it has settled. */
  readonly acting?: number | undefined;
  readonly notice?: Saying;
  /** Sentences under their fields. */
  readonly problems: Readonly<Record<string, string>>;
  /** A scan that does not look like what is asked for. */
  readonly misfit?: Misfit;
  readonly asked?: Asked;
  /** Calls saved on this screen, newest first. */
  readonly saved: readonly QueuedCall[];
}

export interface ObjectRunPorts {
  readonly task: ObjectTask;
  readonly known: () => Readonly<Record<Known, string>>;
  readonly site: () => SiteConfiguration;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (call: Call, looked: Looked | undefined) => Promise<string | undefined>;
  /**
   * Saves the call; it is on disk when the promise resolves.
   *
   * @param again - whether an open call with the same content is no reason to ask first.
   * @throws AlreadyQueued where it is one.
   */
  readonly save: (call: Call, scans: readonly ScanNote[], again: boolean) => Promise<QueuedCall>;
  readonly cue: (cue: Saying['tone']) => void;
  /** Keeps the object and what was entered over a restart. */
  readonly draft: { read(): string | undefined; write(text: string | undefined): void };
  /** Keeps a scan that was not taken and that the next one goes past, until a person removes it. Synchronous. */
  readonly notTaken: KeepNotTaken;
  readonly explain: (error: unknown) => string;
}

export type ObjectRun = ReturnType<typeof createObjectRun>;

/** A task about one object: scan it, see what the service says, fill the fields, choose what is done. */
export function createObjectRun(ports: ObjectRunPorts) {
  const { task } = ports;
  const { subject } = task;
  const [tell, subscribe] = createListeners();
  whenReadable(ports.site().codes, () => undefined); // what the first scan needs is on its way
  let view: ObjectView = {
    lookUp: 'none',
    problems: {},
    saved: [],
    ...readObjectDraft(task, ports.draft.read()),
  };
  const stillAsked = otherAsked();
  if (stillAsked !== undefined) view = { ...view, notice: { tone: 'repeat', text: stillAsked } };
  let asks = 0;
  let saves: Promise<void> = Promise.resolve();

  function show(next: ObjectView): void {
    view = next;
    tell();
  }

  function say(tone: Saying['tone'], text: string, change: Partial<ObjectView> = {}): void {
    ports.cue(tone);
    show({ ...view, ...change, notice: { tone, text } });
  }

  /** The question which of two objects goes on, where it stands. */
  function otherAsked(): string | undefined {
    const { scan, waitingScan } = view;
    return scan && waitingScan && words.other(waitingScan.text, scan.text);
  }

  function writeDraft(): void {
    ports.draft.write(writeObjectDraft(task, view));
  }

  /** What the site's rules find in an answer; what was entered by hand stays. */
  function foundIn(text: string | null): Pick<ObjectView, 'fields' | 'found'> {
    const { operation } = task.lookUp ?? {};
    const found = task.fields.flatMap(({ name, found: asName }) => {
      const isByHand = (view.fields[name] ?? '') !== '' && !view.found.includes(name);
      const value = operation && asName !== undefined && fieldOf(ports.site(), operation, asName, text);
      return value === undefined || value === false || isByHand ? [] : [[name, value] as const];
    });
    return {
      fields: { ...view.fields, ...Object.fromEntries(found) },
      found: [...new Set([...view.found, ...found.map(([name]) => name)])],
    };
  }

  /** @param isQuiet - whether nobody asked: what comes of it is shown, and not said over what the band says. */
  async function ask(scan: ScanNote, isQuiet: boolean): Promise<void> {
    if (!task.lookUp) return;
    asks += 1;
    const mine = asks;
    const isAfter = view.acting === undefined;
    const { operation } = task.lookUp;
    const values = { scan: scan.text, fields: view.fields, known: ports.known() };
    const found = await ports.lookUp(callBy(task.lookUp, values));
    if (mine !== asks) return; // another object is in hand by now
    const text = found.answer?.text ?? null;
    if (isQuiet && !found.fresh) return; // the old answer stays, and says that it is one
    const isSure = found.fresh && isAfter && view.acting === undefined;
    const isRefused = found.fresh && judge(ports.site(), operation, text) === 'refused';
    const change = { lookUp: found, ...foundIn(text), isRefused, isBefore: view.isBefore === true && !isSure };
    if (view.waitingScan || isQuiet) show({ ...view, ...change }); // a question stands: it is not talked over
    else if (isRefused) say('wrong', text ?? '', change);
    else if (found.fresh) show({ ...view, ...change });
    else say(found.answer ? 'repeat' : 'wrong', words.notAsked(scan.text, found.reason ?? ''), change);
    writeDraft();
  }

  function askNow(scan: ScanNote): void {
    if (!task.lookUp) return;
    show({ ...view, lookUp: 'asking' });
    ask(scan, false).catch((error: unknown) => {
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

  /** Goes past an object that waits, where it is another one. */
  function passWaiting({ text }: ScanNote): void {
    const { waitingScan } = view;
    if (waitingScan && waitingScan.text !== text) {
      ports.notTaken(waitingScan, words.other(waitingScan.text, view.scan?.text ?? ''));
    }
  }

  /** Goes past a call that was asked about: it was not saved, and that is said. */
  function passAsked({ at }: ScanNote): void {
    if (!view.asked) return;
    const { what, again } = view.asked;
    ports.notTaken({ text: what, at, isCall: true }, again ? tasksWords.leftTwice : tasksWords.leftQuestion);
  }

  function take(scan: ScanNote): void {
    passWaiting(scan);
    passAsked(scan);
    const staying = task.fields.flatMap(({ name, stays }) => (stays ? [[name, view.fields[name] ?? ''] as const] : []));
    show({
      lookUp: 'none',
      problems: {},
      scan,
      fields: Object.fromEntries(staying),
      found: [],
      noted: {},
      saved: view.saved, // the calls of the object before stay in sight until they are answered
    });
    writeDraft();
    say('step', words.scanned(inWords(subject.noun), scan.text));
    askNow(scan);
  }

  function takeOrAsk(scan: ScanNote): void {
    if (view.scan && view.scan.text !== scan.text && isEntered(task, view)) {
      passWaiting(scan);
      view = { ...view, waitingScan: scan };
      writeDraft(); // a question that nobody has answered is asked again after a restart
      say('repeat', otherAsked() ?? '');
    } else if (view.scan?.text === scan.text && isEntered(task, view)) {
      passWaiting(scan); // the one in hand once more: it goes on, and what was entered for it stays
      const { waitingScan: _waiting, ...rest } = view;
      view = rest;
      writeDraft();
      say('step', words.scanned(inWords(subject.noun), scan.text));
      askNow(scan);
    } else {
      take(scan);
    }
  }

  /** The field that the next scan fills, where the object is in hand and the scan is not of another object. */
  function fieldFor(scan: ScanNote): TaskField | undefined {
    const field = nextField(task, view);
    if (!field || view.waitingScan || scan.text === view.scan?.text) return undefined;
    const { codes } = ports.site();
    const fitsField = field.parameter !== undefined && fitsRule(codes, field.parameter, scan);
    return fitsRule(codes, subject.parameter, scan) && !fitsField ? undefined : field;
  }

  function fillField({ name, label }: TaskField, scan: ScanNote): void {
    const noted = { ...view.noted, [name]: scan };
    const { [name]: _problem, ...problems } = view.problems;
    say('step', words.field(inWords(label), scan.text), {
      fields: { ...view.fields, [name]: scan.text },
      noted,
      problems,
    });
    writeDraft();
  }

  /** What the service last said of the object in hand. */
  function looked(): Looked | undefined {
    const { lookUp } = view;
    const answer = typeof lookUp === 'string' ? undefined : lookUp.answer;
    return task.lookUp && answer && { operation: task.lookUp.operation, text: answer.text };
  }

  /**
   * What an action sends in place of the object was entered by hand, and the service has refused the object itself, or has
   * named something else for it: it may be another object's.
   */
  function enteredFor({ used }: Asked): string | undefined {
    const field = task.fields.find(({ name, found }) => found && used.includes(name) && !view.found.includes(name));
    if (!field) return undefined;
    const about = [view.scan?.text ?? '', inWords(field.label), view.fields[field.name] ?? ''] as const;
    if (view.isRefused) return words.byHand(...about);
    const answer = looked();
    const named = answer && fieldOf(ports.site(), answer.operation, field.found ?? '', answer.text);
    return !named || named === about[2].trim() ? undefined : words.notNamed(...about, named);
  }

  /** Saves after what is being saved, so that a second tap finds the first one's call in the queue. */
  function save(wanted: Asked, isSure = false): Promise<void> {
    const scans = view.scan ? [view.scan, ...Object.values(view.noted)] : [];
    saves = saves.then(async () => {
      try {
        // All of it in one question: a yes to the one is none to the other.
        const doubts = isSure ? [] : [enteredFor(wanted), await ports.doubt?.(wanted.call, looked())];
        const doubt = doubts.filter((sentence) => sentence !== undefined).join(' ');
        if (doubt !== '') return say('repeat', doubt, { asked: wanted });
        const queued = await ports.save(wanted.call, scans, wanted.again);
        const { asked: _asked, ...rest } = view;
        view = rest;
        const isInHand = view.scan?.text === scans[0]?.text; // else what stands there is another object's
        ports.cue('saved');
        show({
          ...view,
          ...(isInHand && {
            saved: [queued, ...view.saved],
            acting: queued.seq,
            isBefore: view.lookUp !== 'none',
            isDone: true,
            ...cleared(task, view, wanted.used),
          }),
          notice: {
            tone: 'saved',
            text: words.toBeSent(wanted.what),
            call: { seq: queued.seq, what: wanted.what },
          },
        });
        writeDraft();
      } catch (error) {
        if (error instanceof AlreadyQueued) {
          const asked = { ...wanted, again: true };
          return say('repeat', tasksWords.alreadyQueued(wanted.what, error.seq), { asked });
        }
        say('wrong', tasksWords.notSaved(wanted.what, ports.explain(error)));
      }
    });
    return saves;
  }

  return {
    /** Something was scanned: the object, or the field that takes scans. What is unsaved is asked about first. */
    accept(scan: ScanNote): void {
      const noun = inWords(subject.noun);
      if (scan.source === 'typed' && !ports.allowsTyped()) {
        return say('wrong', tasksWords.typedOff(scan.text, noun));
      }
      const { codes } = ports.site();
      whenReadable(codes, () => {
        const field = fieldFor(scan);
        const judged = field
          ? judgeCode(codes, field.parameter ?? '', inWords(field.noun ?? field.label), scan)
          : judgeCode(codes, subject.parameter, noun, scan);
        if (view.misfit?.scan.text !== judged.scan.text || judged.sentence === undefined) passMisfit();
        if (judged.sentence !== undefined) say('wrong', judged.sentence, { misfit: judged });
        else if (field) fillField(field, judged.scan);
        else takeOrAsk(judged.scan);
      });
    },
    /** Takes the scan that does not look right, where the site leaves that to the operator. */
    takeAnyway(): void {
      const { misfit, ...rest } = view;
      if (!misfit || misfit.isRefused) return;
      view = rest;
      const field = fieldFor(misfit.scan);
      if (field) fillField(field, misfit.scan);
      else takeOrAsk(misfit.scan);
    },
    /** Leaves what was entered and takes the object that waits. */
    takeWaiting(): void {
      if (view.waitingScan) take(view.waitingScan);
    },
    /** Stays with the object in hand; also the answer to a call that is asked about, and to a misfit. */
    stay(): void {
      const { misfit, notice: _notice, ...beneath } = view;
      const { waitingScan: _waiting, asked: _asked, ...rest } = beneath;
      show(misfit ? beneath : rest); // the question beneath it has not been answered
      writeDraft();
    },
    setField(name: string, text: string): void {
      const { [name]: _problem, ...problems } = view.problems;
      const { [name]: _scan, ...noted } = view.noted;
      const found = view.found.filter((known) => known !== name);
      show({ ...view, isDone: false, fields: { ...view.fields, [name]: text }, found, noted, problems });
      writeDraft();
    },
    /** Asks the service about the object in hand once more. */
    lookAgain(): void {
      if (view.scan) askNow(view.scan);
    },
    /** A call of this screen has settled: the last action's object is another one now, so the service is asked again. */
    settled(seq: number): void {
      const { scan } = view;
      if (view.acting !== seq || !scan) return;
      view = { ...view, acting: undefined };
      ask(scan, true).catch(() => undefined); // the old answer stays, and says that it is one
    },
    /**
     * Saves the call of an action; what is wrong is said under its field and nothing is saved. While it is asked which of
     * two objects goes on, that is asked again.
     */
    async act(action: TaskAction): Promise<void> {
      const question = otherAsked();
      if (question !== undefined) return say('repeat', question);
      const names = fieldsOf(action);
      const used = task.fields.filter(({ name }) => names.includes(name));
      const checked = used.map((field) => ({
        field,
        ...checkField(field, view.fields[field.name] ?? '', ports.explain),
      }));
      const wrong = checked.flatMap(({ field, problem }) =>
        problem === undefined ? [] : [[field.name, problem] as const],
      );
      if (wrong.length > 0) {
        return say('wrong', wrong[0]?.[1] ?? '', { problems: Object.fromEntries(wrong) });
      }
      const texts = checked.map(({ field, ...rest }) => [field, 'text' in rest ? rest.text : ''] as const);
      const fields = Object.fromEntries(texts.map(([{ name }, text]) => [name, text]));
      const options = new Map(optionsOf(ports.site()));
      const values = texts.flatMap(([{ found, input }, text]) => {
        return found === undefined ? [input === 'choice' ? (options.get(text) ?? text) : text] : [];
      });
      try {
        const call = callBy(action, { scan: view.scan?.text ?? '', fields, known: ports.known() });
        const what = words.does(inWords(action.title), view.scan?.text ?? '', values);
        await save({ call, what, again: false, used: names });
      } catch (error) {
        say('wrong', ports.explain(error)); // a value of the settings
      }
    },
    /** Saves the call that was asked about. */
    async saveAgain(): Promise<void> {
      if (view.asked) await save(view.asked, true);
    },
    refuse(text: string): void {
      say('wrong', text);
    },
    /** A repeat that the guard held back: it is kept with the scan that it repeats. */
    ignoreRepeat(text: string): void {
      const counted = (scan: ScanNote): ScanNote => (isScanOf(scan, text) ? onceMore(scan) : scan);
      const noted = Object.fromEntries(Object.entries(view.noted).map(([name, scan]) => [name, counted(scan)]));
      view = { ...view, ...(view.scan && { scan: counted(view.scan) }), noted };
      writeDraft();
      say('repeat', tasksWords.scannedTwice(text, wantedNoun(task, view)));
    },
    subscribe,
    view: (): ObjectView => view,
  };
}

/** The empty field that takes a scan, once the object is in hand. */
function nextField({ fields }: Pick<ObjectTask, 'fields'>, view: ObjectDraft): TaskField | undefined {
  if (!view.scan || view.isDone) return undefined;
  return fields.find(({ input, name }) => input === 'scan' && (view.fields[name] ?? '') === '');
}

/** What the next scan is asked for. */
export function wantedNoun(task: ObjectTask, view: ObjectDraft): string {
  const field = nextField(task, view);
  return inWords(field ? (field.noun ?? field.label) : task.subject.noun);
}

/** What is left of the fields after a call was saved: what the service named, what stays, and what the call did not send. */
function cleared(
  { fields }: ObjectTask,
  view: ObjectView,
  used: readonly string[],
): Pick<ObjectView, 'fields' | 'noted' | 'problems'> {
  const left = fields.filter(({ name, found, stays }) => found || stays || !used.includes(name));
  const kept = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(left.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return { fields: kept(view.fields), noted: kept(view.noted), problems: {} };
}
