import { isOperationName, operationOf, type OperationName } from '#contract/catalogue.ts';
import { type Decimal, decimalOf, plusDecimal } from '#contract/decimal.ts';
import type { DecisionWord } from '#contract/decision.ts';
import { type Verdict, judge, readFields, ruleReading } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { oneLine } from '#http/tidied.ts';
import type { DecisionSaid } from '#ledger/decisionsReader.ts';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import { keptAnswer } from '#office/journal/reading.ts';
import type { WireNames } from '#wire/names.ts';
import { type CountedCall, type RefusalReason, type SettledDoubt } from './shiftSums.ts';

/** The letters of a refusal by which reasons are told apart. */
const REASON_LETTERS = 80;
/** The longest reply that is known again, in bytes, and the replies that are: a service says the same of many calls. */
const KNOWN_BYTES = 200;
const MOST_KNOWN = 2_000;

/** Meaning of an answer, as it is counted. */
interface ReadAnswer {
  readonly verdict: Verdict;
  readonly reason?: RefusalReason;
  readonly weight?: Decimal;
  readonly packages: number;
}

/** The words after which a call was done or not by a person's word, though it had been sent. */
const DOUBT_WORDS: readonly (DecisionWord | undefined)[] = ['done', 'not-done', 'sent-again'];

/** Tells whether nobody knew at some time whether a call ran. */
export function wasDoubt({ state, dispatchedAt, decided }: LedgerLine): boolean {
  if (state === 'answered') return DOUBT_WORDS.includes(decided);
  return state === 'outcome-unknown' && dispatchedAt !== undefined;
}

/** Makes what reads calls as they are counted, by the site's rules as they are now. */
export function createCallCounter(site: SiteConfiguration, names: WireNames) {
  const known = new Map<string, ReadAnswer>();

  function readKept(line: LedgerLine, operation: OperationName): ReadAnswer | undefined {
    const { reply, status, contentType } = line;
    if (!reply || reply.length > KNOWN_BYTES) return readNew(line, operation);
    const name = `${operation} ${status} ${contentType} ${Buffer.from(reply).toString('latin1')}`;
    const read = known.get(name) ?? readNew(line, operation);
    if (read && known.size < MOST_KNOWN) known.set(name, read);
    return read;
  }

  function readNew(line: LedgerLine, operation: OperationName): ReadAnswer | undefined {
    const answer = keptAnswer(line, names);
    if (!answer) return undefined;
    const verdict = judge(site, operation, answer.text);
    if (verdict === 'refused' || verdict === 'key-refused')
      return { verdict, reason: reasonOf(site, operation, answer.text ?? ''), packages: 0 };
    return { verdict, ...goodsIn(site, operation, answer.text) };
  }

  /** @param said - the decision in force about it. @param isMistake - nobody has settled that it was one. */
  return (line: LedgerLine, said: DecisionSaid | undefined, isMistake: boolean): CountedCall => {
    const { key, operation, receivedAt, worker } = line;
    const isKnown = isOperationName(operation);
    const read = isKnown && line.state === 'answered' ? readKept(line, operation) : undefined;
    const end = endOf(line, read?.verdict);
    const isLookUp = isKnown && operationOf(operation).effect === 'read';
    const isDone = end === 'done' && !isLookUp;
    return {
      key,
      operation,
      isLookUp,
      receivedAt,
      worker,
      end,
      reason: read?.reason,
      doubt: wasDoubt(line) ? settledBy(line, said) : undefined,
      weight: isDone ? read?.weight : undefined,
      packages: isDone ? (read?.packages ?? 0) : 0,
      isMistake,
    };
  };
}

function endOf({ state, decided }: LedgerLine, verdict: Verdict | undefined): CountedCall['end'] {
  if (state === 'outcome-unknown') return decided === undefined ? 'open' : decided;
  if (state !== 'answered') return state;
  if (verdict === 'accepted') return 'done';
  return verdict === 'refused' || verdict === 'key-refused' ? 'refused' : (verdict ?? 'answered');
}

function settledBy({ state, decided }: LedgerLine, said: DecisionSaid | undefined): SettledDoubt {
  if (state === 'answered') return { by: 'ledger' };
  if (decided === undefined) return { by: 'nobody' };
  return { by: said?.asker === undefined ? 'desk' : 'handheld', says: decided };
}

/** Returns why the service refused: by the site's words for it, else by its own, in which each word with a digit is left out. */
function reasonOf(site: SiteConfiguration, operation: OperationName, text: string): RefusalReason {
  const says = ruleReading(site.answerRules, operation, text)?.says;
  const words = oneLine(withoutFiles(text), REASON_LETTERS * 4).replace(/[\p{L}\p{M}\p{N}_.-]+/gu, (word) =>
    /\p{N}/u.test(word) ? '…' : word,
  );
  return { says, words: words.slice(0, REASON_LETTERS) };
}

/** Returns the weight and the packages that an answer names, by the site's rules for `weight` and `packageWeight`. */
function goodsIn(site: SiteConfiguration, operation: OperationName, text: string | null) {
  const weights = readFields(site, operation, 'weight', text).flatMap((weight) => decimalOf(weight) ?? []);
  const packages = readFields(site, operation, 'packageWeight', text).length;
  return { packages, ...(weights.length > 0 && { weight: weights.reduce(plusDecimal) }) };
}
