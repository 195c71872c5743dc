import { connect } from 'node:net';

/** A reply as its bytes say it. */
export interface RawReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Milliseconds without a byte after which a connection is given up. */
const SILENCE_MS = 30_000;

/**
 * Sends bytes on a connection of their own and reads until it ends. Interim replies (1xx) are passed over.
 *
 * @returns `undefined` where nothing came that is a reply.
 */
export async function sendRaw(to: URL, bytes: Buffer): Promise<RawReply | undefined> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const socket = connect(Number(to.port), to.hostname, () => socket.write(bytes));
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('error', () => {}); // a server may close while the request is still going out; what it said counts
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve());
  });
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): RawReply | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return parse(rest);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, body: unchunk(rest) };
  const length = headers.get('content-length'); // what comes after is the reply to what was sent after
  return { status, headers, body: length === undefined ? rest : rest.subarray(0, Number(length)) };
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? 0 : Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
