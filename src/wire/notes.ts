import { isObject, jsonOfReply } from '#contract/json.ts';
import type { NotesHeard, NotesTold, PictureFacts, PictureWord } from '#contract/note.ts';
import { PROBLEM_MEDIA_TYPE } from './problem.ts';

/** The path at which handhelds tell notes about calls. */
export const NOTES_PATH = '/gateway/notes';

/** The path at which they tell pictures, one at a time; the facts of each stand in its query, but whoever took it. */
export const PICTURES_PATH = '/gateway/pictures';

/** The header with whoever took a picture, percent-encoded: a query may stand in the log of a proxy. */
export const TAKEN_BY_HEADER = 'scanline-taken-by';

/** Statuses of the gateway's own word about a picture; any other one is told again. */
export const PICTURE_STATUS = { refused: 422, unknown: 409, 'no-room': 507 } as const;

const ownWords = Object.keys(PICTURE_STATUS) as readonly (keyof typeof PICTURE_STATUS)[];

/** A way to ask without delaying a call: it is given up at once where one is due. */
interface TellOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** No redirect is followed and no cache answers; browsers that know of priorities let calls go first. */
const HOW: RequestInit & { readonly priority: 'low' } = {
  method: 'POST',
  cache: 'no-store',
  credentials: 'same-origin',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
  priority: 'low',
};

/** Tells notes. Never throws. @returns `undefined` where nobody answers, or something that does not know of notes. */
export async function tellNotes({ fetch, signal }: TellOptions, told: NotesTold): Promise<NotesHeard | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(NOTES_PATH, { ...HOW, headers, body: JSON.stringify(told), signal });
    return reply.ok ? heardIn(await jsonOfReply(reply)) : undefined;
  } catch {
    return undefined;
  }
}

function heardIn(value: unknown): NotesHeard | undefined {
  if (!isObject(value) || !Array.isArray(value['notes'])) return undefined;
  const notes = value['notes'].flatMap((one: unknown) => {
    const { id, is } = isObject(one) ? one : {};
    return typeof id === 'string' && (is === 'kept' || is === 'refused') ? [{ id, is } as const] : [];
  });
  return { notes };
}

/** Tells a picture. Never throws. @returns `later` also where nobody answers, or something that does not know of pictures. */
export async function tellPicture(
  { fetch, signal }: TellOptions,
  { id, key, by, at }: PictureFacts,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<PictureWord> {
  const query = new URLSearchParams({ id, key, at: String(at) });
  const whole = by.replace(/\p{Cs}/gu, '?'); // half a letter has no percent code
  const headers = { 'content-type': 'image/jpeg', [TAKEN_BY_HEADER]: encodeURIComponent(whole) };
  try {
    const reply = await fetch(`${PICTURES_PATH}?${query}`, { ...HOW, headers, body: jpeg, signal });
    if (reply.ok) {
      const value = await jsonOfReply(reply);
      return isObject(value) && value['kept'] === id ? 'kept' : 'later';
    }
    if (reply.headers.get('content-type')?.startsWith(PROBLEM_MEDIA_TYPE) !== true) return 'later';
    return ownWords.find((word) => PICTURE_STATUS[word] === reply.status) ?? 'later';
  } catch {
    return 'later';
  }
}
