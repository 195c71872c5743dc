/** GS1's dictionary as BWIPP holds it, under the MIT licence. */
export const BARCODE_PS = 'node_modules/bwip-js/barcode.ps';
/** The data titles of the General Specifications, figure 3.2-1: the one part that BWIPP leaves out. */
export const TITLES = 'src/build/gs1/titles.json';
export const DATA = 'src/scan/code/gs1.json';

/** One application identifier, or several in a row that are alike. */
export interface Entry {
  readonly ai: string;
  /** `true`: its length is predefined, so that no separator follows it. */
  readonly isPredefined: boolean;
  readonly parts: readonly Part[];
  /** `true`: a GS1 Digital Link may begin with it. */
  readonly isLinkKey: boolean;
  readonly title: string;
}

interface Part {
  /** The dictionary's letter: N digits, X character set 82, Y set 39, Z base64url. */
  readonly set: string;
  readonly isVarying: boolean;
  readonly most: number;
  readonly isOptional: boolean;
  /** The names of the checks that GS1 defines for it. */
  readonly linters: readonly string[];
}

/** The table that src/scan/code/gs1Table.ts reads. */
export interface Gs1Data {
  /** Identifiers that a Digital Link may begin with. */
  readonly linkKeys: readonly string[];
  /** An identifier or a range of them, what its value is made of, its title. */
  readonly rules: readonly (readonly [ais: string, spec: string, title: string])[];
}

/**
 * Reads GS1's own file, gs1-syntax-dictionary.txt: `8003  N1,zero N13,csum,key [X..16]  dlpkey  # GRAI`.
 *
 * Source: GS1 Barcode Syntax Dictionary, "Syntax" in its head.
 */
export function readDictionary(text: string): Entry[] {
  const lines = text.split('\n').filter((line) => /^\d/.test(line));
  return lines.flatMap((line) => {
    const [rule = '', ...title] = line.split('#');
    const [ais = '', ...words] = rule.trim().split(/\s+/);
    const [from = '', to = from] = ais.split('-');
    const rest = {
      isPredefined: words.some((word) => word.includes('*')),
      parts: words.flatMap(readComponent),
      isLinkKey: words.some((word) => /^dlpkey(?:=|$)/.test(word)),
      title: title.join('#').trim(),
    };
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => ({
      ai: String(Number(from) + index).padStart(from.length, '0'),
      ...rest,
    }));
  });
}

function readComponent(word: string): readonly Part[] {
  const [, open, set = '', dots, most, linters = ''] = /^(\[)?([NXYZ])(\.\.)?(\d+)\]?((?:,\w+)*)$/.exec(word) ?? [];
  return most === undefined
    ? []
    : [
        {
          set,
          isVarying: dots !== undefined,
          most: Number(most),
          isOptional: open !== undefined,
          linters: linters.split(',').slice(1),
        },
      ];
}

/**
 * Reads the dictionary as BWIPP holds it, which bwip-js ships as barcode.ps. It leaves out the titles.
 *
 * @param titles - by identifier, or by the digits that several begin with: the longest counts.
 * @throws Error where the file is not of that form.
 */
export function readBwipp(text: string, titles: Readonly<Record<string, string>>): Entry[] {
  const predefined = new Set(between(text, '/aifixed', /%.*/g).match(/\d+/g));
  const blocks = between(text, '/gs1syntax').matchAll(
    /\/parts \[([^]+?)\n\s*\]\n([^]+?)>>\n((?:\s*\(\d+\) exch dup\n)+)/g,
  );
  return Array.from(blocks).flatMap(([, parts = '', keys = '', ais = '']) => {
    const rule = { parts: Array.from(parts.matchAll(PART), readPart), isLinkKey: keys.includes('/dlpkey') };
    return Array.from(ais.matchAll(/\d+/g), ([ai]) => ({
      ai,
      isPredefined: predefined.has(ai.slice(0, 2)),
      ...rule,
      title: titleOf(ai, titles),
    }));
  });
}

const PART = /\/cset \/(\w)\s+\/min\s+(\d+)\s+\/max\s+(\d+)\s+\/opt (\w+)\s+\/linters \[(.*?)\]/g;

function readPart([, set = '', least, most, optional, linters = '']: RegExpExecArray): Part {
  return {
    set,
    isVarying: least !== most,
    most: Number(most),
    isOptional: optional === 'true',
    linters: Array.from(linters.matchAll(/\/lint(\w+)/g), ([, name = '']) => name),
  };
}

/** Returns what stands between a name and the end of its definition. */
function between(text: string, name: string, without = /$^/): string {
  const start = text.indexOf(`${name} <<`);
  if (start < 0) throw new Error(`no ${name} in barcode.ps: BWIPP has changed`);
  return text.slice(start, text.indexOf('readonly def', start)).replace(without, '');
}

function titleOf(ai: string, titles: Readonly<Record<string, string>>): string {
  const key = [4, 3, 2].map((length) => ai.slice(0, length)).find((digits) => digits in titles);
  if (key === undefined) throw new Error(`(${ai}) has no title: add it to src/build/gs1/titles.json`);
  return titles[key] ?? '';
}

/** Packs the table: identifiers in a row that are alike become one rule. */
export function dataOf(entries: readonly Entry[]): Gs1Data {
  const rules: [string, string, string][] = [];
  let last = '';
  for (const entry of entries) {
    const previous = rules.at(-1);
    const spec = specOf(entry);
    const follows = Number(entry.ai) === Number(last) + 1 && entry.ai.length === last.length;
    if (previous && follows && previous[1] === spec && previous[2] === entry.title) {
      previous[0] = `${previous[0].split('-')[0]}-${entry.ai}`;
    } else {
      rules.push([entry.ai, spec, entry.title]);
    }
    last = entry.ai;
  }
  return { linkKeys: entries.flatMap(({ ai, isLinkKey }) => (isLinkKey ? [ai] : [])), rules };
}

function specOf({ isPredefined, parts }: Entry): string {
  const specs = parts.map(({ set, isVarying, most, isOptional, linters }) => {
    const check = linters.includes('csum') ? 'c' : linters.some((name) => /^yymmd[0d]$/.test(name)) ? 'd' : '';
    return `${set.toLowerCase()}${isVarying ? '-' : ''}${most}${check}${isOptional ? '?' : ''}`;
  });
  return `${isPredefined ? '*' : ''}${specs.join(',')}`;
}
