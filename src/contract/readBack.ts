import { type Call, KEY_PARAMETER, makeCall } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { booleanAt, expressionAt, objectAt, operationAt, textAt } from '#contract/json.ts';

/**
 * A read whose answer shows what became of a write. The service pairs none: the site does, by trying it.
 *
 * `doneWhen` and `notDoneWhen` are regular expressions (flag `u`) over the read's result text; `{name}` in them stands
 * for the write's parameter of that name, letter by letter. They decide nothing before `confirmedBy` names somebody who
 * has seen that they are right.
 */
export interface ReadBack {
  /** The write. */
  readonly operation: OperationName;
  readonly read: OperationName;
  /** For each parameter of the read, where its text comes from. */
  readonly parameters: Readonly<Record<string, ReadBackSource>>;
  /** Whether it is also asked just before the write is sent. */
  readonly before: boolean;
  readonly doneWhen?: string;
  readonly notDoneWhen?: string;
  readonly confirmedBy?: string;
}

/** A parameter of the write, the nth scan that was taken for it (from 1), or a text that is always the same. */
export type ReadBackSource = { readonly parameter: string } | { readonly scan: number } | { readonly text: string };

/** What a read-back needs to know of a write. */
export interface WrittenCall extends Call {
  readonly scans: readonly { readonly text: string }[];
}

/** The site's read-back of an operation, or `undefined` where it has none. */
export function readBackOf(readBacks: readonly ReadBack[], operation: OperationName): ReadBack | undefined {
  return readBacks.find((readBack) => readBack.operation === operation);
}

/** The question to ask, or `undefined` where the write does not have what it takes (it was typed, not scanned). */
export function questionOf({ read, parameters }: ReadBack, written: WrittenCall): Call | undefined {
  const texts: Record<string, string> = {};
  for (const [name, source] of Object.entries(parameters)) {
    const text = textFrom(source, written);
    if (text === undefined) return undefined;
    texts[name] = text;
  }
  return makeCall(read, texts);
}

/** What the rules say to an answer; `undefined` where neither matches, or both do. */
export function ruleSays(
  { doneWhen, notDoneWhen }: ReadBack,
  written: WrittenCall,
  answer: string | null,
): 'done' | 'not-done' | undefined {
  const matches = (rule: string | undefined): boolean =>
    rule !== undefined && new RegExp(filled(rule, written), 'u').test(answer ?? '');
  const [isDone, isNotDone] = [matches(doneWhen), matches(notDoneWhen)];
  if (isDone === isNotDone) return undefined;
  return isDone ? 'done' : 'not-done';
}

/**
 * Reads one read-back of a site configuration.
 *
 * @param where - its name in the sentence.
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readReadBack(value: unknown, where: string): ReadBack {
  const rule = objectAt(value, where);
  const path = `${where}.`;
  const operation = operationAt(rule, path, 'operation');
  if (operationOf(operation).effect === 'read') throw new TypeError(`${path}operation: ${operation} is a read.`);
  const read = operationAt(rule, path, 'read');
  if (operationOf(read).effect !== 'read') throw new TypeError(`${path}read: ${read} is not a read.`);
  const sources = Object.entries(objectAt(rule['parameters'], `${path}parameters`));
  const parameters = Object.fromEntries(
    sources.map(([name, source]) => [name, readSource(source, `${path}parameters.${name}`, operation)]),
  );
  for (const [name] of operationOf(read).parameters) {
    if (name !== KEY_PARAMETER && !Object.hasOwn(parameters, name)) {
      throw new TypeError(`${path}parameters.${name}: ${read} needs it, and it is missing.`);
    }
  }
  for (const name of Object.keys(parameters)) {
    if (!operationOf(read).parameters.some(([known]) => known === name && known !== KEY_PARAMETER)) {
      throw new TypeError(`${path}parameters.${name}: ${read} has no such parameter.`);
    }
  }
  return {
    operation,
    read,
    parameters,
    before: booleanAt(rule, path, 'before', false),
    ...(rule['doneWhen'] !== undefined && { doneWhen: expressionOf(rule, path, 'doneWhen') }),
    ...(rule['notDoneWhen'] !== undefined && { notDoneWhen: expressionOf(rule, path, 'notDoneWhen') }),
    ...(rule['confirmedBy'] !== undefined && { confirmedBy: textAt(rule, path, 'confirmedBy') }),
  };
}

function textFrom(source: ReadBackSource, { parameters, scans }: WrittenCall): string | undefined {
  if ('text' in source) return source.text;
  if ('scan' in source) return scans[source.scan - 1]?.text;
  return new Map(parameters).get(source.parameter);
}

function readSource(value: unknown, where: string, operation: OperationName): ReadBackSource {
  const source = objectAt(value, where);
  if (source['text'] !== undefined) return { text: textAt(source, `${where}.`, 'text') };
  if (source['scan'] !== undefined) {
    const { scan } = source;
    if (typeof scan === 'number' && Number.isInteger(scan) && scan > 0) return { scan };
    throw new TypeError(`${where}.scan: expected 1 for the first scan, 2 for the second and so on.`);
  }
  const parameter = textAt(source, `${where}.`, 'parameter');
  if (parameter === KEY_PARAMETER || !operationOf(operation).parameters.some(([name]) => name === parameter)) {
    throw new TypeError(`${where}.parameter: ${operation} has no parameter “${parameter}”.`);
  }
  return { parameter };
}

/** A place for a parameter; a Unicode class such as `\p{Lu}` is none, and is left as it stands. */
const PLACE = /\\[pP]\{[^}]*\}|\{([A-Za-z]\w*)\}/gu;

/** Checked with its places filled: `{name}` alone is no regular expression with the flag `u`. */
function expressionOf(rule: Readonly<Record<string, unknown>>, path: string, name: string): string {
  const source = textAt(rule, path, name);
  expressionAt(
    { [name]: source.replace(PLACE, (place, named?: string) => (named === undefined ? place : 'x')) },
    path,
    name,
  );
  return source;
}

function filled(rule: string, { parameters }: WrittenCall): string {
  const texts = new Map(parameters);
  return rule.replace(PLACE, (place, name?: string) => {
    if (name === undefined) return place;
    const text = texts.get(name);
    return text === undefined ? place.replace(/[{}]/g, '\\$&') : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
}
