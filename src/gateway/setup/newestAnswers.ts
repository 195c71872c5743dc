import { isOperationName } from '#contract/catalogue.ts';
import { type LedgerReader, walkBack } from '#gateway/ledger/ledgerReader.ts';
import { classify } from '#wire/classify.ts';
import type { WireNames } from '#wire/names.ts';
import type { KeptAnswer } from './answersPage.ts';

const MOST = 12;
const NEWEST = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

/** An answer of the ledger, without the access key; `undefined` where there is none under the key, or it is too long to be shown. */
export async function keptAnswer(reader: LedgerReader, key: string, names: WireNames): Promise<KeptAnswer | undefined> {
  const entry = await reader.entry(key);
  if (entry?.state !== 'answered' || !isOperationName(entry.operation)) return undefined;
  const { status = 0, contentType = '', body = '', operation } = entry;
  const outcome = classify({ status, contentType, body: Buffer.from(body) }, names);
  return outcome.kind === 'answered' ? { key, operation, text: outcome.text ?? '' } : undefined;
}

/** The newest answers of the ledger, each that was said once. */
export async function newestAnswers(reader: LedgerReader, names: WireNames): Promise<readonly KeptAnswer[]> {
  const { lines } = await walkBack(reader, { state: 'answered' }, NEWEST);
  const found = new Map<string, KeptAnswer>();
  for (const { key } of lines) {
    if (found.size === MOST) break;
    const answer = await keptAnswer(reader, key, names);
    const told = answer && `${answer.operation} ${answer.text}`;
    if (answer && told !== undefined && !found.has(told)) found.set(told, answer);
  }
  return [...found.values()];
}
