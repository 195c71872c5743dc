import data, {
  type CompatStatement,
  type Identifier,
  type VersionValue,
} from '@mdn/browser-compat-data' with { type: 'json' };

/** The oldest browsers served, as vite.config.ts names them. */
const FLOOR = { chrome: 93, safari: 15.4 } as const;

/** Where MDN tells of a unit that Chrome 93 does not know. */
const youngUnit =
  /(?<![\w-])-?[\d.]+(?:[sdl]v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|rlh|rcap|rch|rex|ric|cap|ic|lh)\b/;

/**
 * What a style sheet asks for that the oldest browsers served lack, by MDN's compatibility data: selectors, at-rules and
 * their media features, properties, keywords, functions, units. What stands in `@supports` has asked by itself.
 */
export function youngIn(css: string): string[] {
  const found = new Set<string>();
  const look = (name: string, ...path: readonly string[]): void => {
    const statement = at(path)?.__compat;
    if (statement && !isOldEnough(statement)) found.add(name);
  };
  const declare = (line: string): void => {
    const [, name = '', value = ''] = /^([\w-]+)\s*:\s*([^]*)$/.exec(line.trim()) ?? [];
    if (name.startsWith('--') && name !== '') return lookAtValue(value, look, found);
    look(name, 'properties', name);
    for (const [word] of value.matchAll(/[a-z][\w-]*/g)) look(`${name}: ${word}`, 'properties', name, word);
    return lookAtValue(value, look, found);
  };
  walk(
    css.replace(/\/\*[^]*?\*\//g, ''),
    (head, isNested) => {
      if (!head.startsWith('@')) {
        if (isNested) found.add(`nesting: ${head}`);
        for (const [, name = ''] of head.matchAll(/::?([a-z-]+)/g)) look(`:${name}`, 'selectors', name);
        return;
      }
      const [, name = '', rest = ''] = /^@([\w-]+)([^]*)$/.exec(head) ?? [];
      look(`@${name}`, 'at-rules', name);
      for (const [, feature = ''] of rest.matchAll(/\(\s*([a-z-]+)/g))
        look(`@${name} (${feature})`, 'at-rules', name, feature.replace(/^(?:min|max)-/, ''));
      if (name === 'media' && /[<>]/.test(rest)) look('@media range', 'at-rules', 'media', 'range_syntax');
    },
    declare,
  );
  return [...found];
}

function lookAtValue(
  value: string,
  look: (name: string, ...path: readonly string[]) => void,
  found: Set<string>,
): void {
  const [unit] = youngUnit.exec(value) ?? [];
  if (unit !== undefined) found.add(unit);
  for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g)) {
    look(`${name}()`, 'types', name);
    look(`${name}()`, 'types', 'color', name);
  }
}

/** Goes over a sheet without comments. @param onHead - gets what stands before a brace. @param onLine - gets each declaration. */
function walk(css: string, onHead: (head: string, isNested: boolean) => void, onLine: (line: string) => void): void {
  const heads: string[] = [];
  let text = '';
  const isAsked = (): boolean => heads.some((head) => head.startsWith('@supports'));
  const line = (): void => {
    if (heads.length > 0 && text.trim() !== '' && !isAsked()) onLine(text);
    text = '';
  };
  for (const character of css) {
    if (character === '{') {
      const head = text.trim();
      if (!isAsked())
        onHead(
          head,
          heads.some((above) => !above.startsWith('@')),
        );
      heads.push(head);
      text = '';
    } else if (character === '}') {
      line();
      heads.pop();
    } else if (character === ';') line();
    else text += character;
  }
}

function at(path: readonly string[]): Identifier | undefined {
  let place: Identifier | undefined = data.css;
  for (const name of path) {
    if (place === undefined || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

/** A feature that was there under a flag or another name only is not there; a prefix is written by the build. */
function isOldEnough({ support }: CompatStatement): boolean {
  return Object.entries(FLOOR).every(([browser, floor]) => {
    const told = support[browser as keyof typeof FLOOR];
    const statements = told === undefined ? [] : [told].flat();
    if (statements.length === 0) return true;
    return statements.some(({ version_added: added, flags, alternative_name: other }) => {
      if (flags || other !== undefined) return false;
      return isBefore(added, floor);
    });
  });
}

function isBefore(added: VersionValue, floor: number): boolean {
  return typeof added === 'string' && added !== 'preview' && Number(added.replace('≤', '')) <= floor;
}
