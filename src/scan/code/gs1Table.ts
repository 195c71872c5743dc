import data from './gs1.json' with { type: 'json' };

/** A GS1 application identifier and what its value is made of. */
export interface Gs1Rule {
  /** The data title of the standard, as it is printed on labels. */
  readonly title: string;
  /** `true`: its first two digits predefine its length, and no separator follows it. */
  readonly isPredefined: boolean;
  readonly parts: readonly Gs1Part[];
  /** Digits behind the decimal point of the last part; absent: it is no decimal. */
  readonly decimals?: number;
}

/** A part of a value, of a fixed or a varying number of characters. */
export interface Gs1Part {
  /** `n` digits, `x` character set 82, `y` set 39, `z` base64url. */
  readonly set: 'n' | 'x' | 'y' | 'z';
  readonly least: number;
  readonly most: number;
  readonly isOptional: boolean;
  readonly check?: 'digit' | 'date' | undefined;
}

/** Measures and amounts: their last digit is the number of decimals. Source: General Specifications, figure 3.2-1. */
const HAS_DECIMALS = /^3[1-69]\d\d$/;

/**
 * Every application identifier, by its digits. `node src/build/gs1/main.ts` writes the data from GS1's Barcode Syntax Dictionary. A
 * part of a value is its character set, its length (`-` before it: up to), `c` for a check digit at its end, `d` for a
 * date YYMMDD, `?` where it may be missing; `*` in front: of predefined length.
 */
export const gs1Rules: ReadonlyMap<string, Gs1Rule> = new Map(data.rules.flatMap(readRule));

/** Identifiers that a Digital Link may begin with. */
export const linkKeys: ReadonlySet<string> = new Set(data.linkKeys);

function readRule([ais = '', spec = '', title = '']: readonly string[]): readonly (readonly [string, Gs1Rule])[] {
  const [from = '', to = from] = ais.split('-');
  const isPredefined = spec.startsWith('*');
  const parts = spec.replace('*', '').split(',').map(readPart);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => {
    const ai = String(Number(from) + index).padStart(from.length, '0');
    const decimals = HAS_DECIMALS.test(ai) ? { decimals: Number(ai.slice(-1)) } : {};
    return [ai, { title, isPredefined, parts, ...decimals }];
  });
}

function readPart(spec: string): Gs1Part {
  const [, set, upTo, length, check, optional] = /^([nxyz])(-?)(\d+)([cd]?)(\??)$/.exec(spec) ?? [];
  const most = Number(length);
  const checks = { c: 'digit', d: 'date' } as const;
  return {
    set: set as Gs1Part['set'],
    least: upTo === '-' ? 1 : most,
    most,
    isOptional: optional === '?',
    check: checks[check as 'c' | 'd'],
  };
}
