import type { OperationName } from '#contract/catalogue.ts';
import type { Drawing } from '#ui/icons.ts';

/** An operator's job as data. What a new one looks like: the lists in `tasks.ts`, where each is one entry. */
export type Task = ScansTask | ObjectTask | PrintTask;

/** A message of the catalogue, in the language that is spoken when it is read. */
export type Text = () => string;

interface TaskFace {
  readonly id: string;
  readonly path: string;
  readonly icon: Drawing;
  readonly title: Text;
  readonly hint: Text;
}

export interface Step {
  /** The wire name of the parameter it fills: by it the site says what such a code looks like (`site.codes`). */
  readonly parameter: string;
  readonly noun: Text;
}

/** Values that the handheld knows and nobody scans. */
export type KnownParameter = 'userId' | 'warehouseId';

/** Scan the steps, and the last one makes the call. */
export interface ScansTask extends TaskFace {
  readonly kind: 'scans';
  readonly operation: OperationName;
  readonly steps: readonly Step[];
  readonly known: Readonly<Record<string, KnownParameter>>;
  /** The step whose scan may be kept for the calls that follow: then they are made by the other steps alone. */
  readonly keeps?: string;
}

/** Scan an object, see what the service says of it, fill the fields, choose what is done; or only see, without either. */
export interface ObjectTask extends TaskFace {
  readonly kind: 'object';
  readonly subject: Step;
  readonly lookUp?: Use;
  readonly fields: readonly TaskField[];
  readonly actions: readonly TaskAction[];
  readonly see?: readonly string[];
  /** The button that asks without a code, where the service then tells of all. */
  readonly all?: Text;
}

/** Each scan is a label; a repeat is a second one, so it is never made by itself. */
export interface PrintTask extends TaskFace {
  readonly kind: 'print';
  readonly subject: Step;
  readonly fields: readonly TaskField[];
  readonly print: Use;
}

/** An operation and where each of its parameters comes from, the access key left out. */
export interface Use {
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, Source>>;
}

/** The scanned object, a field, a value of the settings, a fixed value, or a JSON text made of such. */
export type Source =
  | 'scan'
  | { readonly field: string }
  | { readonly known: KnownParameter }
  | { readonly json: Readonly<Record<string, Source | boolean>> };

export interface TaskField {
  readonly name: string;
  readonly caption: Text;
  readonly hint?: () => string | undefined;
  /** `scan`: the next scan fills it, and it may be typed; into no other field a scan ever goes. `choice`: a unit of weight. */
  readonly input: 'scan' | 'text' | 'int' | 'decimal' | 'choice';
  /** For `scan`: what the operator calls it inside a sentence. */
  readonly noun?: () => string | undefined;
  /** For `scan`: the parameter by which the site says what such a code looks like. */
  readonly parameter?: string;
  readonly optional?: true;
  readonly positive?: true;
  /** The name by which the site's `fieldRules` find it in the answer to the look-up. */
  readonly found?: string;
  /** The same for what the service has stored of it: the field begins with that, as an empty one erases it. */
  readonly stored?: string;
  /**
   * The name by which `fieldRules` find in the answer to the look-up what the field's value takes the place of; of a weight without
   * a look-up it is the one that this handheld saved last.
   */
  readonly replaces?: string;
  readonly stays?: true;
}

export interface TaskAction extends Use {
  readonly title: Text;
  /** The same before the object's code: “Complete”, of “Complete BAG-2003”. */
  readonly verb: Text;
  readonly icon: Drawing;
  /** Says when it is the right one: a line over its button. */
  readonly hint?: () => string | undefined;
}

/** Every operation that a task may ask for or call. */
export function operationsOf(task: Task): readonly OperationName[] {
  switch (task.kind) {
    case 'scans':
      return [task.operation];
    case 'object':
      return [...(task.lookUp ? [task.lookUp.operation] : []), ...task.actions.map(({ operation }) => operation)];
    case 'print':
      return [task.print.operation];
  }
}

/** Returns the step that a task begins with: a code scanned at home is taken to the tasks whose first step it fits. */
export function firstStepOf(task: Task): Step | undefined {
  return task.kind === 'scans' ? task.steps[0] : task.subject;
}
