import type { OperationName } from '#contract/catalogue.ts';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import type { Kept } from '#outbox/store/database.ts';
import type { Store } from '#outbox/store/store.ts';

/** The prints in the outbox, as far as it was read: so that it is read once, and not for every label. */
interface PrintIndex {
  /** The last row that was looked at. */
  readonly upTo: number;
  /** Rows by operation and code. */
  readonly seqs: Readonly<Record<string, readonly number[]>>;
}

const NAME = 'prints';
const ROWS = 1_000;

/** Finds the prints of a code among all calls of this handheld. */
export function createPrintsOf(
  { since, getMany }: Pick<Store, 'since' | 'getMany'>,
  kept: Pick<Kept, 'read' | 'write'>,
) {
  let reading: Promise<PrintIndex> | undefined;

  async function read(): Promise<PrintIndex> {
    let { upTo, seqs } = ((await kept.read(NAME)) as PrintIndex | undefined) ?? { upTo: 0, seqs: {} };
    const from = upTo;
    let rows: readonly QueuedCall[];
    do {
      rows = await since(upTo, ROWS);
      const found = { ...seqs };
      for (const row of rows.filter(isPrint)) {
        const name = nameOf(row.operation, codeOf(row));
        found[name] = [...(found[name] ?? []), row.seq];
      }
      seqs = found;
      upTo = rows.at(-1)?.seq ?? upTo;
    } while (rows.length === ROWS);
    if (upTo > from) await kept.write(NAME, { upTo, seqs } satisfies PrintIndex).catch(() => undefined); // read again next time
    return { upTo, seqs };
  }

  /** Every call of this handheld that asked for a label of the code, the oldest first, but those that surely made none. */
  return async function printsOf(operation: OperationName, code: string): Promise<readonly QueuedCall[]> {
    reading = (reading ?? Promise.resolve()).then(read, read); // one after the other
    const { seqs } = await reading;
    const rows = await getMany(seqs[nameOf(operation, code)] ?? []);
    return rows.filter(mayBeOnPaper);
  };
}

function mayBeOnPaper({ state, result }: QueuedCall): boolean {
  if (state === 'answered') return result?.verdict !== 'refused' && result?.verdict !== 'key-refused';
  return state !== 'cancelled' && state !== 'discarded' && state !== 'held';
}

function codeOf({ parameters }: Pick<QueuedCall, 'parameters'>): string {
  return new Map(parameters).get('code') ?? '';
}

function nameOf(operation: string, code: string): string {
  return `${operation} ${code}`;
}
