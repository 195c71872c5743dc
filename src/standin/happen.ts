import type { ServerResponse } from 'node:http';
import {
  type AspReply,
  bareStatus,
  emptyReply,
  errorPage,
  foreignPage,
  frontPage,
  serviceUnavailable,
} from './aspReplies.ts';
import type { Routed } from './aspRequest.ts';

const EXCEPTION = 'Object reference not set to an instance of an object.';
const OVERSIZED_BYTES = 50 * 1024 * 1024;
const SLOW_MS = 1000;
const BOMB = Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n + 1} "${`&b${n};`.repeat(10)}">`).join('');

/** A fault that happens. The wire shows its kind and `delayMs`, and not whether the operation ran. */
export interface Happening {
  readonly delayMs: number;
  readonly routed: Routed;
  /** Path and query of the request. */
  readonly url: string;
  /** The answer, where the operation ran. */
  readonly reply?: AspReply;
  readonly outgoing: ServerResponse;
}

/** An answer that says nothing of the call, so that it is the same whether the operation ran or not. */
type Sample = AspReply & { readonly body: string };

const SAMPLE = 'OK: a sample of an answer';

function sampleOf(routed: Routed): Sample {
  const reply = routed.answer(SAMPLE);
  return { ...reply, body: String(reply.body) };
}

/** Returns the whole reply; `undefined`: it has written what there is. */
type Show = (sample: Sample, happening: Happening) => AspReply | undefined;

/**
 * The faults that take the place of an answer. Each is ordered as `…-before`, where the operation does not run, or
 * `…-after`, where it has run: on the wire nothing tells the two apart.
 */
const shownWrong = {
  // closes the connection without an answer
  drop: (_, { outgoing }) => void outgoing.destroy(),
  // half of an answer, then a reset connection
  'cut-off': (sample, { outgoing }) => writeHalf(outgoing, sample),
  // half of an answer, with a length that says it is whole
  'cut-xml': (sample) => ({ ...sample, body: sample.body.slice(0, sample.body.indexOf(SAMPLE) + 5) }),
  // a byte every `delayMs` (0: each second); after: the answer in the end, before: never
  slow: (sample, { outgoing, reply, delayMs }) => writeSlowly(outgoing, reply, sample, delayMs || SLOW_MS),
  // an exception of the operation: HTTP 500 with its text, or a SOAP fault
  throw: (_, { routed }) => routed.exception(EXCEPTION),
  // a SoapException that blames the client
  soapfault: (_, { routed }) =>
    routed.soapException('The operation refused.', {
      actor: 'urn:stand-in',
      detail: '<code xmlns="urn:stand-in">4711</code>',
    }),
  'html-200': () => foreignPage,
  'html-500': () => errorPage(500, 'Runtime Error'),
  'empty-200': () => emptyReply,
  'empty-500': () => bareStatus(500),
  // to a page where one signs in; the key of a GET is in the address, as it would be
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
  'wrong-namespace': (sample) => changed(sample, / xmlns="[^"]*"/, ' xmlns="urn:another-service"'),
  'wrong-root': (sample) => changed(sample, /(<\/?)(string|\w+Response)(?=[ >])/g, '$1Another'),
  doctype: (sample) => changed(sample, /\?>\s*/, '?><!DOCTYPE string [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
  // entities that grow
  bomb: (sample) =>
    changed(changed(sample, /\?>\s*/, `?><!DOCTYPE string [<!ENTITY b0 "ha">${BOMB}]>`), SAMPLE, '&b9;'),
  oversized: (sample, { outgoing }) => writeOversized(outgoing, sample),
} satisfies Record<string, Show>;

type WrongAnswer = keyof typeof shownWrong;

export const wrongAnswers = Object.keys(shownWrong) as readonly WrongAnswer[];

/** Writes a fault. */
export function happen(kind: `${WrongAnswer}-${'before' | 'after'}`, happening: Happening): void {
  const show: Show = shownWrong[kind.replace(/-(?:before|after)$/, '') as WrongAnswer];
  const whole = show(sampleOf(happening.routed), happening);
  if (whole) writeReply(happening.outgoing, whole);
}

function changed(sample: Sample, from: string | RegExp, to: string): Sample {
  return { ...sample, body: sample.body.replace(from, to) };
}

/** The rare ways to write the answer of an operation that has run. */
export const shownOddly = {
  // no text
  nil: (routed) => routed.answer(null),
  empty: (routed) => routed.answer(''),
  control: (routed, text) => routed.answer(`${text}\u0001`),
  // a byte order mark before the answer
  bom(routed, text) {
    const reply = routed.answer(text);
    return { ...reply, body: `\uFEFF${String(reply.body)}` };
  },
  cdata: (routed, text) => withContent(routed.answer(text), `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`),
  // every letter of the text as a reference
  entities(routed, text) {
    const letters = text.replace(/./gsu, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`);
    return withContent(routed.answer(text), letters);
  },
} satisfies Record<string, (routed: Routed, text: string) => AspReply>;

type OddAnswer = keyof typeof shownOddly;

export const oddAnswers = Object.keys(shownOddly) as readonly OddAnswer[];

/** Replaces the text of a reply. */
function withContent(reply: AspReply, content: string): AspReply {
  const body = String(reply.body);
  const at = /<(?:string|\w+Result)(?: [^<>]*)?>/.exec(body);
  const end = body.search(/<\/(?:string|\w+Result)>/);
  if (at === null || end === -1) return reply;
  return { ...reply, body: body.slice(0, at.index + at[0].length) + content + body.slice(end) };
}

/** Writes a whole reply. */
export function writeReply(outgoing: ServerResponse, reply: AspReply): void {
  const bytes = Buffer.from(reply.body);
  writeHead(outgoing, reply, bytes.byteLength);
  outgoing.end(bytes);
}

/** Writes a head that promises the whole body, and half of it; then resets the connection. */
function writeHalf(outgoing: ServerResponse, reply: AspReply): undefined {
  const bytes = Buffer.from(reply.body);
  writeHead(outgoing, reply, bytes.byteLength);
  outgoing.write(bytes.subarray(0, bytes.byteLength >> 1), () => outgoing.socket?.resetAndDestroy());
}

/** Writes a byte at a time. @param reply - absent: the sample up to its text, and no more. */
function writeSlowly(
  outgoing: ServerResponse,
  reply: AspReply | undefined,
  sample: Sample,
  everyMs: number,
): undefined {
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

/** Writes a body that is too large, as fast as it is taken and never whole in memory. */
function writeOversized(outgoing: ServerResponse, sample: Sample): undefined {
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

/** Writes a reply's head. @param sizeBytes - absent: it names no length. */
function writeHead(outgoing: ServerResponse, reply: AspReply, sizeBytes?: number): void {
  const { status, contentType, cacheControl, headers, isOfFront } = reply;
  outgoing.writeHead(status, {
    'Cache-Control': cacheControl,
    ...(contentType !== '' && { 'Content-Type': contentType }),
    ...(sizeBytes !== undefined && { 'Content-Length': sizeBytes }),
    ...(!isOfFront && { 'X-AspNet-Version': '4.0.30319' }),
    ...headers,
  });
}
