import { callOfKey } from '#contract/decision.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import type { Asking } from '#office/people/personPages.ts';
import type { LabelsOf } from '#office/printers/printersRoutes.tsx';
import type { ShownCall } from './CallPage.tsx';
import type { LedgerView } from './callTable.tsx';
import { KEPT_KEY } from './ledgerAsked.ts';

/** A request for a page of the ledger, with what it is read and shown by. */
export interface LedgerAsking extends Asking, Pick<ShownCall, 'answerOf'> {
  readonly reader: LedgerReader;
  readonly view: LedgerView;
  readonly labelsOf?: LabelsOf | undefined;
}

/** Reads a call by one of its keys. */
export async function callUnder(key: string, asking: LedgerAsking): Promise<ShownCall | undefined> {
  const { reader, answerOf } = asking;
  if (!KEPT_KEY.test(key)) return undefined;
  const keys = await reader.keysOfCall(key);
  if (keys.length === 0) return undefined;
  const said = (await reader.mistakesAmong(keys.map((entry) => entry.key)))[0];
  const line = keys.find((entry) => entry.key === said?.key);
  const mistake = said && { ...said, ...(line && { line }) };
  const added = (await reader.notesAmong([key])).get(callOfKey(key).callId);
  const labels = await asking.labelsOf?.(
    keys.map((entry) => entry.key),
    asking,
  );
  return { keys, decisions: await reader.decisionsOf(key), mistake, added, labels, answerOf };
}
