import data, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import { type Floor, floorOfAll, isOldEnough } from './floor.ts';

/** A browser without it loses no more than a nicety: each with what it shows instead. */
export const graceful: Readonly<Record<string, string>> = {
  'text-size-adjust': 'Safari takes it under its prefix, which stands beside it',
  'overscroll-behavior': 'Safari 16: the page bounces at its end',
  'overscroll-behavior: none': 'the same',
  'overscroll-behavior: contain': 'the same',
  'print-color-adjust: exact': 'the build writes the prefix that Chrome wants',
  ':-moz-progress-bar': 'Firefox alone; Chrome colours the bar by a part of its own beside it',
  '-webkit-tap-highlight-color': 'Chrome alone marks what is tapped',
  'forced-color-adjust': 'before Chrome 89 no colours are forced, Safari forces none',
  'forced-color-adjust: none': 'the same',
  '-webkit-touch-callout': 'Safari alone opens a menu for a press that is held',
  '@media (prefers-contrast)': 'Chrome 96: high contrast is chosen in Settings',
};

/** Units that no browser before Chrome 93 knows, by MDN. */
const youngUnit =
  /(?<![\w-])-?[\d.]+(?:[sdl]v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|rlh|rcap|rch|rex|ric|cap|ic|lh)\b/;

/** A rule with what stands in it, or a declaration. */
type Item = string | { readonly head: string; readonly items: Item[] };

/**
 * Returns what a style sheet asks for that the oldest browsers served lack, by MDN's compatibility data: selectors, at-rules and
 * their media features, properties, keywords, functions, units. What stands in `@supports` has asked by itself.
 */
export function youngIn(css: string, oldest: Floor = floorOfAll): string[] {
  const lacks = (statement: CompatStatement): boolean => !isOldEnough(statement, oldest);
  const within = (items: readonly Item[], isNested: boolean): string[] =>
    items.flatMap((item) => {
      if (typeof item !== 'string' && item.head.startsWith('@supports')) return [];
      const inside = typeof item === 'string' ? [] : within(item.items, isNested || !item.head.startsWith('@'));
      return [...youngNames(item, isNested, lacks), ...inside];
    });
  return [...new Set(within(parse(css), false))];
}

/** Returns what these browsers take of a style sheet: without each declaration and each whole rule that they do not know. */
export function agedCss(css: string, oldest: Floor): string {
  const lacks = (statement: CompatStatement): boolean => !isOldEnough(statement, oldest, false);
  const aged = (items: readonly Item[]): string =>
    items
      .filter((item) => youngNames(item, false, lacks).length === 0)
      .map((item) => (typeof item === 'string' ? `${item};` : `${item.head}{${aged(item.items)}}`))
      .join('');
  return aged(parse(css));
}

/** Returns what is young in a declaration, or in a rule apart from what stands in it. */
function youngNames(item: Item, isNested: boolean, lacks: (statement: CompatStatement) => boolean): string[] {
  const found: string[] = [];
  const look = (name: string, ...path: readonly string[]): void => {
    const statement = at(path)?.__compat;
    if (statement && lacks(statement)) found.push(name);
  };
  if (typeof item === 'string') lookAtDeclaration(item, look, found);
  else if (!item.head.startsWith('@')) {
    if (isNested) found.push(`nesting: ${item.head}`);
    for (const [, name = ''] of item.head.matchAll(/::?([a-z-]+)/g)) look(`:${name}`, 'selectors', name);
  } else lookAtRule(item.head, look, found);
  return found;
}

type Look = (name: string, ...path: readonly string[]) => void;

function lookAtRule(head: string, look: Look, found: string[]): void {
  const [, name = '', rest = ''] = /^@([\w-]+)([^]*)$/.exec(head) ?? [];
  look(`@${name}`, 'at-rules', name);
  if (name === 'supports') {
    for (const [, asked = ''] of rest.matchAll(/\(([\w-]+:[^()]*)\)/g)) lookAtDeclaration(asked, look, found);
    return;
  }
  for (const [, feature = ''] of rest.matchAll(/\(\s*([a-z-]+)/g))
    look(`@${name} (${feature})`, 'at-rules', name, feature.replace(/^(?:min|max)-/, ''));
  if (name === 'media' && /[<>]/.test(rest)) look('@media range', 'at-rules', 'media', 'range_syntax');
}

function lookAtDeclaration(line: string, look: Look, found: string[]): void {
  const [, name = '', value = ''] = /^([\w-]+)\s*:\s*([^]*)$/.exec(line) ?? [];
  if (!name.startsWith('--')) {
    look(name, 'properties', name);
    for (const [word] of value.matchAll(/[a-z][\w-]*/g)) look(`${name}: ${word}`, 'properties', name, word);
  }
  const [unit] = youngUnit.exec(value) ?? [];
  if (unit !== undefined) found.push(unit);
  for (const [, called = ''] of value.matchAll(/([a-z][\w-]*)\(/g)) {
    look(`${called}()`, 'types', called);
    look(`${called}()`, 'types', 'color', called);
  }
}

/** The rules and declarations of a sheet, without its comments. */
function parse(css: string): Item[] {
  const top: Item[] = [];
  const open = [top];
  for (const [, text = '', end = ''] of css
    .replace(/\/\*[^]*?\*\//g, '')
    .matchAll(/((?:"[^"]*"|'[^']*'|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^{};"'(])*)([{};]|$)/g)) {
    const items = open.at(-1) ?? top;
    const line = text.trim();
    if (end === '{') {
      const rule = { head: line, items: [] };
      items.push(rule);
      open.push(rule.items);
      continue;
    }
    if (line !== '') items.push(line);
    if (end === '}') open.pop();
  }
  return top;
}

function at(path: readonly string[]): Identifier | undefined {
  let place: Identifier | undefined = data.css;
  for (const name of path) {
    if (place === undefined || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}
