import { type DeskReportSources, deskReport } from './deskReport.ts';
import type { DeskAsked } from '#app/core/appState.ts';
import type { Kept } from '#outbox/store/database.ts';
import { type DeskAsks, giveReport } from '#wire/desk.ts';

const DONE = 'desk-done';
const TIMEOUT_MS = 20_000;

/** The wishes that were met last, by their ids: each is met once, also over a restart. */
interface Done {
  readonly send?: string;
  readonly report?: string;
}

export interface DeskPorts extends DeskReportSources {
  readonly keep: Pick<Kept, 'read' | 'write'>;
  readonly storageId: () => string | undefined;
  /** Sends now what waits. */
  readonly sendNow: () => void;
  /** Tells the worker what was asked, and by whom. */
  readonly tell: (asked: DeskAsked) => void;
}

/**
 * Does what the desk asks for once, and tells the worker. What cannot be done now is done with a later hello.
 *
 * @param ports - of one page, which answers one hello at a time.
 */
export async function answerDesk({ send, report }: DeskAsks, ports: DeskPorts): Promise<void> {
  const { keep } = ports;
  const done = ((await keep.read(DONE)) ?? {}) as Done;
  if (send && send.id !== done.send) {
    await keep.write(DONE, { ...done, send: send.id } satisfies Done);
    ports.tell({ kind: 'send', by: send.by });
    ports.sendNow();
  }
  const storage = ports.storageId();
  if (!report || report.id === done.report || storage === undefined) return;
  const showsCodes = ports.view().site.reportsShowCodes === true;
  const text = await deskReport(ports);
  const given = await giveReport(fetch.bind(globalThis), { id: report.id, storage, text }, TIMEOUT_MS);
  if (given === 'later') return;
  await keep.write(DONE, { ...done, ...(send && { send: send.id }), report: report.id } satisfies Done);
  if (given === 'taken') ports.tell({ kind: 'report', by: report.by, showsCodes });
}
