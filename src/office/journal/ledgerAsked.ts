import { operationNames } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { LedgerPlace, LedgerWish } from '#ledger/ledgerReader.ts';
import type { LedgerWords } from '#office/pages/pageWords.ts';
import { Refused } from '#office/pages/page.ts';
import { dayStart, isDay, isZone } from '#office/pages/zoneTime.ts';

/** The outcomes that are searched for. `refused`: answered, and refused by a rule of the site. `outcome-unknown`: nobody has decided. */
export type AskedOutcome = keyof LedgerWords['states'];

/** The search that an address asks for, by the names of its fields. */
export interface LedgerAsked {
  /** The key of a call, or its beginning. */
  readonly key?: string;
  readonly code?: string;
  /** The name of handhelds or a part of it, the number of one, or an address. */
  readonly asker?: string;
  /** The name of workers or a part of it, or the id of one. */
  readonly worker?: string;
  readonly operation?: string;
  readonly state?: AskedOutcome;
  /** `2026-11-21` */
  readonly day?: string;
  /** The zone in which it is a day. @defaultValue UTC */
  readonly zone?: string;
}

/** The member of the site file that has codes kept. */
export const KEEPS_CODES = 'ledgerKeepsCodes' satisfies keyof SiteConfiguration;

/** The longest text that is searched for, in letters. */
const LONGEST_ASKED = 100;

/** A key as the ledger has it: one that a decision closed may be longer than any that is sent. */
export const KEPT_KEY = /^[\w.-]{1,120}$/;

/** Tells whether a text can be searched for: PostgreSQL has no room for some signs, and no code has them. */
const isPlain = (text: string): boolean => text.length <= LONGEST_ASKED && !/[\p{Cc}\p{Cs}]/u.test(text);

const isOperation = (text: string): boolean => operationNames.some((name) => name === text);

/** The texts that a field takes, and the sentence for all others. */
type Rule = readonly [fits: (text: string) => boolean, sentence: string];

/**
 * Reads a search. A field that is empty is no matter.
 *
 * @param keepsCodes - the site has the ledger keep codes.
 * @throws Refused with one sentence that names the field and what was expected.
 */
export function readSearch(
  query: Readonly<Record<string, string>>,
  { wrong, ...texts }: LedgerWords,
  keepsCodes: boolean,
): LedgerAsked {
  const plain = (field: string): Rule => [isPlain, wrong.text({ field, most: LONGEST_ASKED })];
  const rules: Readonly<Record<string, Rule>> = {
    key: [(text: string) => KEPT_KEY.test(text), wrong.key({ field: texts.key })],
    code: keepsCodes ? plain(texts.code) : [() => false, wrong.noCodes({ field: texts.code, member: KEEPS_CODES })],
    asker: plain(texts.asker),
    worker: plain(texts.worker),
    operation: [isOperation, wrong.choice({ field: texts.operation })],
    state: [(text: string) => Object.hasOwn(texts.states, text), wrong.choice({ field: texts.state })],
    day: [isDay, wrong.day({ field: texts.day })],
  };
  const asked = new Map<string, string>();
  for (const [name, [fits, sentence]] of Object.entries(rules)) {
    const text = query[name]?.trim() ?? '';
    if (text === '') continue;
    if (!fits(text)) throw new Refused(sentence);
    asked.set(name, text);
  }
  const { zone = '' } = query;
  if (asked.has('day') && isZone(zone)) asked.set('zone', zone);
  return Object.fromEntries(asked);
}

/** Returns the fields of a search as they were entered, right or wrong, to be shown once more. */
export function enteredAs(query: Readonly<Record<string, string>>): LedgerAsked {
  const names = ['key', 'code', 'asker', 'worker', 'operation', 'state', 'day'];
  return Object.fromEntries(
    names.flatMap((name) => (query[name] ? [[name, query[name].slice(0, LONGEST_ASKED)]] : [])),
  );
}

/** The names by which people ask, by the ids that the ledger has. */
export interface AskedNames {
  readonly names: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, string>;
}

/** Returns what is wanted of the ledger where an address asks so. */
export function wishOf(
  { code, asker, worker, operation, state, ...when }: LedgerAsked,
  { names, workers }: AskedNames,
): LedgerWish {
  const states = { refused: 'answered', 'outcome-unknown': 'open' } as const;
  return {
    code,
    operation,
    state: state === 'refused' || state === 'outcome-unknown' ? states[state] : state,
    askers: asker === undefined ? undefined : meantBy(asker, names),
    workers: worker === undefined ? undefined : meantBy(worker, workers),
    ...timesOf(when),
  };
}

/** Returns the ids that a text means: the one that it is, else itself and those whose names have it in them. */
function meantBy(text: string, names: ReadonlyMap<string, string>): readonly string[] {
  if (names.has(text)) return [text];
  const part = text.toLowerCase();
  return [text, ...[...names].filter(([, name]) => name.toLowerCase().includes(part)).map(([id]) => id)];
}

/** Returns the times between which a day lies, Unix ms; nothing where none is asked for. */
export function timesOf({ day, zone }: Pick<LedgerAsked, 'day' | 'zone'>): Pick<LedgerWish, 'from' | 'until'> {
  return day === undefined ? {} : { from: dayStart(day, zone), until: dayStart(day, zone, 1) };
}

/** Writes a place for an address. */
export function placeText({ receivedAt, key }: LedgerPlace): string {
  return `${receivedAt}.${key}`;
}

/** Reads the place of an address. */
export function placeIn(text: string | undefined): LedgerPlace | undefined {
  const [, at, key] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at !== undefined && key !== undefined && KEPT_KEY.test(key) ? { receivedAt: Number(at), key } : undefined;
}
