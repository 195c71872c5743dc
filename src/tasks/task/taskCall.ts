import { type Call, makeCall } from '#contract/call.ts';
import type { KnownParameter, Source, Use } from './task.ts';

export interface Values {
  readonly scan: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly known: Readonly<Record<KnownParameter, string>>;
}

/** The call of a task's operation. A field that is not there is an empty text. @throws InvalidParameter */
export function callBy({ operation, parameters }: Use, values: Values): Call {
  const texts = Object.entries(parameters).map(([name, source]) => [name, textOf(source, values)] as const);
  return makeCall(operation, Object.fromEntries(texts));
}

export function fieldsOf({ parameters }: Use): readonly string[] {
  return Object.values(parameters).flatMap(namesIn);
}

function textOf(source: Source, values: Values): string {
  if (source === 'scan') return values.scan;
  if ('field' in source) return values.fields[source.field] ?? '';
  if ('known' in source) return values.known[source.known];
  const members = Object.entries(source.json).map(([name, member]) => {
    return [name, typeof member === 'boolean' ? member : textOf(member, values)] as const;
  });
  return JSON.stringify(Object.fromEntries(members));
}

function namesIn(source: Source | boolean): readonly string[] {
  if (typeof source === 'boolean' || source === 'scan' || 'known' in source) return [];
  return 'field' in source ? [source.field] : Object.values(source.json).flatMap(namesIn);
}
