import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isObject, jsonIn } from '#contract/json.ts';

/** The smallest average size of a body's pieces, in bytes: a smaller piece costs more than its bytes. */
const FEWEST_BYTES_A_PIECE = 128;
/** The number of pieces that are taken of any size. */
const FREE_PIECES = 1_024;
const FIRST_BYTES = 4 * 1024;

/** The reason why a body is taken no further. */
type TooMuch = 'too-large' | 'too-many-pieces';

/**
 * Collects a body in one buffer that grows with it. Each piece is copied and none is kept: the sender decides how many
 * there are, and a piece takes a hundred times the memory of a byte.
 *
 * @param limitBytes - the largest body that is taken.
 */
export function collectBytes(limitBytes: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let pieces = 0;
  return {
    /** Takes a piece. @returns the reason where it was not taken: ask for no further one then. */
    add(piece: Uint8Array): TooMuch | undefined {
      pieces += 1;
      const whole = length + piece.byteLength;
      if (!(whole <= limitBytes)) return 'too-large'; // a limit that is no number lets nothing through
      if (pieces > FREE_PIECES + whole / FEWEST_BYTES_A_PIECE) return 'too-many-pieces';
      if (whole > buffer.byteLength) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(limitBytes, Math.max(FIRST_BYTES, whole, 2 * buffer.byteLength)),
        );
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(piece, length);
      length = whole;
      return undefined;
    },
    /** Returns the bytes that came so far, as a view of the buffer. */
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}

/** A body that is not read on. The message is one sentence for whoever sent it. */
export class UnreadBody extends Error {
  readonly statusCode = 400;
}

/** Reads a body as a parser of Fastify's, once the edge has taken the length that its head says. */
export function readBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const body = collectBytes(Number(headers['content-length']));
  const take = (piece: Buffer): void => {
    if (body.add(piece) === undefined) return;
    end(new UnreadBody('The body comes in too many pieces.'));
  };
  const end = (error?: Error): void => {
    payload.off('data', take).off('end', end).off('error', end);
    done(error ?? null, body.bytes());
  };
  payload.on('data', take).once('end', end).once('error', end);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The most fields that ASP.NET takes. Source: ASP.NET, aspnet:MaxHttpCollectionKeys. */
const MOST_FIELDS = 1_000;

/**
 * Reads a form's fields in order, with duplicates. Bytes or escapes that are not UTF-8 are refused: a repaired text
 * (U+FFFD) would run as another one.
 *
 * Source: URL Standard, "application/x-www-form-urlencoded parsing", without its repairs.
 *
 * @returns the fields, or one sentence on what is wrong.
 */
export function readForm(body: Uint8Array): readonly (readonly [name: string, text: string])[] | string {
  try {
    const parts = utf8.decode(body).split('&', MOST_FIELDS + 1);
    if (parts.length > MOST_FIELDS) return `The form has more than ${MOST_FIELDS} fields.`;
    return parts
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=');
        return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
      });
  } catch {
    return 'The form is not in UTF-8.';
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Checks the parameters of a form's content type. Whatever is not understood is refused, as another reader may understand
 * it.
 *
 * @param contentType - one whose media type is `FORM_TYPE`. @returns one sentence on what is wrong, or `undefined`.
 */
export function wrongFormType(contentType: string): string | undefined {
  const parameters = contentType.slice(contentType.indexOf(';') === -1 ? contentType.length : contentType.indexOf(';'));
  if (/^(?:;[ \t]*charset=(?:utf-?8|"utf-?8")[ \t]*)?;?$/i.test(parameters)) return undefined;
  if (/^;[ \t]*charset=[^;]*$/i.test(parameters)) return 'The form is not in UTF-8.';
  return 'Content-Type: expected nothing but a charset beside the type.';
}

/** Returns the members of a JSON body; none where it is no JSON object, or is sent as something else. */
export function jsonMembers({ body, headers }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '') || !Buffer.isBuffer(body)) return {};
  const value = jsonIn(body.toString());
  return isObject(value) ? value : {};
}
