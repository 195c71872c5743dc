import { attempt } from '#contract/attempt.ts';

/** Parses a text as JSON; `undefined` where it is none. @param revive - as `JSON.parse` takes it. */
export function jsonIn(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  return attempt(() => JSON.parse(text, revive) as unknown);
}

/** Tells whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns all that stands at the ends of a way on which `*` is every entry of a list; empty where nothing does. */
export function valuesAt(json: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return [json];
  if (name === '*') return Array.isArray(json) ? json.flatMap((entry) => valuesAt(entry, rest)) : [];
  const next = valueAt(json, [name]);
  return next === undefined ? [] : valuesAt(next, rest);
}

/** Returns what stands at the end of a way through a JSON value, by names and places; `undefined` where nothing does. */
export function valueAt(json: unknown, way: readonly string[]): unknown {
  let value = json;
  for (const name of way) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(name);
  }
  return value;
}
