import { type Call, makeCall } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { fitsText } from './judging.ts';
import type { Of } from '#contract/schema.ts';
import type { readBack } from '#site/siteSchemaParts.ts';

/**
 * A read whose answer shows what became of a write. The service pairs none: the site does, by trying it. Its two rules
 * decide nothing before `confirmedBy` names somebody who has seen that they are right.
 */
export type ReadBack = Of<typeof readBack>;

export interface WrittenCall extends Call {
  readonly scans: readonly { readonly text: string }[];
}

/** Returns the site's read-back of an operation, or `undefined` where it has none. */
export function readBackOf(readBacks: readonly ReadBack[], operation: OperationName): ReadBack | undefined {
  return readBacks.find((readBack) => readBack.operation === operation);
}

/** Returns the question to ask, or `undefined` where the write does not have what it takes (it was typed, not scanned). */
export function readBackQuestion({ read, parameters }: ReadBack, written: WrittenCall): Call | undefined {
  const texts: Record<string, string> = {};
  for (const [name, source] of Object.entries(parameters)) {
    const text = textFrom(source, written);
    if (text === undefined) return undefined;
    texts[name] = text;
  }
  return makeCall(read, texts);
}

/** Judges the answer of a look-up by its two rules; `undefined` where neither matches, or both do, or one may not be run on it. */
export function ruleSays(
  { doneWhen, notDoneWhen }: ReadBack,
  written: WrittenCall,
  answer: string | null,
): 'done' | 'not-done' | undefined {
  const text = answer ?? '';
  const matches = (rule: string | undefined): boolean | undefined =>
    rule === undefined ? false : fitsText(filled(rule, written), text);
  const [isDone, isNotDone] = [matches(doneWhen), matches(notDoneWhen)];
  if (isDone === isNotDone || isDone === undefined || isNotDone === undefined) return undefined;
  return isDone ? 'done' : 'not-done';
}

function textFrom(source: ReadBack['parameters'][string], { parameters, scans }: WrittenCall): string | undefined {
  if ('text' in source) return source.text;
  if ('scan' in source) return scans[source.scan - 1]?.text;
  return new Map(parameters).get(source.parameter);
}

/** A place for a parameter; a Unicode class such as `\p{Lu}` is none, and is left as it stands. */
export const PLACE = /\\[pP]\{[^{}]*\}|\{([A-Za-z]\w*)\}/gu;

function filled(rule: string, { parameters }: WrittenCall): string {
  const texts = new Map(parameters);
  return rule.replace(PLACE, (place, name?: string) => {
    if (name === undefined) return place;
    const text = texts.get(name);
    return text === undefined ? place.replace(/[{}]/g, '\\$&') : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
}
