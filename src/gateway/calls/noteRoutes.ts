import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DECISION_TEXTS } from '#contract/decision.ts';
import { jpegSize } from '#contract/jpeg.ts';
import { jsonIn } from '#contract/json.ts';
import {
  type CallNote,
  MOST_NOTES,
  NOTE_LIMITS,
  type NotesHeard,
  type NotesTold,
  type PictureFacts,
} from '#contract/note.ts';
import { type Schema, type SchemaOf, list, named, object, readBy, wholeNumber } from '#contract/schema.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { networkOf } from '#http/clientAddress.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { oneLine } from '#http/tidied.ts';
import type { Holders } from '#ledger/holders.ts';
import { IDEMPOTENCY_KEY } from '#ledger/ledger.ts';
import type { CallNotes } from '#ledger/callNotes.ts';
import { NOTES_PATH, PICTURES_PATH, PICTURE_STATUS, TAKEN_BY_HEADER } from '#wire/notes.ts';
import { askerOf } from './callRoutes.ts';

const NOTES_LIMIT_BYTES = 256 * 1024;
/** A picture of a handheld is smaller; one of a newer one may be this large. */
const PICTURE_LIMIT_BYTES = 256 * 1024;
/** No picture is longer on a side, in pixels: a small file may unfold to gigabytes in the browser that shows it. */
const LONGEST_SIDE = 4096;

const ID = /^[A-Za-z0-9-]{8,64}$/;
const line = (maxLength: number): SchemaOf<string> => ({ ...named, maxLength });

const note = object(
  {
    id: { type: 'string', pattern: ID.source } as SchemaOf<string>,
    key: { type: 'string', pattern: IDEMPOTENCY_KEY.source } as SchemaOf<string>,
    text: line(NOTE_LIMITS.words),
    by: line(DECISION_TEXTS.by),
    at: { ...wholeNumber, minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as SchemaOf<number>,
  },
  ['id', 'key', 'text', 'by', 'at'],
) satisfies SchemaOf<CallNote> & Schema;

const told = object({ notes: list(note) }, ['notes']);

/** Pictures of one sender: a shift's at once, then one each ten seconds. */
const PICTURES = { perSecond: 0.1, burst: 300 };
/** Notes and pictures of one sender about calls that are not its own: of a handheld that was enrolled anew, and no disk full. */
const NOT_ITS_OWN = { perSecond: 0.01, burst: 100 };

/** The parts of the ledger that notes go to. */
export interface NoteParts {
  readonly holders: Pick<Holders, 'standing'>;
  readonly notes: Pick<CallNotes, 'keepNote' | 'keepPicture' | 'isNoteKept' | 'isPictureKept'>;
}

/** The gateway's word on whether something about a call may be kept now. */
type Room = 'yes' | 'unknown' | 'later';

/**
 * Adds `POST /gateway/notes` and `POST /gateway/pictures`, where a handheld tells what workers added to calls. Nothing of it goes to the
 * service, and no line of a log has any of it. Source: docs/adr/2026-11-30-a-note-and-pictures-of-a-call.md.
 */
export function addNoteRoutes(app: FastifyInstance, parts: NoteParts): void {
  const { holders, notes } = parts;
  const strangers = createRateLimit(NOT_ITS_OWN, () => performance.now());
  const many = createRateLimit(PICTURES, () => performance.now());

  /** Tells whether something may be kept about a call: one that the ledger does not have yet is waited for. */
  async function roomFor(key: string, asker: string, sender: string): Promise<Room> {
    const standing = await holders.standing(key, asker);
    if (standing === 'unknown') return 'unknown';
    return standing === 'holder' || strangers.take(sender) === 0 ? 'yes' : 'later';
  }

  app.post(NOTES_PATH, { bodyLimit: NOTES_LIMIT_BYTES }, async (request, reply) => {
    const read = readTold(request);
    if (typeof read === 'string') return replyWith(reply, refusal(read));
    const { asker, sender } = whoTells(request);
    try {
      const heard: NotesHeard['notes'][number][] = [];
      for (const one of read.notes) {
        if (await notes.isNoteKept(one.id)) heard.push({ id: one.id, is: 'kept' });
        else if ((await roomFor(one.key, asker, sender)) === 'yes')
          heard.push({ id: one.id, is: await notes.keepNote({ ...one, asker }) });
      }
      return replyWithJson(reply, { notes: heard });
    } catch (error) {
      return cannotKeep(request, reply, error);
    }
  });

  app.post(PICTURES_PATH, { bodyLimit: PICTURE_LIMIT_BYTES }, async (request, reply) => {
    const facts = readFacts(request);
    if (typeof facts === 'string') return replyWith(reply, refusal(facts));
    const { asker, sender } = whoTells(request);
    const jpeg = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { width = Infinity, height = Infinity } = jpegSize(jpeg) ?? {};
    if (Math.max(width, height) > LONGEST_SIDE)
      return replyWith(
        reply,
        refusal(`A picture is a JPEG of ${LONGEST_SIDE} pixels a side at most.`, PICTURE_STATUS.refused),
      );
    try {
      if (await notes.isPictureKept(facts.id)) return replyWithJson(reply, { kept: facts.id });
      const room = await roomFor(facts.key, asker, sender);
      if (room === 'unknown')
        return replyWith(reply, refusal('The ledger does not have the call yet.', PICTURE_STATUS.unknown));
      const waitS = room === 'later' ? 60 : many.take(sender);
      if (waitS > 0) return replyWith(reply, tooMany(waitS));
      const is = await notes.keepPicture({ ...facts, asker }, jpeg);
      if (is === 'kept') return replyWithJson(reply, { kept: facts.id });
      const why =
        is === 'refused'
          ? 'The call has as many pictures as it may have.'
          : 'The gateway has no room for more pictures.';
      return replyWith(reply, refusal(why, PICTURE_STATUS[is]));
    } catch (error) {
      return cannotKeep(request, reply, error);
    }
  });
}

function tooMany(waitS: number) {
  const answer = refusal('Too many pictures at once.', 429);
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(waitS)) } };
}

function cannotKeep(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.error({ err: error }, 'notes cannot be kept');
  return replyWith(reply, problemAnswer('not-forwarded', 'The gateway cannot write its ledger.', { retryAfterS: 5 }));
}

/** Returns who tells, and whose limits count: where no token is asked for, those of the network. */
function whoTells(request: FastifyRequest): { readonly asker: string; readonly sender: string } {
  const asker = askerOf(request);
  return { asker, sender: request.device === undefined ? networkOf(asker) : asker };
}

/** Reads what a handheld tells, or returns the sentence on what is wrong with it. */
function readTold({ body }: FastifyRequest): NotesTold | string {
  const value = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined;
  try {
    const { notes } = readBy(told, value, 'notes');
    if (notes.length > MOST_NOTES) return `notes: expected ${MOST_NOTES} at most.`;
    return { notes: notes.map((one) => ({ ...one, text: oneLine(one.text, NOTE_LIMITS.words), by: nameOf(one.by) })) };
  } catch (error) {
    return (error as TypeError).message;
  }
}

/** Reads what a picture is of, or returns the sentence on what is wrong with it. */
function readFacts({ query, headers }: FastifyRequest): PictureFacts | string {
  const { id, key, at } = query as Readonly<Record<string, unknown>>;
  const by = headers[TAKEN_BY_HEADER];
  if (typeof id !== 'string' || !ID.test(id)) return 'id: expected 8 to 64 letters, digits and hyphens.';
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) return 'key: expected the key of a call.';
  if (typeof at !== 'string' || !/^[0-9]{1,15}$/.test(at)) return 'at: expected a time in milliseconds.';
  if (typeof by !== 'string' || by.length > 9 * DECISION_TEXTS.by) return `${TAKEN_BY_HEADER}: expected who took it.`;
  return { id, key, at: Number(at), by: nameOf(decoded(by)) };
}

function decoded(percent: string): string {
  try {
    return decodeURIComponent(percent);
  } catch {
    return '?';
  }
}

const nameOf = (by: string): string => oneLine(by, DECISION_TEXTS.by) || '?';
