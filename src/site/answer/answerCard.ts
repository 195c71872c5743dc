import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { MarkShape, Meaning } from '#site/siteCards.ts';
import { wordIn } from '#site/worded.ts';
import type { Language } from '#contract/languages.ts';
import { type Tree, isBranch, isList } from './answerTree.ts';
import {
  type CardMember,
  type CardRule,
  type ListRule,
  type RowRule,
  guessRows,
  guessRule,
  isCode,
  isState,
} from './guessRule.ts';
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
  readonly caption: string;
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
  readonly caption: string;
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
type Members = Readonly<Record<string, Tree>>;
interface Reader {
  readonly site: Site;
  /** The code that was asked about: it stands on the screen already. */
  readonly subject: string;
}

/** More facts than this are no card. */
export const MOST_FACTS = 4;
/** Longer than this is no fact but a text, and stands with all that the service said. */
const FACT_ROOM = 48;
/** Longer than this is no name on a way: one of nothing but points is not tried at each of them. */
const NAME_ROOM = 200;
const NUMBER = /^\d{1,12}(?:[.,]\d{1,12})?$/;
/** The letters of a unit: a number in its place means what nobody has said. */
const UNIT = /^\p{L}{1,6}$/u;
const ONE_WORD = /^[^\s{}[\]<>"]{1,16}$/;

/**
 * Reads the answer to a look-up as a card, by the rule that the site has for the operation, and by a guessed one where
 * there is none or the answer has nothing of what it names.
 *
 * @param subject - the code that was asked about. @returns `undefined` for a text in which nothing can be told apart.
 */
export function readCard(site: Site, operation: OperationName, subject: string, text: string): Card | undefined {
  const tree = readAnswer(text);
  if (!isBranch(tree)) return ONE_WORD.test(text.trim()) ? cardOfWord(site, text.trim()) : undefined;
  const reader = { site: { ...site, unitOf: unitsIn(site, operation) }, subject };
  const top: Members = isList(tree) ? { entries: tree } : tree;
  const rule = ruleFor(reader, operation, top);
  const headline = factsAt(reader, top, rule.headline).filter(isSaid);
  const facts = factsAt(reader, top, rule.facts);
  const shown = new Set([...headline.map(({ path }) => path), ...rule.rows.map((rows) => rows.at)]);
  return {
    headline: headline.map(({ fact }) => fact),
    ...markOf([...headline, ...facts].map(({ fact }) => fact)),
    facts: facts.flatMap(({ path, fact }) => (shown.has(path) ? [] : [fact])).slice(0, MOST_FACTS),
    lists: rule.rows.map((rows) => listBy(reader, rows, top)),
    drawn: drawnIn(site, tree),
  };
}

/** Completes the site's rule for an operation by a guess of what it does not name, or the answer has not. */
function ruleFor(reader: Reader, operation: OperationName, top: Members): CardRule {
  const own = reader.site.cards?.find((one) => one.operation === operation);
  const entries = own?.rows && entriesOf(at(top, own.rows.at).tree);
  const ruled = own?.rows && entries && (entries.length > 0 ? [own.rows] : []);
  const rows = ruled ?? guessLists(reader, top);
  const guess = guessRule(membersIn(reader, top), rows);
  const isAnswered = own !== undefined && factsAt(reader, top, own.headline).length > 0;
  return { headline: isAnswered ? own.headline : guess.headline, facts: own?.facts ?? guess.facts, rows };
}

/** A member as a fact, by the way to it. Two members may have one caption. */
interface PlacedFact extends CardMember {
  readonly fact: CardFact;
}

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
  return {
    headline: [{ caption: '', ...(valueOf(site, '', word) ?? { text: word }) }],
    facts: [],
    lists: [],
    drawn: [],
  };
}

/** Returns the word for how something stands; `undefined` where the value says something else. */
export function stateSaid(site: Pick<Site, 'states' | 'words'>, name: string, value: string): string | undefined {
  const state = stateOf(site, name, value);
  if (state) return wordIn(state.says, site.words.language) ?? value;
  return isState(name) ? value.toUpperCase() : undefined;
}

/** Returns the site's rule for a value of a member; `undefined` where there is none. */
export function stateOf(site: Pick<Site, 'states'>, name: string, written: string) {
  return site.states?.find(({ value, member }) => value === written && (member ?? name) === name);
}

/** The mark that the values of a card describe; one without a shape is a dot. */
function markOf(values: readonly CardValue[]): { readonly mark?: PaintMark } {
  const paint = values.find((value) => value.paint !== undefined)?.paint;
  const shape = values.find((value) => value.shape !== undefined)?.shape ?? 'dot';
  return paint === undefined ? {} : { mark: { paint, shape } };
}

function factsAt(reader: Reader, members: Members, paths: readonly string[]): readonly PlacedFact[] {
  return paths.flatMap((path) => {
    const { name, tree } = at(members, path);
    return factsOf(reader, name, tree).map((fact) => ({ path, name, isList: isBranch(tree), fact }));
  });
}

/** The members that say something, but for the code that was asked about. */
function membersIn(reader: Reader, members: Members): readonly PlacedFact[] {
  const told = Object.keys(members).filter((name) => members[name] !== reader.subject);
  return factsAt(reader, members, told);
}

/** Follows a way to a member of an answer; through a list, into all its entries. A name may have points in it. */
function at(tree: Tree | undefined, path: string): { readonly name: string; readonly tree?: Tree | undefined } {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (!isBranch(tree)) return { name: last };
  if (isList(tree)) return { name: last, tree: tree.flatMap((entry) => at(entry, path).tree ?? []) };
  if (Object.hasOwn(tree, path)) return { name: path, tree: tree[path] };
  for (let end = path.indexOf('.'); end !== -1 && end <= NAME_ROOM; end = path.indexOf('.', end + 1)) {
    const name = path.slice(0, end);
    if (Object.hasOwn(tree, name)) return at(tree[name], path.slice(end + 1));
  }
  return { name: last };
}

function entriesOf(tree: Tree | undefined): readonly Tree[] | undefined {
  return isBranch(tree) && isList(tree) ? tree : undefined;
}

/** A member as a fact: of a list how many it has, nothing of what is absent, empty or long. */
function factsOf({ site }: Reader, name: string, tree: Tree | undefined): readonly CardFact[] {
  const caption = captionOfMember(site, name);
  if (isBranch(tree)) return isList(tree) ? [{ caption, text: String(tree.length) }] : [];
  const value = valueOf(site, name, tree);
  return value === undefined ? [] : [{ caption, ...value }];
}

function valueOf(site: Site, name: string, tree: Tree | undefined): CardValue | undefined {
  if (tree === undefined || tree === null || tree === '' || isBranch(tree)) return undefined;
  const written = String(tree);
  const state = stateOf(site, name, written);
  if (state) {
    const { value: _value, member: _member, says, ...look } = state;
    return { text: wordIn(says, site.words.language) ?? written, ...look };
  }
  if (typeof tree === 'boolean') return { text: site.words[tree ? 'yes' : 'no'] };
  if (written.length > FACT_ROOM || site.valueIn(written).kind !== 'text') return undefined;
  const unit = site.unitOf?.(name);
  return {
    text: unit === undefined ? written : `${written}\u00a0${unit}`,
    ...(isCode(name, written) && { isCode: true }),
  };
}

/** Returns a number with the unit that its entry names beside it; one that has a unit by a rule, or is none, as it is. */
function withUnitBeside(value: CardValue | undefined, unit: Tree | undefined): CardValue | undefined {
  if (!value || typeof unit !== 'string' || !UNIT.test(unit) || !NUMBER.test(value.text)) return value;
  return { ...value, text: `${value.text}\u00a0${unit}` };
}

/** Returns the word for a member: the site's, else that for a parameter of that name, else its name in plain letters. */
export function captionOfMember(site: Pick<Site, 'labels' | 'words'>, name: string): string {
  const { labels = {}, words } = site;
  const own = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return wordIn(own, words.language) ?? words.known(name) ?? plainName(name);
}

/** Guesses the lists that are rows: those of which an entry says something, also inside of other members. */
function guessLists(reader: Reader, members: Members, above = ''): readonly ListRule[] {
  return Object.entries(members).flatMap(([name, tree]) => {
    if (!isBranch(tree)) return [];
    const path = above + name;
    if (!isList(tree)) return guessLists(reader, tree, `${path}.`);
    return tree.some((entry) => guessRow(reader, name, entry)) ? [{ at: path }] : [];
  });
}

/** Guesses the rule for an entry of a list; `undefined`: it is no row. */
function guessRow(reader: Reader, list: string, entry: Tree): RowRule | undefined {
  if (!isBranch(entry)) return valueOf(reader.site, list, entry) && { at: list, code: list };
  const isPicture = (tree: Tree): boolean => typeof tree === 'string' && reader.site.valueIn(tree).kind === 'image';
  if (isList(entry) || Object.values(entry).some(isPicture)) return undefined; // it is drawn, with its code under it
  return guessRows(list, membersIn(reader, entry));
}

function listBy(reader: Reader, rule: ListRule, top: Members): CardList {
  const { state, first = [], code } = rule;
  const { name, tree } = at(top, rule.at);
  const entries = entriesOf(tree) ?? [];
  const isFirst = (entry: Tree): boolean => {
    const value = state === undefined ? undefined : at(entry, state).tree;
    return typeof value === 'string' && first.includes(value);
  };
  const ordered = [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
  const rows = ordered.flatMap((entry) => {
    const own = code === undefined ? guessRow(reader, name, entry) : { ...rule, code };
    return (own && rowBy(reader, own, isBranch(entry) ? entry : { [name]: entry })) ?? [];
  });
  return { caption: captionOfMember(reader.site, name), rows };
}

function rowBy(reader: Reader, rule: RowRule, entry: Members | readonly Tree[]): CardRow | undefined {
  if (isList(entry)) return undefined;
  const part = (path: string | undefined): CardValue | undefined => {
    if (path === undefined) return undefined;
    const { name, tree } = at(entry, path);
    return withUnitBeside(valueOf(reader.site, name, tree), entry[`${name}Unit`]);
  };
  const [code, state, quantity] = [part(rule.code), part(rule.state), part(rule.quantity)];
  if (!code) return undefined;
  const shown = new Set([rule.code, rule.state, rule.quantity]);
  const rest = membersIn(reader, entry).filter((one) => !one.isList && !shown.has(one.path));
  return {
    code: /\p{N}/u.test(code.text) ? { ...code, isCode: true } : code,
    ...(state && { state }),
    ...(quantity && { quantity: quantity.text }),
    rest: rest.map(({ fact }) => fact),
    inside: guessLists(reader, entry).map((list) => listBy(reader, list, entry)),
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
