/** The shortest name that is looked at: shorter ones are one slip from another program's, such as `POST`. */
const SHORTEST = 8;
const LONGEST = 60;
const MOST_SLIPS = 2;

/** The beginnings that only our variables have: the first variable that begins so is meant. */
const OURS = /^(?:UPSTREAM|SUPERVISOR|STANDIN)_/;

/**
 * Finds variables of an environment that look like a known one: another sign for the underscore, small letters, a letter
 * too many, too few, wrong or swapped, a missing end, or a beginning that only ours have. A wrong first letter is another
 * program's, as in `SSL_CERT_FILE`.
 *
 * @returns for each the one that is meant, and a sentence. Values are in none.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>, known: readonly string[]) {
  return Object.keys(env).flatMap((name) => {
    const meant = known.includes(name) || !env[name]?.trim() ? undefined : meantBy(name, known);
    if (meant === undefined) return [];
    const shown = name.replace(/[^\x21-\x7e]/g, '?').slice(0, 80);
    return [{ meant, line: `${shown} is not a variable of Scanline; did you mean ${meant}?` }];
  });
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  if (plain.length > LONGEST) return undefined;
  const near = known
    .filter((other) => other.length >= SHORTEST && other[0] === plain[0])
    .map((other) => ({ other, slips: slipsBetween(plain, other) }))
    .toSorted((a, b) => a.slips - b.slips)[0];
  if (near && near.slips <= MOST_SLIPS) return near.other;
  const [beginning] = OURS.exec(plain) ?? [];
  const begun = plain.includes('_') ? known.find((other) => other.startsWith(`${plain}_`)) : undefined;
  return begun ?? (beginning === undefined ? undefined : known.find((other) => other.startsWith(beginning)));
}

/** Counts the letters to put in, take out, change, or swap with the next. Source: optimal string alignment distance. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, isSwap ? at(i - 2, j - 2) + 1 : changed));
    }
  }
  return at(a.length, b.length);
}
