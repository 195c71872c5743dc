import { fitsCode } from '#site/codes.ts';
import type { SiteConfiguration } from '#site/site.ts';

/** The kinds of goods, by the words in which an answer, or a parameter, names their codes. A place is no goods. */
const kinds = [
  ['place', /shel[fv]|store|self|place|locat|slot|warehouse|country/i],
  ['bag', /bag/i],
  ['package', /packag|parcel|piece/i],
  ['delivery', /deliver/i],
  ['transfer', /transfer|transport/i],
  ['batch', /batch/i],
  ['order', /order/i],
] as const;

type Kind = (typeof kinds)[number][0];
/** A kind of goods. */
export type GoodsKind = Exclude<Kind, 'place'>;

/** One row of a list: its values by where they stand in it. */
export type GoodsRow = ReadonlyMap<string, string>;

const CODE_NAME = /(?:code|number|barcode|no|id)$/i;
const HAS_FIGURE = /\p{N}/u;
/** A weight, a count, a day: it tells rows apart, and nobody scans it. */
const NO_CODE = /^-?\d{1,3}$|^-?\d+[.,]\d+$|^\d{4}-\d{2}-\d{2}/;

interface Column {
  readonly name: string;
  readonly kind: Kind | undefined;
  /** The sureness with which it names the goods: as such, as a code, else not, or a place. */
  readonly rank: number;
  /** Rows that it tells apart. */
  readonly distinct: number;
  readonly isByRule: boolean;
}

/**
 * The column that names the goods of a list, and what they are where that is known: by what the site says of its codes, else by
 * the names in the answer; of several that one which tells most rows apart, the first of those. `undefined`: no column has a code
 * in each row.
 *
 * @param path - what the answer calls the list.
 */
export function goodsColumn(
  site: Pick<SiteConfiguration, 'codes'>,
  path: string,
  rows: readonly GoodsRow[],
): { readonly name: string; readonly kind?: GoodsKind } | undefined {
  const names = [...(rows[0]?.keys() ?? [])];
  const columns = names.flatMap((name): Column | [] => {
    const isCode = (value = ''): boolean => HAS_FIGURE.test(value) && !NO_CODE.test(value);
    if (!rows.every((row) => isCode(row.get(name)))) return [];
    const values = rows.map((row) => row.get(name) ?? '');
    const byRule = ruledKind(site, values);
    const kind = byRule ?? kindOf(name) ?? (CODE_NAME.test(name) ? kindOf(path.split(' ').at(-1) ?? '') : undefined);
    const rank = kind === 'place' ? 0 : kind ? 3 : CODE_NAME.test(name) ? 2 : 1;
    return { name, kind, rank, distinct: new Set(values).size, isByRule: byRule !== undefined };
  });
  const [best] = columns.sort(
    (one, other) =>
      other.rank - one.rank || other.distinct - one.distinct || Number(other.isByRule) - Number(one.isByRule),
  );
  return best && { name: best.name, ...(best.kind && best.kind !== 'place' && { kind: best.kind }) };
}

function kindOf(name: string): Kind | undefined {
  return kinds.find(([, words]) => words.test(name))?.[0];
}

/** Returns the kind of the values by the site's own rule for such codes. */
function ruledKind({ codes = {} }: Pick<SiteConfiguration, 'codes'>, values: readonly string[]): Kind | undefined {
  const [parameter] = Object.entries(codes).find(([, rule]) => values.every((value) => fitsCode(rule, value))) ?? [];
  return parameter === undefined ? undefined : kindOf(parameter);
}
