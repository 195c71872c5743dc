import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { MarkShape, Meaning, Worded } from '#site/siteCards.ts';
import type { Language } from '#contract/languages.ts';
import { type Tree, isBranch, isList } from './answerTree.ts';
import { plainName } from './plainName.ts';
import { readAnswer } from './readAnswer.ts';

/** A text of the service as what it may be shown as. */
export type AnswerValue =
  | { readonly kind: 'text' }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'zpl' }
  /** A PDF of which the end is missing. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'pdf'; readonly base64: string };

/** A value of an answer as a person reads it. */
export interface CardValue {
  readonly text: string;
  /** Absent: no rule of the site gives it a colour. */
  readonly meaning?: Meaning;
  /** It can be tapped, and leads to its task. */
  readonly isCode?: true;
  /** It names a paint, or the shape of a mark, by a rule of the site. */
  readonly paint?: string;
  readonly shape?: MarkShape;
}

/** A mark of paint, as it is drawn. */
export interface PaintMark {
  readonly paint: string;
  readonly shape: MarkShape;
}

export interface CardFact extends CardValue {
  readonly label: string;
}

export interface CardRow {
  readonly code: CardValue;
  readonly state?: CardValue;
  readonly quantity?: string;
  /** The other members of its entry: opened by a tap. */
  readonly rest: readonly CardFact[];
  /** The lists in its entry: opened by the same tap. */
  readonly inside: readonly CardList[];
}

export interface CardList {
  readonly label: string;
  readonly rows: readonly CardRow[];
}

/** The answer to a look-up in the order of what matters. */
export interface Card {
  readonly headline: readonly CardFact[];
  readonly mark?: PaintMark;
  readonly facts: readonly CardFact[];
  readonly lists: readonly CardList[];
  /** Texts that are shown as what they are: pictures, labels, links. */
  readonly drawn: readonly DrawnText[];
}

export interface DrawnText {
  readonly text: string;
  /** The code beside it in its entry: the product of a picture. */
  readonly caption?: string;
  readonly value: AnswerValue;
}

/** The words for what a site has none for. */
export interface CardWords {
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
  /** Returns the word for a member: of a parameter's name, or `entries`, the list that an answer is as a whole. */
  known(name: string): string | undefined;
}

/** The rules of a site, with the words and the eyes of whoever reads a card by them. */
export interface CardSite
  extends
    Pick<SiteConfiguration, 'labels' | 'states' | 'cards' | 'weightUnits'>,
    Partial<Pick<SiteConfiguration, 'fieldRules'>> {
  readonly words: CardWords;
  valueIn(text: string): AnswerValue;
}

interface Site extends CardSite {
  readonly unitOf?: (member: string) => string | undefined;
}
type RowRule = NonNullable<NonNullable<SiteConfiguration['cards']>[number]['rows']>;
type Members = Readonly<Record<string, Tree>>;
interface Reader {
  readonly site: Site;
  /** The code that was asked about: it stands on the screen already. */
  readonly subject: string;
}

const MOST_FACTS = 4;
/** Longer than this is no fact but a text, and stands with all that the service said. */
const FACT_ROOM = 48;
const ONE_WORD = /^[^\s{}[\]<>"]{1,16}$/;
/** The names by which members are taken for what they are, the surest first. */
export const guesses = {
  headline: [/^(?:status|state|result)$/i, /exists/i, /(?:place|shelf|location|storecode)$/i, /(?:status|state)$/i],
  code: [/code$/i, /(?:id|number|no)$/i, /name$/i],
  state: [/(?:status|state)$/i],
  quantity: [/(?:quantity|qty|count|pieces)$/i, /weight$/i],
} as const;

/**
 * Reads the answer to a look-up as a card, by the rule that the site has for the operation, or by its shape where
 * there is none or the answer has nothing of what it names. `undefined` for
 * a text in which nothing can be told apart. @param subject - the code that was asked about
 */
export function readCard(site: Site, operation: OperationName, subject: string, text: string): Card | undefined {
  const tree = readAnswer(text);
  if (!isBranch(tree)) return ONE_WORD.test(text.trim()) ? cardOfWord(site, text.trim()) : undefined;
  const reader = { site: { ...site, unitOf: unitsIn(site, operation) }, subject };
  const top: Members = isList(tree) ? { entries: tree } : tree;
  const rule = site.cards?.find((one) => one.operation === operation);
  const lists = (rule?.rows && listBy(reader, rule.rows, top)) ?? listsIn(reader, top);
  const ruled = rule?.headline.flatMap((path) => factAt(reader, top, path)).filter(isSaid) ?? [];
  const headline = ruled.length > 0 ? ruled : guessHeadline(reader, top, lists);
  const shown = new Set([...headline, ...lists].map(({ path }) => path));
  const facts = rule?.facts ? rule.facts.flatMap((path) => factAt(reader, top, path)) : flatFacts(reader, top);
  return {
    headline: headline.map(({ fact }) => fact),
    ...markOf([...headline, ...facts].map(({ fact }) => fact)),
    facts: facts.flatMap(({ path, fact }) => (shown.has(path) ? [] : [fact])).slice(0, MOST_FACTS),
    lists: lists.map(({ list }) => list),
    drawn: drawnIn(site, tree),
  };
}

/** The place of something in an answer: the names that lead to it, with points between. Two members may have one label. */
interface Placed {
  readonly path: string;
}
type PlacedFact = Placed & { readonly fact: CardFact };
type PlacedList = Placed & { readonly list: CardList };

/** Of what stands beside the first value none is nothing to say: `CLOSED`, and no open bags. */
const isSaid = ({ fact }: PlacedFact, index: number): boolean => index === 0 || fact.text !== '0';

/** Gives the unit of a member: the site's first, where a rule of the site says that the member is a weight. */
function unitsIn({ fieldRules = [], weightUnits = [] }: CardSite, operation: OperationName) {
  const weights = fieldRules.filter(
    (rule) => rule.operation === operation && (rule.field === 'weight' || rule.field === 'packageWeight'),
  );
  const names = weights.map(({ json }) => json.split('.').at(-1));
  return (name: string): string | undefined => (names.includes(name) ? weightUnits[0]?.name : undefined);
}

function cardOfWord(site: Site, word: string): Card {
  return { headline: [{ label: '', ...(valueOf(site, '', word) ?? { text: word }) }], facts: [], lists: [], drawn: [] };
}

/** Returns the word for how something stands; `undefined` where the value says something else. */
export function stateSaid(site: Pick<Site, 'states' | 'words'>, name: string, value: string): string | undefined {
  const state = stateOf(site, name, value);
  if (state) return inLanguage(site, state.says) ?? value;
  return isState(name) ? value.toUpperCase() : undefined;
}

/** Returns the site's rule for a value of a member; `undefined` where there is none. */
export function stateOf(site: Pick<Site, 'states'>, name: string, written: string) {
  return site.states?.find(({ value, member }) => value === written && (member ?? name) === name);
}

/** Tells whether a member says how something stands: its value needs no label. */
export function isState(name: string): boolean {
  return guesses.state.some((kind) => kind.test(name));
}

/** The mark that the values of a card describe; one without a shape is a dot. */
function markOf(values: readonly CardValue[]): { readonly mark?: PaintMark } {
  const paint = values.find((value) => value.paint !== undefined)?.paint;
  const shape = values.find((value) => value.shape !== undefined)?.shape ?? 'dot';
  return paint === undefined ? {} : { mark: { paint, shape } };
}

function factAt(reader: Reader, top: Members, path: string): readonly PlacedFact[] {
  const names = path.split('.');
  return factsOf(reader, names.at(-1) ?? path, at(top, names)).map((fact) => ({ path, fact }));
}

/** Follows names into an answer; of a list, into all its entries. */
function at(top: Tree, names: readonly string[]): Tree | undefined {
  let tree: Tree | undefined = top;
  for (const name of names) {
    if (!isBranch(tree)) return undefined;
    tree = isList(tree)
      ? tree.flatMap((entry) => at(entry, [name]) ?? [])
      : new Map<string, Tree>(Object.entries(tree)).get(name);
  }
  return tree;
}

/** A member as a fact: of a list how many it has, nothing of what is absent, empty or long. */
function factsOf({ site }: Reader, name: string, tree: Tree | undefined): readonly CardFact[] {
  const label = labelOfMember(site, name);
  if (isBranch(tree)) return isList(tree) ? [{ label, text: String(tree.length) }] : [];
  const value = valueOf(site, name, tree);
  return value === undefined ? [] : [{ label, ...value }];
}

function valueOf(site: Site, name: string, tree: Tree | undefined): CardValue | undefined {
  if (tree === undefined || tree === null || tree === '' || isBranch(tree)) return undefined;
  const written = String(tree);
  const state = stateOf(site, name, written);
  if (state) {
    const { value: _value, member: _member, says, ...look } = state;
    return { text: inLanguage(site, says) ?? written, ...look };
  }
  if (typeof tree === 'boolean') return { text: site.words[tree ? 'yes' : 'no'] };
  if (written.length > FACT_ROOM || site.valueIn(written).kind !== 'text') return undefined;
  const unit = site.unitOf?.(name);
  return {
    text: unit === undefined ? written : `${written}\u00a0${unit}`,
    ...(isCode(name, written) && { isCode: true }),
  };
}

/** A code has a figure and a name of its kind; a number is one only where it is long. */
function isCode(name: string, text: string): boolean {
  return (
    guesses.code.slice(0, 2).some((kind) => kind.test(name)) &&
    /\p{N}/u.test(text) &&
    !/\s/.test(text) &&
    text.length > 3
  );
}

/** Returns the word for a member: the site's, else that for a parameter of that name, else its name in plain letters. */
export function labelOfMember(site: Pick<Site, 'labels' | 'words'>, name: string): string {
  const { labels = {}, words } = site;
  const own = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return inLanguage(site, own) ?? words.known(name) ?? plainName(name);
}

function inLanguage({ words }: Pick<Site, 'words'>, worded: Worded | undefined): string | undefined {
  return worded?.[words.language] ?? Object.values(worded ?? {})[0];
}

function guessHeadline(reader: Reader, top: Members, lists: readonly PlacedList[]): readonly PlacedFact[] {
  const named = flatFacts(reader, top).map((placed) => ({ name: placed.path, placed }));
  const first = firstNamed(guesses.headline, named);
  if (first) return [first.placed];
  const [most] = lists;
  if (most) {
    const { path, list } = most;
    return [{ path, fact: { label: list.label, text: String(list.rows.length) } }];
  }
  return factsIn(reader, top).slice(0, 1);
}

function flatFacts(reader: Reader, top: Members): readonly PlacedFact[] {
  return factsIn(reader, Object.fromEntries(Object.entries(top).filter(([, tree]) => !isBranch(tree))));
}

function factsIn(reader: Reader, members: Members): readonly PlacedFact[] {
  const told = Object.entries(members).filter(([, tree]) => tree !== reader.subject);
  return told.flatMap(([path, tree]) => factsOf(reader, path, tree).map((fact) => ({ path, fact })));
}

/** Finds the first that has one of the names, the surest name first. */
export function firstNamed<T extends { readonly name: string }>(
  kinds: readonly RegExp[],
  all: readonly T[],
): T | undefined {
  for (const kind of kinds) {
    const found = all.find(({ name }) => kind.test(name));
    if (found) return found;
  }
  return undefined;
}

/** Returns the rows that a rule names; `undefined` where the answer has no such list. */
function listBy(reader: Reader, rule: RowRule, top: Members): readonly PlacedList[] | undefined {
  const names = rule.at.split('.');
  const list = at(top, names);
  if (!isBranch(list) || !isList(list)) return undefined;
  if (list.length === 0) return [];
  const rows = list.map((entry) => rowBy(reader, rule, entry));
  const isFirst = (index: number): boolean => {
    const state = at(list[index] ?? null, rule.state?.split('.') ?? []);
    return typeof state === 'string' && rule.first?.includes(state) === true;
  };
  const first = rows.filter((_, index) => isFirst(index));
  const ordered = rule.first ? [...first, ...rows.filter((_, index) => !isFirst(index))] : rows;
  const label = labelOfMember(reader.site, names.at(-1) ?? '');
  return [{ path: rule.at, list: { label, rows: ordered.flatMap((row) => row ?? []) } }];
}

function rowBy(reader: Reader, rule: RowRule, entry: Tree): CardRow | undefined {
  const part = (path: string | undefined): CardValue | undefined => {
    const names = path?.split('.');
    return names && valueOf(reader.site, names.at(-1) ?? '', at(entry, names));
  };
  const code = part(rule.code);
  if (!code || !isBranch(entry) || isList(entry)) return undefined;
  const [state, quantity] = [part(rule.state), part(rule.quantity)];
  const shown = new Set([rule.code, rule.state, rule.quantity]);
  const rest = Object.entries(entry).flatMap(([name, tree]) =>
    shown.has(name) || isBranch(tree) ? [] : factsOf(reader, name, tree),
  );
  return rowWith(reader, entry, { code, state, quantity, rest });
}

const asCode = (value: CardValue): CardValue => (/\p{N}/u.test(value.text) ? { ...value, isCode: true } : value);

function listsIn(reader: Reader, members: Members, above = ''): readonly PlacedList[] {
  return Object.entries(members).flatMap(([name, tree]) => {
    if (!isBranch(tree)) return [];
    const path = above + name;
    if (!isList(tree)) return listsIn(reader, tree, `${path}.`);
    const rows = tree.flatMap((entry) => rowOf(reader, name, entry) ?? []);
    return rows.length === 0 ? [] : [{ path, list: { label: labelOfMember(reader.site, name), rows } }];
  });
}

function rowOf(reader: Reader, list: string, entry: Tree): CardRow | undefined {
  if (!isBranch(entry)) {
    const value = valueOf(reader.site, list, entry);
    return value && { code: asCode(value), rest: [], inside: [] };
  }
  if (isList(entry)) return undefined;
  const isPicture = (tree: Tree): boolean => typeof tree === 'string' && reader.site.valueIn(tree).kind === 'image';
  if (Object.values(entry).some(isPicture)) return undefined; // it is drawn, with its code under it
  const cells = Object.entries(entry)
    .flatMap(([name, tree]) => {
      const value = valueOf(reader.site, name, tree);
      return value ? [{ name, value }] : [];
    })
    .filter(({ value }) => value.text !== reader.subject);
  const code = firstNamed(guesses.code, cells) ?? cells[0];
  if (!code) return undefined;
  const left = cells.filter((cell) => cell !== code);
  const [state, quantity] = [firstNamed(guesses.state, left), firstNamed(guesses.quantity, left)];
  const rest = left
    .filter((cell) => cell !== state && cell !== quantity)
    .map(({ name, value }) => ({ label: labelOfMember(reader.site, name), ...value }));
  return rowWith(reader, entry, { code: code.value, state: state?.value, quantity: quantity?.value, rest });
}

interface Cells extends Pick<CardRow, 'code' | 'rest'> {
  readonly state: CardValue | undefined;
  readonly quantity: CardValue | undefined;
}

function rowWith(reader: Reader, entry: Members, { code, state, quantity, rest }: Cells): CardRow {
  return {
    code: asCode(code),
    ...(state && { state }),
    ...(quantity && { quantity: quantity.text }),
    rest,
    inside: listsIn(reader, entry).map(({ list }) => list),
  };
}

/** Every text of an answer that is more than letters, in its order, with the code that stands beside it. */
function drawnIn(site: Site, tree: Tree, beside: Members = {}): readonly DrawnText[] {
  if (typeof tree === 'string') {
    const value = site.valueIn(tree);
    if (value.kind === 'text') return [];
    const caption = Object.entries(beside).find(([name, one]) => typeof one === 'string' && isCode(name, one))?.[1];
    return [{ text: tree, value, ...(typeof caption === 'string' && { caption }) }];
  }
  if (!isBranch(tree)) return [];
  return Object.values(tree).flatMap((one) => drawnIn(site, one, isList(tree) ? {} : tree));
}
