import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { oneLine } from '#http/tidied.ts';
import type { FileTurn } from '#office/people/personTurns.ts';
import { sayerOf } from '#ledger/deciding.ts';
import type { LedgerLine, LedgerMistake } from '#ledger/ledgerReader.ts';
import type { ReadNotes } from '#ledger/callNotesReader.ts';
import { calledOf } from '#office/pages/pageWords.ts';
import { localIn, offsetText } from '#office/pages/zoneTime.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { DecisionSaid } from '#ledger/decisionsReader.ts';
import { type LedgerView, lineOutcome, tookOf, wordOfAnswer } from './callTable.tsx';
import { pictureAddress } from './notesPart.tsx';

/** The most calls of one file; its last line says where the rest is. */
const MOST = 100_000;

/** The longest text of a cell that others have written: longer ones are cut by whoever writes them. */
const LONGEST = 10_000;

const COLUMNS = [
  'key',
  'operation',
  'outcome',
  'received',
  'sent',
  'ended',
  'tookMs',
  'handheld',
  'handheldName',
  'worker',
  'workerName',
  'codes',
  'status',
  'detail',
  'more',
  'mistake',
  'mistakeBy',
  'mistakeAt',
  'mistakeWhy',
  'settledBy',
  'settledAt',
  'settledWhy',
  'note',
  'noteBy',
  'noteAt',
  'pictures',
  'pictureAddresses',
  'operationName',
  'outcomeName',
  'refusal',
  'refusalSaid',
  'decision',
  'decisionName',
  'decisionBy',
  'decisionAt',
  'decisionWhy',
  'zone',
  'receivedLocal',
  'sentLocal',
  'endedLocal',
  'decisionAtLocal',
] as const;

/** A call of a file. */
export interface FileCall extends LedgerLine {
  /** Absent: nobody said that it was one. */
  readonly mistake?: LedgerMistake | undefined;
  /** Absent: nobody added anything to it. */
  readonly added?: ReadNotes | undefined;
  /** The decision in force; absent: nobody has decided about it. */
  readonly said?: DecisionSaid | undefined;
}

type Exported = { readonly [Column in (typeof COLUMNS)[number]]?: string | number | undefined };

/** A kind of file. */
export interface FileKind {
  readonly name: string;
  readonly type: string;
  readonly head: string;
  readonly line: (call: Exported) => string;
}

/** The kinds of files, by the ends of their addresses. */
export const fileKinds = {
  csv: {
    name: 'scanline-calls.csv',
    type: 'text/csv; charset=utf-8',
    head: CSV_MARK + toCsv(COLUMNS),
    line: (call) => toCsv(COLUMNS.map((column) => String(call[column] ?? ''))),
  },
  lines: {
    name: 'scanline-calls.jsonl',
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: (call) => `${JSON.stringify(call)}\n`,
  },
} as const satisfies Readonly<Record<string, FileKind>>;

/**
 * Sends calls as a file, a part at a time: what is held at once does not grow with it.
 *
 * @param restAt - returns the address of what comes after a call. @param inTurn - has each part made in turn with those of others.
 * @throws where the first part cannot be read; nothing is sent then.
 */
export async function replyWithFile(
  reply: FastifyReply,
  { name, type, head, line }: FileKind,
  parts: AsyncIterable<readonly FileCall[]>,
  view: LedgerView,
  restAt: (last: LedgerLine) => string,
  inTurn: FileTurn,
): Promise<FastifyReply> {
  async function* written(): AsyncGenerator<string, void> {
    let many = 0;
    for await (const lines of parts) {
      const some = lines.slice(0, MOST - many);
      many += some.length;
      const last = some.at(-1);
      const isFull = last !== undefined && many === MOST;
      yield some.map((call) => line(exportedOf(call, view))).join('') + (isFull ? line({ more: restAt(last) }) : '');
      if (isFull) return;
    }
  }
  const rest = inTurn(written());
  const first = await rest.next();
  async function* whole(): AsyncGenerator<string> {
    yield head + (first.value ?? '');
    yield* rest;
  }
  const headers = { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` };
  return reply.headers(headers).type(type).send(Readable.from(whole()));
}

function exportedOf(call: FileCall, view: LedgerView): Exported {
  const { key, operation, receivedAt, dispatchedAt, settledAt, asker, worker, codes, status, detail } = call;
  return {
    key,
    operation,
    outcome: lineOutcome(call, view),
    received: timeIn(receivedAt),
    sent: timeIn(dispatchedAt),
    ended: timeIn(settledAt),
    tookMs: tookOf(call),
    handheld: asker,
    handheldName: view.names.get(asker ?? ''),
    worker: worker && oneLine(worker, LONGEST),
    workerName: view.workers.get(worker ?? '') || undefined,
    codes,
    status,
    detail: detail && oneLine(detail, LONGEST),
    ...(call.mistake && mistakeColumns(call.mistake)),
    ...(call.added && noteColumns(call.added)),
    ...wordColumns(call, view),
    ...(call.said && decisionColumns(call.said, view)),
    zone: view.zone,
    receivedLocal: localTime(receivedAt, view),
    sentLocal: localTime(dispatchedAt, view),
    endedLocal: localTime(settledAt, view),
  };
}

/** Makes the columns of the words that people use: for the operation, for what became of it, and for why it was refused. */
function wordColumns(call: FileCall, view: LedgerView): Exported {
  const outcome = lineOutcome(call, view);
  const isRefused = outcome === 'refused';
  return {
    operationName: calledOf(call.operation, view.language),
    outcomeName:
      outcome === 'answered' ? wordOfAnswer(call, view) : { ...view.texts.states, ...view.texts.said }[outcome],
    refusal: (isRefused && oneLine(withoutFiles(view.wordsOf(call)), LONGEST)) || undefined,
    refusalSaid: isRefused ? view.refusalInWordsOf(call) : undefined,
  };
}

/** Makes the columns of who decided about a call, when and why, as the gateway knows it. */
function decisionColumns(said: DecisionSaid, view: LedgerView): Exported {
  return {
    decision: said.says,
    decisionName: view.texts.said[said.says],
    decisionBy: sayerOf(said),
    decisionAt: timeIn(said.saidAt),
    decisionWhy: said.why,
    decisionAtLocal: localTime(said.saidAt, view),
  };
}

/** Makes the columns of a mistake: who said so, and who settled it, as the gateway knows them. */
function mistakeColumns({ said, settled }: LedgerMistake): Exported {
  return {
    mistake: settled?.says ?? 'mistake',
    mistakeBy: sayerOf(said),
    mistakeAt: timeIn(said.saidAt),
    mistakeWhy: said.why,
    ...(settled && {
      settledBy: sayerOf(settled),
      settledAt: timeIn(settled.saidAt),
      settledWhy: settled.why,
    }),
  };
}

/** Makes the columns of what was added to a call: the words of all who did, whose the first ones are, and where its pictures stand. */
function noteColumns({ notes, pictures }: ReadNotes): Exported {
  const [first] = notes;
  return {
    ...(first && { note: notes.map(({ text }) => text).join(' · '), noteBy: sayerOf(first), noteAt: timeIn(first.at) }),
    pictures: pictures.length,
    pictureAddresses: pictures.map(({ id }) => pictureAddress(id)).join(' ') || undefined,
  };
}

function timeIn(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** Writes a time as the clocks of the site show it, with how far they are ahead of UTC. */
function localTime(at: number | undefined, { zone }: LedgerView): string | undefined {
  return at === undefined ? undefined : `${localIn(at, zone)} ${offsetText(at, zone)}`;
}
