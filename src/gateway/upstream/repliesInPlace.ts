import {
  type CameReply,
  type FrontMark,
  type FrontReply,
  type ReplyInPlace,
  isOfFront,
  mayBeOfFront,
  whyNoFrontReply,
} from '#site/frontReply.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import { visibleLines } from '#wire/visibleLines.ts';

interface Kind {
  readonly marks: readonly FrontMark[];
  /** As the last one came, for a rule to be tried on. */
  readonly came: CameReply;
  readonly count: number;
  readonly firstAt: number;
  /** Of the newest ones, the newest first. */
  readonly newestAt: readonly number[];
}

/** Within a day so many of a kind are often. */
const OFTEN = 5;
const DAY_MS = 86_400_000;
const MOST_KINDS = 20;
const MOST_MARKS = 8;
const MOST_NAMES = 200;
const LONGEST_VALUE = 100;
const SHORTEST_LINE = 8;
/** Bytes of a page that are kept for a rule to be tried on. */
const KEPT_BYTES = 16 * 1024;

export type RepliesInPlace = ReturnType<typeof createRepliesInPlace>;

/**
 * Makes a memory of whole replies that may have come from something before the service, and of the headers that the service's own
 * answers carry. It is this gateway's, and begins anew with it.
 *
 * @param now - Unix ms.
 */
export function createRepliesInPlace(now: () => number) {
  const kinds = new Map<string, Kind>();
  const onAnswers = new Set<string>();

  return {
    /** Takes in the headers of an answer of the service. */
    answered(headers: CameReply['headers']): void {
      for (const name in headers) if (onAnswers.size < MOST_NAMES) onAnswers.add(name);
    },
    /** Takes in a reply that left a call in doubt. @param sentKey - the access key, no form of which is in a mark. */
    doubted({ status, headers, body }: Omit<CameReply, 'text'> & { readonly body: Uint8Array }, sentKey: string): void {
      const kept = body.subarray(0, KEPT_BYTES);
      const came = { status, headers, text: new TextDecoder().decode(kept) };
      if (!mayBeOfFront(came)) return;
      const fresh = marksOf(came, kept, sentKey);
      const id = kindOf(status, fresh);
      const known = kinds.get(id);
      const marks = known
        ? tellingOf(
            status,
            fresh.map((mark) => inBoth(mark, known.marks)),
          )
        : fresh;
      const at = now();
      kinds.delete(id);
      kinds.set(id, {
        marks,
        came,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? at,
        newestAt: [at, ...(known?.newestAt ?? [])].slice(0, OFTEN),
      });
      const [oldest] = kinds.keys();
      if (kinds.size > MOST_KINDS && oldest !== undefined) kinds.delete(oldest);
    },
    /** Lists the kinds that no rule knows, the newest first. */
    list: (rules: readonly FrontReply[]): readonly ReplyInPlace[] =>
      [...kinds]
        .filter(([, { came }]) => !isOfFront(rules, came))
        .map(([id, { marks, came, count, firstAt, newestAt }]) => ({
          id,
          status: came.status,
          marks: marks.filter(({ header }) => !header || !onAnswers.has(header.name)),
          count,
          firstAt,
          lastAt: newestAt[0] ?? firstAt,
          isOften: newestAt.length === OFTEN && now() - (newestAt.at(-1) ?? 0) < DAY_MS,
        }))
        .toReversed(),
    /** Returns the status of a kind of reply; `undefined`: it is not kept any more. */
    statusOf: (id: string): number | undefined => kinds.get(id)?.came.status,
    /**
     * Says why a rule cannot be taken from a kind of reply: such a reply is not kept (`gone`), does not fit the rule, the
     * service's own answers have the header too, or the rule has less of a mark than tells such replies from others (`tooShort`).
     * `undefined`: it can.
     */
    whyNot(id: string, rule: FrontReply): 'gone' | 'notThis' | 'onAnswers' | 'tooShort' | undefined {
      const kind = kinds.get(id);
      if (!kind) return 'gone';
      if (rule.header && onAnswers.has(rule.header.name.toLowerCase())) return 'onAnswers';
      if (!isOfFront([rule], kind.came)) return 'notThis';
      return kind.marks.some((mark) => isWhole(rule, mark)) ? undefined : 'tooShort';
    },
  };
}

/** Returns what may tell a reply from the service's own: headers that the service's host does not set, and the first words of its page. */
function marksOf({ status, headers, text }: CameReply, body: Uint8Array, sentKey: string): readonly FrontMark[] {
  const type = String(headers['content-type'] ?? '');
  const line = visibleLines(type, body, sentKey)
    .split('\n')
    .map((one) => one.slice(0, LONGEST_VALUE))
    .find((one) => one.length >= SHORTEST_LINE && text.includes(one));
  const ofHeaders = Object.entries(headers).flatMap(([name, value = '']) => {
    const contains = beginningOf(name, [value].flat()[0] ?? '');
    const isClean = contains !== '' && eraseKeyFromText(contains, sentKey) === contains;
    return isClean ? [{ header: { name, contains } }] : [];
  });
  return tellingOf(status, [...ofHeaders, ...(line === undefined ? [] : [{ page: line }])]).slice(0, MOST_MARKS);
}

/** Returns the marks of which a rule can be made: a service’s own reply has none of them. */
function tellingOf(status: number, marks: readonly FrontMark[]): readonly FrontMark[] {
  return marks.filter((mark) => whyNoFrontReply({ status, ...mark, confirmedBy: '?' }) === undefined);
}

/** Returns what stays of a header's value from one reply to the next: of an address what is before its query, of a way to sign in its name. */
function beginningOf(name: string, value: string): string {
  if (name === 'location') return value.replace(/[?#].*/s, '').slice(0, LONGEST_VALUE);
  if (isSteady(name)) return /^[\w-]*/.exec(value)?.[0] ?? '';
  return value.slice(0, LONGEST_VALUE);
}

/** Tells whether a rule has all of a mark, or half of it at least: of a header's value the beginning. */
function isWhole(rule: FrontReply, { header, page }: FrontMark): boolean {
  if (header && rule.header?.name.toLowerCase() !== header.name) return false;
  const [said, seen] = header ? [rule.header?.contains ?? '', header.contains] : [rule.page ?? '', page ?? ''];
  const isPart = header ? seen.startsWith(said) : seen.includes(said);
  return said.includes(seen) || (isPart && said.length * 2 >= seen.length);
}

/** Names a kind: by status, the names of its headers, where it leads to or how one signs in there, and its first words but for numbers. */
function kindOf(status: number, marks: readonly FrontMark[]): string {
  const told = marks.map(({ header, page = '' }) =>
    header ? [header.name, isSteady(header.name) ? header.contains : ''] : wordsOf(page),
  );
  return JSON.stringify([status, ...told]);
}

/** Returns a text without the words that have a figure in them. */
function wordsOf(text: string): string {
  const words = text.split(' ');
  return words.filter((word) => !/\d/.test(word)).join(' ');
}

/** Tells whether replies that differ in a header are of two kinds. */
function isSteady(name: string): boolean {
  return name === 'location' || name.endsWith('-authenticate');
}

/** Returns what a mark has in common with that of the replies before: a request's number is in none. */
function inBoth({ header, page = '' }: FrontMark, before: readonly FrontMark[]): FrontMark {
  if (!header) return { page: sameBeginning(page, before.find((one) => one.page !== undefined)?.page ?? '').trim() };
  const { name } = header;
  const contains = sameBeginning(
    header.contains,
    before.find((one) => one.header?.name === name)?.header?.contains ?? '',
  );
  return { header: { name, contains } };
}

function sameBeginning(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  return one.slice(0, end);
}
