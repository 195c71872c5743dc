import { isOperationName } from '#contract/catalogue.ts';
import { type Verdict, judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { LedgerEntry, LedgerLine } from '#gateway/ledger/ledgerReader.ts';
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
export function readingOf(
  { operation, status = 0, contentType = '', reply }: LedgerLine,
  site: SiteConfiguration,
  names: WireNames,
): Verdict | undefined {
  if (!reply || !isOperationName(operation)) return undefined;
  const outcome = classify({ status, contentType, body: reply }, names);
  return outcome.kind === 'answered' ? judge(site, operation, outcome.text) : undefined;
}
