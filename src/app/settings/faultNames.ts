import { words } from '#i18n/words.ts';

/** Kinds that are one and the same, by the name that stands for both. */
const SAME: Readonly<Record<string, string>> = {
  'html-200-after': 'html-200',
  'throw-after': 'error-500',
  'status-503-before': 'refuse-503',
  'empty-200': 'empty-200-after',
  'error-500-before': 'throw-before',
};

/** What the stand-in can be told to do wrong, in words: the usual first, each once, in the order it names them. */
export function faultOptions(kinds: readonly string[]): readonly (readonly [kind: string, name: string])[] {
  const usual = Object.keys(words('site').kinds).filter((kind) => kinds.includes(kind));
  return [...new Set([...usual, ...kinds.map(asOne)])].map((kind) => [kind, nameOfFault(kind)]);
}

/** A kind in words; one that is not known here, of a newer gateway, by its own name. */
export function nameOfFault(given: string): string {
  const kind = asOne(given);
  const [, base = kind, when] = /^(.*)-(before|after)$/.exec(kind) ?? [];
  const known = new Map(Object.entries({ ...words('site').otherKinds, ...words('site').kinds }));
  const whole = known.get(kind);
  if (whole !== undefined) return whole;
  const [, status] = /^status-(\d+)$/.exec(base) ?? [];
  const what = status === undefined ? known.get(base) : `HTTP ${status}`;
  if (what === undefined) return kind;
  return when === 'before' ? words('site').notRun({ kind: what }) : words('site').ran({ kind: what });
}

function asOne(kind: string): string {
  return SAME[kind] ?? kind;
}
