import type { ServerResponse } from 'node:http';
import {
  type AspReply,
  bareStatus,
  emptyReply,
  errorPage,
  foreignPage,
  frontPage,
  serviceUnavailable,
} from '#gateway/standin/aspReplies.ts';
import type { Routed } from '#gateway/standin/aspRequest.ts';
import type { OddAnswer, WrongAnswer } from '#gateway/standin/faults.ts';

const EXCEPTION = 'Object reference not set to an instance of an object.';
const OVERSIZED_BYTES = 50 * 1024 * 1024;
const SLOW_MS = 1000;
const BOMB = Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n + 1} "${`&b${n};`.repeat(10)}">`).join('');

/** A fault that happens: what the wire shows of it depends on `kind` and `delayMs`, and not on whether it ran. */
export interface Happening {
  readonly kind: WrongAnswer;
  /** Milliseconds. */
  readonly delayMs: number;
  readonly routed: Routed;
  /** Path and query of the request. */
  readonly url: string;
  /** The answer, where the operation ran. */
  readonly reply?: AspReply;
}

/** Writes a fault. */
export function happen(happening: Happening, outgoing: ServerResponse): void {
  const { kind, routed, delayMs, reply } = happening;
  const sample = sampleOf(routed);
  if (kind === 'drop') outgoing.destroy();
  else if (kind === 'cut-off') writeHalf(outgoing, sample);
  else if (kind === 'slow') writeSlowly(outgoing, reply, sample, delayMs || SLOW_MS);
  else if (kind === 'oversized') writeOversized(outgoing, sample);
  else writeReply(outgoing, wrongReplies[kind](sample, happening));
}

/** An answer that says nothing of this call, so that it is the same whether the operation ran or not. */
type Sample = AspReply & { readonly body: string };

const SAMPLE = 'OK: a sample of an answer';

function sampleOf(routed: Routed): Sample {
  const reply = routed.answer(SAMPLE);
  return { ...reply, body: String(reply.body) };
}

type Whole = Exclude<WrongAnswer, 'drop' | 'cut-off' | 'slow' | 'oversized'>;

const wrongReplies: Readonly<Record<Whole, (sample: Sample, happening: Happening) => AspReply>> = {
  'cut-xml': (sample) => ({ ...sample, body: sample.body.slice(0, sample.body.indexOf(SAMPLE) + 5) }),
  'wrong-namespace': (sample) => changed(sample, / xmlns="[^"]*"/, ' xmlns="urn:another-service"'),
  'wrong-root': (sample) => changed(sample, /(<\/?)(string|\w+Response)(?=[ >])/g, '$1Another'),
  doctype: (sample) => changed(sample, /\?>\s*/, '?><!DOCTYPE string [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
  bomb: (sample) =>
    changed(changed(sample, /\?>\s*/, `?><!DOCTYPE string [<!ENTITY b0 "ha">${BOMB}]>`), SAMPLE, '&b9;'),
  throw: (_, { routed }) => routed.exception(EXCEPTION),
  soapfault: (_, { routed }) =>
    routed.soapException('The operation refused.', {
      actor: 'urn:stand-in',
      detail: '<code xmlns="urn:stand-in">4711</code>',
    }),
  'html-200': () => foreignPage,
  'html-500': () => errorPage(500, 'Runtime Error'),
  'empty-200': () => emptyReply,
  'empty-500': () => bareStatus(500),
  // The key of a GET is in the address, as it would be.
  'redirect-302': (_, { url }) =>
    frontPage(302, 'Object moved', { Location: `/login.aspx?ReturnUrl=${encodeURIComponent(url)}` }),
  'status-401': () => frontPage(401, 'Unauthorized', { 'WWW-Authenticate': 'Basic realm="stand-in"' }),
  'status-403': () => frontPage(403, 'Forbidden'),
  'status-404': () => frontPage(404, 'Not Found'),
  'status-413': () => frontPage(413, 'Request Entity Too Large'),
  'status-429': () => frontPage(429, 'Too Many Requests', { 'Retry-After': '2' }),
  'status-502': () => frontPage(502, 'Bad Gateway'),
  'status-503': () => serviceUnavailable,
  'status-504': () => frontPage(504, 'Gateway Time-out'),
};

function changed(sample: Sample, from: string | RegExp, to: string): Sample {
  return { ...sample, body: sample.body.replace(from, to) };
}

/** The answer of an operation that ran, written in a rare way. */
export function oddReply(kind: OddAnswer, routed: Routed, text: string): AspReply {
  const reply = routed.answer(
    kind === 'nil' ? null : kind === 'empty' ? '' : kind === 'control' ? `${text}\u0001` : text,
  );
  const body = String(reply.body);
  const at = /<(?:string|\w+Result)(?: [^<>]*)?>/.exec(body);
  const start = (at?.index ?? 0) + (at?.[0].length ?? 0);
  const end = body.search(/<\/(?:string|\w+Result)>/);
  const within = (content: string): AspReply =>
    at === null || end === -1 ? reply : { ...reply, body: body.slice(0, start) + content + body.slice(end) };
  if (kind === 'bom') return { ...reply, body: `\uFEFF${body}` };
  if (kind === 'cdata') return within(`<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
  if (kind === 'entities')
    return within(text.replace(/./gsu, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`));
  return reply;
}

/** Writes a whole reply. */
export function writeReply(outgoing: ServerResponse, reply: AspReply): void {
  const bytes = Buffer.from(reply.body);
  writeHead(outgoing, reply, bytes.byteLength);
  outgoing.end(bytes);
}

/** The head promises the whole body; half of it follows, then the connection is reset. */
function writeHalf(outgoing: ServerResponse, reply: AspReply): void {
  const bytes = Buffer.from(reply.body);
  writeHead(outgoing, reply, bytes.byteLength);
  outgoing.write(bytes.subarray(0, bytes.byteLength >> 1), () => outgoing.socket?.resetAndDestroy());
}

/** @param reply - absent: the sample up to its text, and no more. */
function writeSlowly(outgoing: ServerResponse, reply: AspReply | undefined, sample: Sample, everyMs: number): void {
  const bytes = Buffer.from(reply?.body ?? sample.body.slice(0, sample.body.indexOf(SAMPLE)));
  writeHead(outgoing, sample);
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.byteLength) outgoing.write(bytes.subarray(at, (at += 1)));
    else if (reply) outgoing.end();
    else outgoing.socket?.resetAndDestroy();
  }, everyMs);
  outgoing.once('close', () => clearInterval(timer));
}

/** As fast as it is taken, and never whole in memory. */
function writeOversized(outgoing: ServerResponse, sample: Sample): void {
  const [head = '', tail = ''] = sample.body.split(SAMPLE);
  const chunk = Buffer.alloc(64 * 1024, 'x');
  writeHead(outgoing, sample, head.length + OVERSIZED_BYTES + tail.length);
  outgoing.write(head);
  let left = OVERSIZED_BYTES;
  const more = (): void => {
    while (left > 0) {
      left -= chunk.byteLength;
      if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
    }
    outgoing.end(tail);
  };
  more();
}

/** @param sizeBytes - absent: it is not said. */
function writeHead(outgoing: ServerResponse, reply: AspReply, sizeBytes?: number): void {
  const { status, contentType, cacheControl, headers } = reply;
  outgoing.writeHead(status, {
    'Cache-Control': cacheControl,
    ...(contentType !== '' && { 'Content-Type': contentType }),
    ...(sizeBytes !== undefined && { 'Content-Length': sizeBytes }),
    'X-AspNet-Version': '4.0.30319',
    ...headers,
  });
}
