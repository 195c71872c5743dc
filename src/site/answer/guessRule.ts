import type { SiteConfiguration } from '#site/site.ts';

type SiteRule = NonNullable<SiteConfiguration['cards']>[number];
/** The rule of rows: ways that lead from an entry of the list to what stands in its row. */
export type RowRule = NonNullable<SiteRule['rows']>;

/** The rule of a list: the site's, or one without a code, by which each entry is read by a guess of its own. */
export type ListRule = Omit<RowRule, 'code'> & Partial<Pick<RowRule, 'code'>>;

/** The rule of a card: the site's names one list at most, a guess every list that the answer has. */
export interface CardRule extends Required<Pick<SiteRule, 'headline' | 'facts'>> {
  readonly rows: readonly ListRule[];
}

/** A member by the way to it, of which its name is the end. */
export interface CardMember {
  readonly path: string;
  readonly name: string;
  readonly isList: boolean;
}

/** The names by which members are taken for what they are, the surest first. */
const STATE = [/(?:status|state)$/i];
const HEADLINE = [/^(?:status|state|result)$/i, /exists/i, /(?:place|shelf|location|storecode)$/i, ...STATE];
const CODE = [/code$/i, /(?:id|number|no)$/i];
const QUANTITY = [/(?:quantity|qty|count|pieces)$/i, /weight$/i];

/** Tells whether a member says how something stands: its value needs no caption. */
export function isState(name: string): boolean {
  return STATE.some((kind) => kind.test(name));
}

/** Tells whether a value is a code: it has a figure and a name of its kind. A number is one only where it is long. */
export function isCode(name: string, text: string): boolean {
  return CODE.some((kind) => kind.test(name)) && /\p{N}/u.test(text) && !/\s/.test(text) && text.length > 3;
}

/** Guesses the rule of a card by the names of what an answer says: its state or place first, else how many there are. */
export function guessRule(members: readonly CardMember[], rows: readonly ListRule[]): CardRule {
  const flat = members.filter(({ isList }) => !isList);
  const headline = firstNamed(HEADLINE, flat) ?? rows[0]?.at ?? members[0]?.path;
  return { headline: headline === undefined ? [] : [headline], facts: flat.map(({ path }) => path), rows };
}

/** Guesses the rule of rows by the names of what their entries say; `undefined`: they say nothing. */
export function guessRows(at: string, members: readonly CardMember[]): RowRule | undefined {
  const flat = members.filter(({ isList }) => !isList);
  const code = firstNamed([...CODE, /name$/i], flat) ?? flat[0]?.path;
  if (code === undefined) return undefined;
  const left = flat.filter(({ path }) => path !== code);
  const [state, quantity] = [firstNamed(STATE, left), firstNamed(QUANTITY, left)];
  return { at, code, ...(state !== undefined && { state }), ...(quantity !== undefined && { quantity }) };
}

/** The way to the first that has one of the names, the surest name first. */
function firstNamed(kinds: readonly RegExp[], members: readonly CardMember[]): string | undefined {
  return kinds.flatMap((kind) => members.find(({ name }) => kind.test(name)) ?? [])[0]?.path;
}
