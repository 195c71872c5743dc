import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import type { WireReply } from '#wire/message.ts';

/** The longest status line with headers, and the longest line of a chunked body, in bytes. */
const MAX_HEAD = 16 * 1024;

const BEGINNING = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5][0-9]{2})(?: |$)/;
/** The space round the value is taken off apart: an expression for all of it takes the cube of a long line's time. */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

/** How far a reply has come. `not-http`: the bytes are no reply, or one whose end cannot be known for certain. */
export type Progress = 'more' | 'whole' | 'not-http' | 'too-large' | 'upgrade';

/** Reads one reply from its bytes as they come. */
export interface ReplyReader {
  take(chunk: Buffer): Progress;
  /** The other side sends no more. */
  end(): 'whole' | 'not-http';
  /** What has come, once the head is whole. */
  part(): WireReply | undefined;
  /**
   * After a whole reply: whether the service says that the connection stays. HTTP/1.1 means it where nothing is said, but
   * there are services that say nothing and close.
   */
  isReusable(): boolean;
}

interface Head {
  readonly status: number;
  readonly contentType: string;
  readonly isReusable: boolean;
  /** `undefined`: up to the end of the connection. */
  readonly body: { readonly kind: 'length'; readonly bytes: number } | { readonly kind: 'chunked' } | undefined;
}

/**
 * A reader of one HTTP/1.1 reply to a GET or POST. It is strict: what two readers could take for two replies of
 * different length is none here, because a cut-off answer must not pass for a whole one.
 *
 * Source: RFC 9112, sections 2.2, 4, 5, 6.3 and 7.1.
 */
export function createReplyReader(): ReplyReader {
  let rest: Buffer = EMPTY;
  let head: Head | undefined;
  let state: 'head' | 'body' | 'size' | 'data' | 'trailer' | 'whole' | 'not-http' | 'too-large' | 'upgrade' = 'head';
  /** Bytes of the body, or of the chunk and its line end, that are still to come. */
  let left = 0;
  let length = 0;
  const parts: Buffer[] = [];

  const keep = (bytes: Buffer): boolean => {
    length += bytes.byteLength;
    if (length > MAX_REPLY_BYTES) return false;
    if (bytes.byteLength > 0) parts.push(bytes);
    return true;
  };
  /** The next line of `rest`, without its end; `undefined`: it is not whole yet. */
  const nextLine = (): string | undefined => {
    const at = rest.indexOf('\r\n');
    if (at === -1) return undefined;
    const line = rest.toString('latin1', 0, at);
    rest = rest.subarray(at + 2);
    return line;
  };
  const readHead = (): typeof state | undefined => {
    if (!BEGINNING.startsWith(rest.toString('latin1', 0, BEGINNING.length))) return 'not-http';
    const at = rest.indexOf('\r\n\r\n');
    if (at === -1 || at > MAX_HEAD) return rest.byteLength > MAX_HEAD ? 'not-http' : undefined;
    const lines = rest.toString('latin1', 0, at).split('\r\n');
    rest = rest.subarray(at + 4);
    const status = Number(STATUS_LINE.exec(lines[0] ?? '')?.[2]);
    if (status === 101) return 'upgrade';
    const read = readLines(lines);
    if (read === undefined) return 'not-http';
    if (status < 200) return 'head'; // an interim answer: the real one follows
    head = read;
    if (read.body?.kind === 'chunked') return 'size';
    left = read.body?.bytes ?? Number.POSITIVE_INFINITY;
    return left === 0 ? 'whole' : 'body';
  };
  const readSize = (): typeof state | undefined => {
    const line = nextLine();
    if (line === undefined) return rest.byteLength > MAX_HEAD ? 'not-http' : undefined;
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) return 'not-http';
    left = Number.parseInt(size, 16);
    return left === 0 ? 'trailer' : 'data';
  };
  const readBody = (): typeof state | undefined => {
    if (rest.byteLength === 0) return undefined;
    const bytes = rest.subarray(0, Math.min(left, rest.byteLength));
    rest = rest.subarray(bytes.byteLength);
    left -= bytes.byteLength;
    if (!keep(bytes)) return 'too-large';
    return left === 0 ? 'whole' : undefined;
  };
  const readData = (): typeof state | undefined => {
    if (left > 0) {
      const read = readBody();
      if (read !== 'whole') return read;
    }
    if (rest.byteLength < 2) return undefined;
    if (rest[0] !== 0x0d || rest[1] !== 0x0a) return 'not-http';
    rest = rest.subarray(2);
    return 'size';
  };
  const readTrailer = (): typeof state | undefined => {
    const line = nextLine();
    if (line === undefined) return rest.byteLength > MAX_HEAD ? 'not-http' : undefined;
    if (line === '') return 'whole';
    return HEADER.test(line) ? 'trailer' : 'not-http';
  };
  const steps = { head: readHead, body: readBody, size: readSize, data: readData, trailer: readTrailer };
  const now = (): Progress => (state in steps ? 'more' : (state as Progress));

  return {
    take(chunk) {
      rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (state in steps) {
        const next = steps[state as keyof typeof steps]();
        if (next === undefined) break;
        state = next;
      }
      return now();
    },
    end() {
      if (state === 'body' && head && head.body === undefined) state = 'whole';
      return state === 'whole' ? 'whole' : 'not-http';
    },
    part: () => head && { status: head.status, contentType: head.contentType, body: joined(parts) },
    isReusable: () => state === 'whole' && head?.isReusable === true && rest.byteLength === 0,
  };
}

const EMPTY = Buffer.alloc(0);

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] ?? EMPTY) : Buffer.concat(parts);
}

/** @returns `undefined` where it is no head of a reply, or does not say for certain where the reply ends. */
function readLines([first = '', ...lines]: readonly string[]): Head | undefined {
  const [, minor, status] = STATUS_LINE.exec(first) ?? [];
  if (minor === undefined) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const lower = name.toLowerCase();
    const known = headers.get(lower);
    if (known) known.push(withoutSpace(value));
    else headers.set(lower, [withoutSpace(value)]);
  }
  const body = bodyOf(Number(status), headers);
  if (body === 'unclear') return undefined;
  const said = (name: string): string => (headers.get(name) ?? []).join(',').toLowerCase();
  const keeps = /(?:^|[ ,])keep-alive(?:[ ,]|$)/.test(said('connection')) && !/timeout=[01]\b/.test(said('keep-alive'));
  return {
    status: Number(status),
    contentType: headers.get('content-type')?.[0] ?? '',
    isReusable: minor === '1' && keeps && body !== undefined,
    body,
  };
}

/** Without the spaces and tabs at both ends: `trim` would take what Latin-1 calls a space as well. */
function withoutSpace(value: string): string {
  let [from, to] = [0, value.length];
  while (from < to && ' \t'.includes(value.charAt(from))) from += 1;
  while (to > from && ' \t'.includes(value.charAt(to - 1))) to -= 1;
  return value.slice(from, to);
}

function bodyOf(status: number, headers: ReadonlyMap<string, readonly string[]>): Head['body'] | 'unclear' {
  const lengths = headers.get('content-length');
  const codings = headers.get('transfer-encoding');
  if (status < 200 || status === 204 || status === 304) return { kind: 'length', bytes: 0 };
  if (codings) return !lengths && codings.join(',').toLowerCase() === 'chunked' ? { kind: 'chunked' } : 'unclear';
  if (!lengths) return undefined;
  const [only = ''] = lengths;
  return lengths.length === 1 && /^[0-9]{1,15}$/.test(only) ? { kind: 'length', bytes: Number(only) } : 'unclear';
}
