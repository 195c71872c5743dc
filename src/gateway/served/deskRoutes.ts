import type { FastifyInstance } from 'fastify';
import { problemAnswer, refusal, replyWith } from '#http/answer.ts';
import { jsonMembers } from '#http/body.ts';
import { oneLine } from '#http/tidied.ts';
import { handheldRow } from '#ledger/handheldRow.ts';
import { DESK_REPORT_PATH, LONGEST_REPORT } from '#wire/desk.ts';
import type { DeskAsking } from './deskAsks.ts';

/** The longest line of a report, in letters. */
const LONGEST_LINE = 4_000;
/** A letter of a report may be six bytes of JSON. */
const BODY_LIMIT_BYTES = 6 * LONGEST_REPORT;

/** Adds `POST /gateway/desk/report`, where a handheld gives the report that the desk has asked for; one that nobody wants is not kept. */
export function addDeskRoutes(app: FastifyInstance, desk: Pick<DeskAsking, 'takeReport'>): void {
  app.post(DESK_REPORT_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const { id, storage, text } = jsonMembers(request);
    if (typeof id !== 'string' || typeof storage !== 'string' || typeof text !== 'string')
      return replyWith(reply, refusal('Expected JSON with id, storage and text.'));
    try {
      const lines = text.split('\n').map((line) => oneLine(line, LONGEST_LINE));
      const isWanted = await desk.takeReport(handheldRow(request.device, storage) ?? '', id, lines.join('\n'));
      if (!isWanted) return replyWith(reply, refusal('Nobody asks for this report.', 410));
      return reply.code(204).header('cache-control', 'no-store').send();
    } catch (error) {
      request.log.error({ err: error }, 'a report cannot be kept');
      return replyWith(
        reply,
        problemAnswer('not-forwarded', 'The gateway cannot write its ledger.', { retryAfterS: 5 }),
      );
    }
  });
}
