import { attempt } from '#contract/attempt.ts';

/** What a text says as JSON; `undefined` where it is none. @param revive - as `JSON.parse` takes it. */
export function jsonIn(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  return attempt(() => JSON.parse(text, revive) as unknown);
}

/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at the end of a way through a JSON value, by names and places; `undefined` where nothing does. */
export function valueAt(json: unknown, way: readonly string[]): unknown {
  let value = json;
  for (const name of way) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(name);
  }
  return value;
}
