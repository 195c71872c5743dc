import { escapeMarkup } from '#contract/entities.ts';
import { encodeForm } from './httpForm.ts';

/** Shorter keys are left alone: hiding one or two characters would destroy answers and protect nothing. */
const SHORTEST_KEY = 6;

/** The text that stands in the place of a key that its reader must not see. */
const ERASED = '‹apiKey›';

/**
 * Returns the four forms in which our own encoders write a key: raw, for XML (with and without its quotes), for JSON, and in
 * percent (of a form and of an address, in capital and in small digits). Each once, the longest first.
 */
export function keyForms(apiKey: string): readonly string[] {
  const form = encodeForm([['', apiKey]]).slice(1);
  const percent = [form, form.replaceAll('+', '%20')];
  const small = percent.map((text) => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()));
  const xml = [escapeMarkup(apiKey), escapeMarkup(apiKey, /[&<>"'\r]/g)];
  const all = new Set([apiKey, ...xml, JSON.stringify(apiKey).slice(1, -1), ...percent, ...small]);
  return [...all].sort((a, b) => b.length - a.length);
}

/** A text that is looked through, letter by letter. */
type Letters = Pick<string, 'length' | 'charCodeAt'>;

/**
 * Finds where a form stands in a text, none over another, and how many letters of its beginning stand at the text's end. Each letter of
 * the text is looked at once, whatever both are. Source: Knuth, Morris, Pratt, "Fast pattern matching in strings".
 */
export function findForm(form: Letters, text: Letters): { readonly places: readonly number[]; readonly begun: number } {
  const shorter = new Uint32Array(form.length); // for each beginning of the form, the longest other one that it ends with
  /** Returns how much of the form's beginning stands at the end, with one letter more. @param begun - without it */
  function follow(begun: number, letter: number): number {
    let same = begun;
    while (same > 0 && form.charCodeAt(same) !== letter) same = shorter[same - 1] ?? 0;
    return form.charCodeAt(same) === letter ? same + 1 : same;
  }
  for (let at = 1; at < form.length; at += 1) shorter[at] = follow(shorter[at - 1] ?? 0, form.charCodeAt(at));
  const places: number[] = [];
  let begun = 0;
  for (let at = 0; at < text.length; at += 1) {
    begun = follow(begun, text.charCodeAt(at));
    if (begun < form.length) continue;
    places.push(at + 1 - form.length);
    begun = 0;
  }
  return { places, begun };
}

/**
 * Returns a text with the key erased in each of its four forms.
 *
 * @param written - how the letters of a form stand in the text, where those of it are others: bytes, one letter for each.
 */
export function eraseKeyFromText(
  text: string,
  apiKey: string,
  mark = ERASED,
  written = (form: string): string => form,
): string {
  if (apiKey.length < SHORTEST_KEY) return text;
  return keyForms(apiKey).reduce((rest, form) => erase(rest, written(form), mark), text);
}

/** The browser's own search is quick where what it looks for is short; of a longer text that repeats itself it looks at each letter thousands of times. */
const LONGEST_SEARCHED = 64;

function erase(text: string, form: string, mark: string): string {
  if (!text.includes(form.slice(0, LONGEST_SEARCHED))) return text; // what nearly all are, seen in a thirtieth of the time
  const { places } = findForm(form, text);
  const ends = places.map((at) => at + form.length);
  return [0, ...ends].map((from, nth) => text.slice(from, places[nth])).join(mark);
}

/** A beginning of a key that is shorter says nothing of it. */
const SHORTEST_BEGINNING = 4;

/** Returns the same for a text that may break off in the middle of the key: a beginning of it at its end goes too. */
export function eraseKeyFromPart(text: string, apiKey: string): string {
  const clean = eraseKeyFromText(text, apiKey);
  if (apiKey.length < SHORTEST_KEY) return clean;
  const begun = Math.max(...keyForms(apiKey).map((form) => findForm(form, clean.slice(1 - form.length)).begun));
  return begun < SHORTEST_BEGINNING ? clean : clean.slice(0, -begun);
}
