import { type CardSite, MOST_FACTS, stateOf } from '#site/answer/answerCard.ts';
import { type CardMember, guessRows, guessRule, isState } from '#site/answer/guessRule.ts';
import { plainName } from '#site/answer/plainName.ts';
import { type Tree, isBranch, isList } from '#site/answer/answerTree.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type Meaning, meanings } from '#site/siteCards.ts';
import type { Worded } from '#site/worded.ts';
import { readWorded } from './readWorded.ts';
import type { SetupWords } from './setupPlaces.ts';

/** A member of an answer by the way to it, with its value; of a list the number of its entries. */
export interface AnswerMember extends CardMember {
  readonly value: string;
  readonly isYesOrNo: boolean;
}

/** A list of an answer, with the members that its entries have, each with its values. */
export interface MemberList {
  readonly path: string;
  readonly members: readonly AnswerMember[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The members that a rule can name. */
export interface AnswerMembers {
  readonly top: readonly AnswerMember[];
  readonly lists: readonly MemberList[];
}

/** A value that may have a word of its own. */
export interface ValueEntry {
  readonly member: string;
  readonly value: string;
  readonly says: Worded;
  readonly meaning?: Meaning | undefined;
  /** True where rows that have it stand first. */
  readonly isFirst: boolean;
}

export const places = ['headline', 'fact'] as const;
export const rowRoles = ['code', 'state', 'quantity'] as const;

/** A card's rule, and the words for it, as they stand in the form. */
export interface EnteredCard {
  readonly headline: readonly string[];
  readonly facts: readonly string[];
  /** The list that is the rows; empty: none. */
  readonly at: string;
  readonly roles: Readonly<Record<(typeof rowRoles)[number], readonly string[]>>;
  /** Words by the name of a member. */
  readonly labels: ReadonlyMap<string, Worded>;
  readonly values: readonly ValueEntry[];
}

type Site = Pick<SiteConfiguration, 'labels' | 'states' | 'cards'>;
type Form = Readonly<Record<string, string>>;

/** More than this no person sorts; what comes after it stands with all that the service said. */
const MOST_MEMBERS = 40;
const MOST_VALUES = 16;
/** The name of a member that a rule and a form can have. */
const NAME = /^[^.[\]\s][^.[\]\r\n]*$/;
/** A value that a form can have in the name of a field, and a word can stand for. */
const VALUE = /^[^\r\n]{1,60}$/;

/** Finds the members of an answer that a rule can name; `undefined`: it is a text without any. */
export function membersIn(text: string): AnswerMembers | undefined {
  const tree = readAnswer(text);
  if (!isBranch(tree)) return undefined;
  const top = membersOf(isList(tree) ? { entries: tree } : tree);
  const lists = top.flatMap(({ path, tree: list }): readonly MemberList[] => {
    if (!isBranch(list) || !isList(list) || list.length === 0) return [];
    const entries = list.flatMap((entry) => membersOf(isBranch(entry) && !isList(entry) ? entry : {}));
    const values = new Map<string, Set<string>>();
    for (const { path: way, value } of entries) values.set(way, (values.get(way) ?? new Set()).add(value));
    const firsts = new Map(
      entries
        .filter((one) => !one.isList)
        .toReversed()
        .map((one) => [one.path, one]),
    );
    const members = [...values.keys()].flatMap((way) => firsts.get(way) ?? []);
    const told = [...values].map(([way, all]) => [way, [...all]] as const);
    return [{ path, members: members.map(memberOf), values: new Map(told) }];
  });
  return { top: top.map(memberOf).slice(0, MOST_MEMBERS), lists: lists.filter(({ members }) => members.length > 0) };
}

/** A member, and what is below it. */
type MemberTree = AnswerMember & { readonly tree: Tree };

const memberOf = ({ tree: _tree, ...member }: MemberTree): AnswerMember => member;

function membersOf(branch: Tree, above = ''): readonly MemberTree[] {
  if (!isBranch(branch) || isList(branch)) return [];
  return Object.entries(branch).flatMap(([name, tree]): readonly MemberTree[] => {
    if (!NAME.test(name)) return [];
    const path = above + name;
    if (isBranch(tree) && !isList(tree)) return membersOf(tree, `${path}.`);
    const list = isBranch(tree);
    const value = list ? String(tree.length) : String(tree ?? '');
    return [{ path, name, value, isYesOrNo: typeof tree === 'boolean', isList: list, tree }];
  });
}

/** Returns the rule and the words as the site has them for an operation; where it has no rule, the one that is guessed. */
export function cardOfSite(site: Site, operation: OperationName, members: AnswerMembers): EnteredCard {
  const rule = site.cards?.find((one) => one.operation === operation) ?? guessOf(members);
  const { headline, facts = [], rows } = rule;
  const way = (path: string | undefined): readonly string[] => (path === undefined ? [] : [path]);
  const inRow = { code: way(rows?.code), state: way(rows?.state), quantity: way(rows?.quantity) };
  const chosen = { headline, facts, at: rows?.at ?? '', roles: inRow };
  const labels = namesIn(members).map((name): [string, Worded] => [name, ownOf(site.labels, name) ?? {}]);
  const values = valuesFor(members, chosen).map(({ member, value }): ValueEntry => {
    const { says = {}, meaning } = stateOf(site, member, value) ?? {};
    return { member, value, says, meaning, isFirst: rows?.first?.includes(value) === true };
  });
  return { ...chosen, labels: new Map(labels), values };
}

/** The rule by which the handheld reads such an answer without one of the site, with the first of its lists alone. */
function guessOf({ top, lists: [list] }: AnswerMembers) {
  const rows = list && guessRows(list.path, list.members);
  const said = top.filter(({ value }) => value !== '');
  const { headline, facts } = guessRule(said, rows ? [rows] : []);
  return { headline, facts: facts.filter((path) => !headline.includes(path)).slice(0, MOST_FACTS), rows };
}

/** Reads the form of a card for the answer that it is made of. */
export function readCardForm(form: Form, members: AnswerMembers): EnteredCard {
  const at = members.lists.find(({ path }) => path === form['at'])?.path ?? '';
  const entry = members.lists.find(({ path }) => path === at)?.members ?? [];
  const order = (form['order'] ?? '').split(/\r?\n/).filter(Boolean);
  const placed = (place: string): readonly string[] =>
    choosable(members, order).filter((path) => form[`place:${path}`] === place);
  const playing = (role: string): readonly string[] =>
    entry.filter(({ path }) => form[`role:${path}`] === role).map(({ path }) => path);
  const chosen = {
    headline: inOrder(placed('headline'), order),
    facts: inOrder(placed('fact'), order),
    at,
    roles: { code: playing('code'), state: playing('state'), quantity: playing('quantity') },
  };
  const labels = namesIn(members).map((name): [string, Worded] => [name, readWorded(form, `word:${name}`)]);
  const values = valuesFor(members, chosen).map(({ member, value }): ValueEntry => {
    const key = `${member}=${value}`;
    const meaning = meanings.find((one) => one === form[`meaning:${key}`]);
    return { member, value, says: readWorded(form, `says:${key}`), meaning, isFirst: form[`first:${key}`] === '1' };
  });
  return { ...chosen, labels: new Map(labels), values };
}

/** Returns the ways that can be chosen: those of the answer, then those of the rule that this answer has not. */
export function choosable({ top }: AnswerMembers, ruled: readonly string[]): readonly string[] {
  return [...new Set([...top.map(({ path }) => path), ...ruled])];
}

/** Sorts ways as the rule had them before; new ones come last. */
function inOrder(paths: readonly string[], before: readonly string[]): readonly string[] {
  const rank = (path: string): number => (before.includes(path) ? before.indexOf(path) : before.length);
  return paths.toSorted((one, other) => rank(one) - rank(other));
}

function namesIn({ top, lists }: AnswerMembers): readonly string[] {
  return [...new Set([...top, ...lists.flatMap(({ members }) => members)].map(({ name }) => name))];
}

/** Finds the values that say how something stands: a yes or no, a state by its name, and what is chosen as one. */
function valuesFor(
  { top, lists }: AnswerMembers,
  { at, roles: { state } }: Pick<EnteredCard, 'at' | 'roles'>,
): readonly Pick<ValueEntry, 'member' | 'value'>[] {
  const ofTop = top.filter(({ name, isYesOrNo, value }) => (isYesOrNo || isState(name)) && value !== '');
  const rows = lists.find(({ path }) => path === at);
  const ofRows = (rows?.members ?? [])
    .filter(({ name, path, isYesOrNo }) => isYesOrNo || isState(name) || state.includes(path))
    .flatMap(({ name, path }) => (rows?.values.get(path) ?? []).map((value) => ({ member: name, value })));
  const all = [...ofTop.map(({ name, value }) => ({ member: name, value })), ...ofRows];
  const each = new Map(all.map((one) => [`${one.member}=${one.value}`, one]));
  return [...each.values()].filter(({ value }) => VALUE.test(value)).slice(0, MOST_VALUES);
}

/** Says in one sentence why a card cannot be kept. `undefined`: it can. */
export function cardFault({ headline, facts, at, roles: chosen, values }: EnteredCard, texts: SetupWords) {
  const { faults } = texts.card;
  if (headline.length === 0) return faults.headline;
  if (facts.length > MOST_FACTS) return faults.facts({ most: MOST_FACTS });
  if (at !== '' && chosen.code.length !== 1) return faults.code({ list: at });
  if (chosen.state.length > 1) return faults.state({ list: at });
  if (chosen.quantity.length > 1) return faults.quantity({ list: at });
  const mute = values.find(({ says, meaning }) => meaning !== undefined && Object.keys(says).length === 0);
  return mute && faults.word({ value: `${mute.member} = ${mute.value}` });
}

/** Returns the three members of a site's file with the card in them; what it says nothing of stays as it was. */
export function withCard(site: Site, operation: OperationName, entered: EnteredCard): Required<Site> {
  const { headline, facts, at, values } = entered;
  const labels = new Map(Object.entries(site.labels ?? {}));
  for (const [name, word] of entered.labels) {
    if (Object.keys(word).length === 0) labels.delete(name);
    else labels.set(name, word);
  }
  let states = site.states ?? [];
  for (const { member, value, says, meaning } of values) {
    const before = stateOf({ states }, member, value);
    const { meaning: _meaning, ...kept } = before ?? { value, member };
    const now = Object.keys(says).length === 0 ? [] : [{ ...kept, says, ...(meaning && { meaning }) }];
    states = before ? states.flatMap((one) => (one === before ? now : [one])) : [...states, ...now];
  }
  const [[code], [state], [quantity]] = [entered.roles.code, entered.roles.state, entered.roles.quantity];
  const first = values.filter(({ isFirst }) => isFirst).map(({ value }) => value);
  const rows = code !== undefined && {
    at,
    code,
    ...(state !== undefined && { state }),
    ...(quantity !== undefined && { quantity }),
    ...(first.length > 0 && { first: [...new Set(first)] }),
  };
  const rule = { operation, headline, ...(facts.length > 0 && { facts }), ...(at !== '' && rows && { rows }) };
  const cards = site.cards ?? [];
  const isThere = cards.some((one) => one.operation === operation);
  return {
    labels: Object.fromEntries(labels),
    states,
    cards: isThere ? cards.map((one) => (one.operation === operation ? rule : one)) : [...cards, rule],
  };
}

function ownOf<T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return of && Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Returns the word that a member has where the site gives it none. */
export function usualWord({ words }: Pick<CardSite, 'words'>, name: string): string {
  return words.known(name) ?? plainName(name);
}
