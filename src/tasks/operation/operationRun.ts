import type { Call } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { type SiteConfiguration, judge } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { isScanNote, objectIn } from '#tasks/task/draft.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { KeepNotTaken } from '#tasks/intake/notTaken.ts';
import { type FormField, callOfForm, formOf, putIntoJson, takesScan } from './operationForm.ts';
import type { Known } from '#tasks/task/task.ts';
import type { Saying } from '#ui/Said.tsx';
import { objectWords } from '#i18n/en/object.ts';
import { operationWords as words } from '#i18n/en/operation.ts';
import { tasksWords } from '#i18n/en/task.ts';

export interface OperationView {
  readonly texts: Readonly<Record<string, string>>;
  /** The scans that filled fields, by the parameter's name. */
  readonly noted: Readonly<Record<string, ScanNote>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly lookUp: 'none' | 'asking' | LookUp;
  readonly notice?: Saying | undefined;
  /** A call that is asked about before it is saved; `again`: it is in the queue already. */
  readonly asked?: { readonly call: Call; readonly again: boolean } | undefined;
  readonly saved: readonly QueuedCall[];
}

export interface OperationRunPorts {
  readonly operation: OperationName;
  readonly known: () => Readonly<Record<Known, string>>;
  readonly site: () => SiteConfiguration;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  /** @throws AlreadyQueued where an open call has the same content and `again` is false. */
  readonly save: (call: Call, scans: readonly ScanNote[], again: boolean) => Promise<QueuedCall>;
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (call: Call) => Promise<string | undefined>;
  readonly cue: (cue: Saying['tone']) => void;
  readonly draft: { read(): string | undefined; write(text: string | undefined): void };
  readonly notTaken: KeepNotTaken;
  readonly explain: (error: unknown) => string;
}

/** Any operation by its parameters alone: a read is asked live, anything else is saved into the queue. */
export function createOperationRun(ports: OperationRunPorts) {
  const { operation } = ports;
  const fields = formOf(operation, ports.known());
  const initial = Object.fromEntries(fields.map(({ name, initial: text }) => [name, text]));
  const [tell, subscribe] = createListeners();
  let asks = 0;
  let saves: Promise<void> = Promise.resolve();
  let view: OperationView = { ...readDraft(), problems: {}, lookUp: 'none', saved: [] };

  function readDraft(): Pick<OperationView, 'texts' | 'noted'> {
    const { texts, noted } = objectIn(ports.draft.read());
    const keep = <V>(value: unknown, is: (one: unknown) => one is V): Record<string, V> =>
      Object.fromEntries(
        Object.entries<unknown>((value ?? {}) as Record<string, unknown>).filter(
          (entry): entry is [string, V] => Object.hasOwn(initial, entry[0]) && is(entry[1]),
        ),
      );
    return {
      texts: { ...initial, ...keep(texts, (one): one is string => typeof one === 'string') },
      noted: keep(noted, isScanNote),
    };
  }

  function show(change: Partial<OperationView>): void {
    view = { ...view, ...change };
    tell();
  }

  function say(tone: Saying['tone'], text: string, change: Partial<OperationView> = {}, call?: Saying['call']): void {
    ports.cue(tone);
    show({ ...change, notice: { tone, text, ...(call && { call }) } });
  }

  function setTexts(texts: OperationView['texts'], change: Partial<OperationView> = {}): void {
    const isEmpty = fields.every(({ name }) => texts[name] === initial[name]);
    ports.draft.write(isEmpty ? undefined : JSON.stringify({ texts, noted: change.noted ?? view.noted }));
    show({ texts, ...change });
  }

  /** Where a scan goes: the field that has the focus, else the first empty text. */
  function placeFor(scan: ScanNote, focused: string | undefined): readonly [FormField, string] | undefined {
    const own = fields.find(({ name }) => name === focused);
    const isJson = own?.json === 'json' && /^\s*[[{]/.test(scan.text); // pasted, or a code that holds JSON
    if (own && (takesScan(own) || isJson)) return [own, scan.text];
    for (const field of fields) {
      const text = view.texts[field.name] ?? '';
      if (takesScan(field) && text === '') return [field, scan.text];
      const filled = field.json === 'json' ? putIntoJson(text, scan.text) : undefined;
      if (filled !== undefined) return [field, filled];
    }
    return undefined;
  }

  async function ask(call: Call): Promise<void> {
    asks += 1;
    const mine = asks;
    show({ lookUp: 'asking', notice: undefined });
    try {
      const found = await ports.lookUp(call);
      if (mine !== asks) return; // asked anew meanwhile
      const text = found.answer?.text ?? null;
      if (found.fresh && judge(ports.site(), operation, text) === 'refused')
        say('wrong', text ?? '', { lookUp: found });
      else if (found.fresh) show({ lookUp: found });
      else
        say(found.answer ? 'repeat' : 'wrong', objectWords.notAsked(operation, found.reason ?? ''), { lookUp: found });
    } catch (error) {
      const reason = ports.explain(error);
      if (mine === asks) say('wrong', reason, { lookUp: { fresh: false, reason } });
    }
  }

  function save(call: Call, again: boolean, isSure = false): Promise<void> {
    saves = saves.then(async () => {
      try {
        const doubt = isSure ? undefined : await ports.doubt?.(call);
        if (doubt !== undefined) return say('repeat', doubt, { asked: { call, again: false } });
        const queued = await ports.save(call, Object.values(view.noted), again);
        const change = { saved: [queued, ...view.saved], noted: {}, asked: undefined };
        setTexts(initial, change);
        say('saved', words.toBeSent(operation), {}, { seq: queued.seq, what: operation });
      } catch (error) {
        if (error instanceof AlreadyQueued) {
          return say('repeat', tasksWords.alreadyQueued(operation, error.seq), { asked: { call, again: true } });
        }
        say('wrong', tasksWords.notSaved(operation, ports.explain(error)));
      }
    });
    return saves;
  }

  return {
    fields,
    /** @param focused - the parameter whose field has the focus. */
    accept(scan: ScanNote, focused?: string): void {
      const place = placeFor(scan, focused);
      if (!place) {
        ports.notTaken(scan, words.noPlace(scan.text));
        return say('wrong', words.noPlace(scan.text));
      }
      const [{ name }, text] = place;
      const { [name]: _problem, ...problems } = view.problems;
      setTexts({ ...view.texts, [name]: text }, { noted: { ...view.noted, [name]: scan }, problems });
      say('step', objectWords.field(name, scan.text));
    },
    setText(name: string, text: string): void {
      const { [name]: _problem, ...problems } = view.problems;
      const { [name]: _scan, ...noted } = view.noted;
      setTexts({ ...view.texts, [name]: text }, { noted, problems, asked: undefined });
    },
    /**
     * Asks, or saves the call; what is wrong is said under its field.
     *
     * @param asItIs - whether a text that looks like broken JSON goes as it is.
     */
    async run(asItIs = false): Promise<void> {
      const { call, problems } = {
        call: undefined,
        ...callOfForm(operation, fields, view.texts, asItIs, ports.explain),
      };
      if (!call) return say('wrong', Object.values(problems ?? {})[0] ?? '', { problems: problems ?? {} });
      show({ problems: {} });
      await (operationOf(operation).effect === 'read' ? ask(call) : save(call, false));
    },
    /** Saves the call that was asked about. */
    async saveAgain(): Promise<void> {
      if (view.asked) await save(view.asked.call, view.asked.again, true);
    },
    leave(): void {
      show({ asked: undefined, notice: undefined });
    },
    refuse(text: string): void {
      say('wrong', text);
    },
    subscribe,
    view: (): OperationView => view,
  };
}
