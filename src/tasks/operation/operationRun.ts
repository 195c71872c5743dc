import type { Call } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, isText, membersOf, objectIn } from '#tasks/task/draft.ts';
import { createFlow } from '#tasks/intake/flowRunner.ts';
import { createPullTaker } from '#tasks/intake/pullTaker.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { type SavingState, refusalOf, sayAnswer, saveAsked, saveEnded, saveSurely } from '#tasks/intake/savingFlow.ts';
import {
  type Doubt,
  type Facts,
  type ReadOutcome,
  type SaveOutcome,
  type Step,
  type Wanted,
  chain,
  refuse,
  say,
} from '#tasks/intake/taskFlow.ts';
import { type FormField, callOfForm, formOf, putIntoJson, takesScan } from './operationForm.ts';
import { weightParameter } from '#tasks/weight/weightOf.ts';
import { objectWords } from '#i18n/words/object.ts';
import { operationWords } from '#i18n/words/operation.ts';

export interface OperationView extends SavingState {
  readonly texts: Readonly<Record<string, string>>;
  readonly noted: Readonly<Record<string, ScanNote>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly lookUp: 'none' | 'loading' | LookUp;
}

interface Form {
  readonly operation: OperationName;
  readonly fields: readonly FormField[];
}

export interface OperationRunPorts extends RunPorts {
  readonly doubt?: (call: Call) => Promise<Doubt | undefined>;
}

type OperationStep = Step<OperationView, Call>;

export type OperationRun = ReturnType<typeof createOperationRun>;

/** Any operation by its parameters alone: a read is asked live, anything else is saved into the queue. */
export function createOperationRun(operation: OperationName, { doubt, ...ports }: OperationRunPorts) {
  const fields = formOf(operation, ports.known());
  const form: Form = { operation, fields };
  const flow = createFlow<Form, OperationView, Call>(
    {
      task: form,
      start: { ...readDraft(form, ports.draft.read()), problems: {}, lookUp: 'none', saved: [] },
      saveEnded: ended,
      answered,
      keeps: [
        {
          draft: ports.draft,
          text: ({ texts, noted }) => (isEmpty(form, texts) ? undefined : JSON.stringify({ texts, noted })),
        },
      ],
      ask: ports.lookUp,
      ...(doubt && { doubt: ({ call }) => doubt(call) }),
    },
    ports,
  );
  const on = flow.on({ accept, setText, run, saveAgain, saveMeant, leave, refuse });
  return {
    ...flow,
    ...on,
    fields,
    accept: flow.ofScan(on.accept),
    split: createPullTaker({ ...flow, ...on }, ports),
  };
}

function initialOf({ fields }: Form): OperationView['texts'] {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

function isEmpty({ fields }: Form, texts: OperationView['texts']): boolean {
  return fields.every(({ name, initial }) => texts[name] === initial);
}

function readDraft(form: Form, kept: string | undefined): Pick<OperationView, 'texts' | 'noted'> {
  const initial = initialOf(form);
  const { texts, noted } = objectIn(kept);
  const names = Object.keys(initial);
  return { texts: { ...initial, ...membersOf(texts, names, isText) }, noted: membersOf(noted, names, isScanNote) };
}

function accept(view: OperationView, { task }: Facts<Form>, scan: ScanNote, focused?: string): OperationStep {
  const place = placeFor(view, task, scan, focused);
  if (!place) {
    const reason = operationWords().noPlace({ text: scan.text });
    return chain<OperationView>([view, [['notTaken', scan, reason]]], () => say(view, 'wrong', reason));
  }
  const [{ name }, text] = place;
  const noted = { ...view.noted, [name]: scan };
  return chain<OperationView>([{ ...withText(view, name, text), noted }, [['taken', scan]]], (now) =>
    say(now, 'step', objectWords().field({ label: name, text: scan.text })),
  );
}

function placeFor(
  view: OperationView,
  { fields }: Form,
  scan: ScanNote,
  focused: string | undefined,
): readonly [FormField, string] | undefined {
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

function withText(view: OperationView, name: string, text: string): OperationView {
  const { [name]: _problem, ...problems } = view.problems;
  return { ...view, texts: { ...view.texts, [name]: text }, problems };
}

function setText(view: OperationView, _facts: unknown, name: string, text: string): OperationStep {
  const { [name]: _scan, ...noted } = view.noted;
  return [{ ...withText(view, name, text), noted, needsConfirmation: undefined }, []];
}

/** Asks, or saves the call. @param asItIs - whether a text that looks like broken JSON goes as it is */
function run(view: OperationView, { task }: Facts<Form>, asItIs = false): OperationStep {
  const { operation, fields } = task;
  const { call, problems } = callOfForm(operation, fields, view.texts, asItIs);
  if (!call) return say({ ...view, problems }, 'wrong', Object.values(problems)[0] ?? '');
  const now = { ...view, problems };
  if (operationOf(operation).effect === 'read') {
    return [{ ...now, lookUp: 'loading', notice: undefined }, [['ask', call]]];
  }
  return [now, [['save', { call, scans: Object.values(view.noted), what: operation, again: false }]]];
}

function answered(view: OperationView, facts: Facts<Form>, { operation }: Call, found: ReadOutcome): OperationStep {
  return sayAnswer({ ...view, lookUp: found }, found, refusalOf(facts, operation, found), operation);
}

function saveAgain(view: OperationView): OperationStep {
  return saveAsked(view, Object.values(view.noted));
}

/** Saves the weight that was meant in the place of the one that is asked about. */
function saveMeant(view: OperationView, facts: Facts<Form>): OperationStep {
  const { needsConfirmation: asked } = view;
  const name = weightParameter(facts.task.operation);
  if (!asked?.meant || name === undefined) return [view, []];
  return saveSurely(run(withText(view, name, asked.meant.text), facts), asked.again);
}

function ended(view: OperationView, { task }: Facts<Form>, wanted: Wanted, outcome: SaveOutcome): OperationStep {
  return saveEnded(view, wanted, outcome, (now, seq) => ({
    ...now,
    texts: initialOf(task),
    noted: {},
    saved: [seq, ...now.saved],
  }));
}

function leave(view: OperationView): OperationStep {
  return [{ ...view, needsConfirmation: undefined, notice: undefined }, []];
}
