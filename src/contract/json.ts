import { attempt } from '#contract/attempt.ts';

/** The deepest that a stranger's document is read, JSON or XML: whoever walks through it later may do so by recursion. */
export const MOST_DEEP = 100;
/** Values that are read of one, at most: what a list of a few thousand entries has. */
export const MOST_VALUES = 100_000;

type Reviver = Parameters<typeof JSON.parse>[1];

/**
 * Parses a stranger's text as JSON. All that others wrote is read by it: what is deeper or larger than anybody here walks
 * through is no JSON, nor is a number that is larger than any.
 *
 * @param revive - as `JSON.parse` takes it.
 * @throws SyntaxError with one sentence.
 */
export function parseJson(text: string, revive?: Reviver, mostValues = MOST_VALUES): unknown {
  const { depth, values } = jsonSizeOf(text);
  if (depth > MOST_DEEP) throw new SyntaxError(`nested deeper than ${MOST_DEEP}`);
  if (values > mostValues) throw new SyntaxError(`more than ${mostValues} values`);
  const value: unknown = JSON.parse(text, revive);
  if (hasEndless(value)) throw new SyntaxError('a number that is too large');
  return value;
}

/** Tells whether a number is in it such as `1e999`: it is read as infinite, and no bound that it is compared with holds then. */
function hasEndless(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasEndless);
}

/** Parses the same; `undefined` where it is no JSON. */
export function jsonIn(text: string, revive?: Reviver): unknown {
  return attempt(() => parseJson(text, revive));
}

/** Tells whether a text begins as JSON does and is deeper or larger than is read: nobody knows what it says. */
export function isBeyondReading(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  const { depth, values } = jsonSizeOf(text);
  return depth > MOST_DEEP || values > MOST_VALUES;
}

/** Reads the JSON of a reply: what answers in the place of the one that was asked is a stranger. @throws SyntaxError */
export async function jsonOfReply(reply: { text(): Promise<string> }): Promise<unknown> {
  return parseJson(await reply.text());
}

/** Returns how deep a text of JSON goes, and how many values it has at most: an empty list is counted twice. Of any other text they say nothing. */
export function jsonSizeOf(text: string): { readonly depth: number; readonly values: number } {
  let [open, depth, values] = [0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a text, up to its end
        for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
          if (text.charCodeAt(at) === 0x5c) at += 1;
        break;
      case 0x5b:
      case 0x7b:
        open += 1;
        depth = Math.max(depth, open);
        values += 1;
        break;
      case 0x5d:
      case 0x7d:
        open -= 1;
        break;
      case 0x2c:
        values += 1;
        break;
    }
  }
  return { depth, values };
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
    const branch = value as Readonly<Record<string, unknown>>;
    value = Object.prototype.propertyIsEnumerable.call(branch, name) ? branch[name] : undefined;
  }
  return value;
}
