import { isOperationName } from '#contract/catalogue.ts';
import type { Language } from '#contract/languages.ts';
import { type Verdict, judge, refusalInWords } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type LedgerEntry, type LedgerLine, type LedgerReader, walkBack } from '#ledger/ledgerReader.ts';
import { classify } from '#wire/classify.ts';
import type { WireNames } from '#wire/names.ts';

/** Reads the answer that a call of the ledger had; `undefined`: it is too long to be shown. */
export function answerIn(
  { status = 0, contentType = '', body = '' }: LedgerEntry,
  names: WireNames,
): string | undefined {
  const outcome = classify({ status, contentType, body: Buffer.from(body) }, names);
  return outcome.kind === 'answered' ? (outcome.text ?? '') : undefined;
}

/** Reads a kept answer by the site's rules as they are now; `undefined`: there is none, or it is too long. */
export function readingOf(line: LedgerLine, site: SiteConfiguration, names: WireNames): Verdict | undefined {
  const { operation } = line;
  if (!isOperationName(operation)) return undefined;
  const answer = keptAnswer(line, names);
  return answer && judge(site, operation, answer.text);
}

/** Returns what the service said in a kept answer; empty: there is none, it says nothing, or it is too long. */
export function wordsOf(line: LedgerLine, names: WireNames): string {
  return keptAnswer(line, names)?.text ?? '';
}

/** Returns a refusal that a call's kept answer is in the workers' words; `undefined`: the site has none for it, or it is no refusal. */
export function refusalInWordsOf(
  line: LedgerLine,
  site: SiteConfiguration,
  names: WireNames,
  language: Language,
): string | undefined {
  const { operation } = line;
  const answer = keptAnswer(line, names);
  return answer && isOperationName(operation) ? refusalInWords(site, operation, answer.text, language) : undefined;
}

/** Returns a kept answer, with its text; `undefined`: there is none, or it is too long. */
export function keptAnswer({ status = 0, contentType = '', reply }: LedgerLine, names: WireNames) {
  if (!reply) return undefined;
  const outcome = classify({ status, contentType, body: reply }, names);
  return outcome.kind === 'answered' ? outcome : undefined;
}

/** Makes of what reads a call one that reads each call once: a page asks for the same in several of its cells. */
export function readOnce<Read>(read: (line: LedgerLine) => Read): (line: LedgerLine) => Read {
  const known = new WeakMap<LedgerLine, { readonly read: Read }>();
  return (line) => {
    const kept = known.get(line) ?? { read: read(line) };
    known.set(line, kept);
    return kept.read;
  };
}

/** Tells whether a reading is a refusal of the service. */
export function readsRefused(read: Verdict | undefined): boolean {
  return read === 'refused' || read === 'key-refused';
}

/** Makes what tells whether the ledger has an answer of a handheld that is read as refused, or is too long to be looked through at once. */
export function refusedIn(reader: LedgerReader, site: () => SiteConfiguration, names: WireNames) {
  return async (asker: string): Promise<boolean> => {
    const isWanted = (line: LedgerLine): boolean => readsRefused(readingOf(line, site(), names));
    const { lines, isCut } = await walkBack(reader, { state: 'answered', askers: [asker] }, undefined, isWanted);
    return lines.length > 0 || isCut === true;
  };
}
