import { type Gs1Content, type Gs1Element, elementOf } from './gs1.ts';
import { gs1Rules, linkKeys } from './gs1Table.ts';

const GTIN_LENGTH = 14;

/**
 * What a GS1 Digital Link says: `https://id.example/01/09521234543213/10/LOT?17=271231`. A GTIN of 8, 12 or 13 digits
 * is filled up to 14. Members of the query that are no application identifier are not GS1's, and are left out.
 *
 * @param year - the present one, for dates.
 * @returns `undefined` for any other text.
 */
export function readLink(text: string, year = new Date().getFullYear()): Gs1Content | undefined {
  if (!/^https?:\/\/[^/?#\s]+\/\S+$/i.test(text)) return undefined;
  let url: URL;
  let steps: readonly string[];
  try {
    url = new URL(text);
    steps = url.pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const start = steps.findIndex((step, index) => linkKeys.has(step) && (steps.length - index) % 2 === 0);
  if (start < 0) return undefined;
  const path = steps.slice(start);
  const pairs = path.flatMap((ai, index): [string, string][] => (index % 2 === 0 ? [[ai, path[index + 1] ?? '']] : []));
  if (!pairs.every(([ai, value]) => gs1Rules.has(ai) && value !== '')) return undefined;
  const elements = [...pairs, ...url.searchParams].flatMap(([ai, value]): readonly Gs1Element[] => {
    const rule = gs1Rules.get(ai);
    const whole = ai === '01' && /^(?:\d{8}|\d{12,13})$/.test(value) ? value.padStart(GTIN_LENGTH, '0') : value;
    return rule ? [elementOf(ai, rule, whole, year)] : [];
  });
  return { elements, unread: [] };
}
