/** Route that a shape is sent to, and how large it may be. */
export interface Target {
  readonly method: string;
  readonly path: string;
  /** Bytes of a body that the route takes. */
  readonly size: number;
}

/** A request as its sender would have it: what differs from an ordinary one. */
export interface Sent {
  /** Stands for the path. */
  readonly path?: string;
  /** Lines of the head beside Host and the rights. */
  readonly head?: readonly string[];
  readonly body?: Buffer;
  /** Length of the body, as the head says; absent: its length. */
  readonly length?: number | 'chunked';
  /** Count of such requests that follow each other on the connection. */
  readonly times?: number;
  /** Written in pieces of so many bytes, each for itself. */
  readonly pieces?: number;
  /** `true`: its sender goes when all of it is written. */
  readonly goes?: true;
}

type Make = (target: Target) => Sent;

const FORM = 'application/x-www-form-urlencoded';

/** So many bytes of a repeated text. */
export function filled(text: string, size: number): Buffer {
  return Buffer.alloc(size, text);
}

/** A text with what is before and behind it, so many bytes in all. */
export function framed(before: string, text: string, after: string, size: number): Buffer {
  const room = Math.max(0, size - Buffer.byteLength(before + after));
  const times = Math.floor(room / Buffer.byteLength(text));
  return Buffer.from(before + text.repeat(times) + after);
}

/** Bytes as HTTP chunks of so many bytes each. */
export function chunked(bytes: Buffer, each: number, extension = ''): Buffer {
  const parts: (string | Buffer)[] = [];
  for (let at = 0; at < bytes.length; at += each) {
    const part = bytes.subarray(at, at + each);
    parts.push(`${part.length.toString(16)}${extension}\r\n`, part, '\r\n');
  }
  parts.push('0\r\n\r\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

const typed =
  (type: string, body: (size: number) => Buffer): Make =>
  ({ size }) => ({ head: [`Content-Type: ${type}`], body: body(size) });
const form = (body: (size: number) => Buffer): Make => typed(FORM, body);
const json = (before: string, text: string, after: string): Make =>
  typed('application/json', (size) => framed(before, text, after, size));
const xml = (before: string, text: string, after: string): Make =>
  typed('text/xml; charset=utf-8', (size) => framed(before, text, after, size));
const head =
  (...lines: readonly string[]): Make =>
  () => ({ head: lines });

/** Most of what a head may have. */
const HEAD = 12_000;
const long = (text: string): string => text.repeat(Math.floor(HEAD / text.length));

const ENVELOPE =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><RevertOff xmlns="http://tempuri.org/">';
const ENVELOPE_END = '</RevertOff></soap:Body></soap:Envelope>';
const namespaces = (many: number): string =>
  Array.from({ length: many }, (_, index) => `xmlns:n${index}="u:${index}"`).join(' ');

/** Oddities of the head of a request: sent to every route. */
export const headShapes: Readonly<Record<string, Make>> = {
  'a header of 12 kB': head(`X-Long: ${long('a')}`),
  'a head that is too large': head(`X-Long: ${'a'.repeat(80_000)}`),
  '62 headers': head(...Array.from({ length: 58 }, (_, index) => `X-${index}: ${'a'.repeat(100)}`)),
  '3,000 headers': head(...Array.from({ length: 3_000 }, () => 'X:')),
  'a long cookie': head(`Cookie: ${long('a')}`),
  'a cookie again and again': head(`Cookie: ${long(`scanline-device=${'x'.repeat(43)}; `)}x=1`),
  'a sign-in again and again': head(`Cookie: ${long('scanline-supervisor=x; ')}x=1`),
  'a cookie of quotes and blanks': head(`Cookie: ${long(' ; ="')}`),
  'a long key': head(`Idempotency-Key: ${long('a')}`),
  'a key of quotes': head(`Idempotency-Key: ${long('"')}`),
  'a long time of trying': head(
    `Idempotency-Key: call-00001`,
    `Scanline-Tried: ${long('9')}`,
    `Scanline-Tried-Last: ${long('9.')}`,
  ),
  'a long address': ({ path }) => ({ path: `${path}/${long('a')}` }),
  'an address of escapes': ({ path }) => ({ path: `${path}/${long('%41')}` }),
  'an address of wrong escapes': ({ path }) => ({ path: `${path}/${long('%C3')}` }),
  'an address of slashes and dots': ({ path }) => ({ path: `${path}/${long('../')}` }),
  'a query of 3,000 parameters': ({ path }) => ({ path: `${path}?${long('a=1&')}` }),
  'a query of brackets': ({ path }) => ({ path: `${path}?${long('a[b][c]=1&')}` }),
  'a query of escapes': ({ path }) => ({ path: `${path}?nonce=${long('%41')}` }),
  'a query that leads on': ({ path }) => ({
    path: `${path}?call=${long('a')}&before=${'1'.repeat(15)}.${'a'.repeat(200)}`,
  }),
  'many languages': head(`Accept-Language: ${long('zh;q=0.1,')}en`),
  'many encodings': head(`Accept-Encoding: ${long('br;q=0.1,')}gzip`),
  'many ranges': head(`Range: bytes=${long('0-1,')}2-3`),
  'many hops': head(`X-Forwarded-For: ${long('10.0.0.1, ')}10.0.0.2`),
  'a long content type': head(`Content-Type: ${FORM}${long('; a=b')}`),
  'an entity tag of commas': head(`If-None-Match: ${long('"a", ')}"b"`),
  'requests one behind the other': () => ({ times: 300 }),
  'a body where none belongs': ({ size }) => ({ body: filled('a', size) }),
};

/** Oddities of the body of a request: sent to every route that takes one. */
export const bodyShapes: Readonly<Record<string, Make>> = {
  'one-byte chunks': ({ size }) => ({
    head: [`Content-Type: ${FORM}`],
    body: chunked(filled('a', size), 1),
    length: 'chunked',
  }),
  'one-byte chunks with extensions': ({ size }) => ({
    head: [`Content-Type: ${FORM}`],
    body: chunked(filled('a', Math.min(size, 1_500)), 1, ';a=b'),
    length: 'chunked',
  }),
  'chunks beyond the limit': ({ size }) => ({
    head: [`Content-Type: ${FORM}`],
    body: chunked(filled('a', 4 * size), 65_536),
    length: 'chunked',
  }),
  'a byte at a time': () => ({ head: [`Content-Type: ${FORM}`], body: filled('a', 2_000), pieces: 1 }),
  'a length that is too long': ({ size }) => ({ body: filled('a', 1_000), length: size, goes: true }),
  'a length that is too short': ({ size }) => ({ body: filled('a', size), length: 10 }),
  'a length beyond the limit': ({ size }) => ({ body: filled('a', size), length: 8 * size }),
  'a packed body': ({ size }) => ({
    head: [`Content-Type: ${FORM}`, 'Content-Encoding: gzip'],
    body: filled('a', size),
  }),
  'many parameters': form((size) => filled('a=1&', size)),
  'a known parameter again and again': form((size) => filled('userID=7&', size)),
  'a known parameter in other letters': form((size) => filled('USERid=7&', size)),
  'a form of ampersands': form((size) => filled('&', size)),
  'a form of equals signs': form((size) => filled('=', size)),
  'a form of escapes': form((size) => filled('%41', size)),
  'a form of wrong escapes': form((size) => filled('%', size)),
  'a form of half letters': form((size) => filled('%C3', size)),
  'a form of pluses': form((size) => framed('userID=', '+', '', size)),
  'a form that is not UTF-8': form((size) => Buffer.alloc(size, 0xff)),
  'a parameter as long as a body may be': form((size) => framed('userID=', 'a', '', size)),
  'codes of digits and letters': form((size) => framed('deliveryCode=', 'aGVsbG8x', '', size)),
  'a parameter of angle brackets': form((size) => framed('userID=', '%3Ca', '', size)),
  'a parameter of references': form((size) => framed('userID=', '%26%23', '', size)),
  'a parameter of line ends': form((size) => framed('userID=', '%0D%0A', '', size)),
  'a parameter of digits': form((size) => framed('number=', '1', '', size)),
  'a text of JSON': form((size) => framed('strJson=', '%5B', '', size)),
  'names as long as can be': form((size) => filled(`${'a'.repeat(5_000)}&`, size)),
  'lines of a table': form((size) => framed('text=', 'a%3Bb%3Bc%0A', '', size)),
  'quotes of a table': form((size) => framed('text=', '%22', '', size)),
  'JSON deep': json('', '[', ''),
  'JSON deep and closed': typed('application/json', (size) => Buffer.from('['.repeat(size / 2) + ']'.repeat(size / 2))),
  'JSON of many members': json('{"a":1', ',"b":1', '}'),
  'JSON of one member again and again': json('{"code":1', ',"code":"1"', '}'),
  'JSON of escapes': json('{"code":"', String.raw`\u0041`, '"}'),
  'JSON with a long name': json('{"code":"abcdefghijklmnopqrst","attempt":"abcdefghijklmnopqrst","name":"', ' a', '"}'),
  'JSON of digits': json('', '1', ''),
  'JSON of blanks': json('', ' ', '{}'),
  'a fault order': json('{"kind":"delay","operation":"', 'a', '"}'),
  'a form in parts': typed('multipart/form-data; boundary=a', (size) =>
    framed('', '--a\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n', '--a--', size),
  ),
  'XML deep': xml('', '<a>', ''),
  'XML deep below a parameter': xml(ENVELOPE, '<a>', ENVELOPE_END),
  'XML with 1,000 namespaces': xml(`<a ${namespaces(1_000)}>`, '<b/>', '</a>'),
  'a namespace at each element': xml(ENVELOPE, '<a xmlns="u" xmlns:b="v"/>', ENVELOPE_END),
  'a namespace deep at each element': xml(ENVELOPE, '<a:b xmlns:a="u">', ENVELOPE_END),
  'XML with many attributes': xml(`${ENVELOPE}<userID `, 'a="1" ', `/>${ENVELOPE_END}`),
  'XML with a long attribute': xml(`${ENVELOPE}<userID a="`, 'a', `"/>${ENVELOPE_END}`),
  'XML with many elements': xml(ENVELOPE, '<userID/>', ENVELOPE_END),
  'XML with a long text': xml(`${ENVELOPE}<userID>`, 'a ', `</userID>${ENVELOPE_END}`),
  'XML of entities': xml(`${ENVELOPE}<userID>`, '&amp;', `</userID>${ENVELOPE_END}`),
  'XML of references': xml(`${ENVELOPE}<userID>`, '&#x41;', `</userID>${ENVELOPE_END}`),
  'XML of CDATA': xml(`${ENVELOPE}<userID>`, '<![CDATA[a]]>', `</userID>${ENVELOPE_END}`),
  'XML of comments': xml(`${ENVELOPE}<userID>`, '<!--a-->', `</userID>${ENVELOPE_END}`),
  'XML of blanks': xml('', ' ', `${ENVELOPE}${ENVELOPE_END}`),
  'XML of entities that grow': xml(
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<a>&b;</a>',
    '',
  ),
  'SOAP without end': xml(`${ENVELOPE}<userID>`, 'a', ''),
};

/** An ordinary request of a size, for a route: what others are measured by. */
export function ordinary({ size, path }: Target): Sent {
  if (path.endsWith('.asmx')) {
    return xml(
      `${ENVELOPE}<userID>7</userID><deliveryCode>`,
      'D-1001 ',
      `</deliveryCode>${ENVELOPE_END}`,
    )({
      size,
    } as Target);
  }
  if (path.endsWith('faults')) return json('{"kind":"none","operation":"', 'a', '"}')({ size } as Target);
  if (path.includes('enrol'))
    return json(
      '{"code":"abcdefghijklmnopqrst","attempt":"abcdefghijklmnopqrst","name":"',
      'Dock 3 ',
      '"}',
    )({ size } as Target);
  return form((bytes) =>
    framed('storeCode=S-01-A&apiKey=demo-key-0001&userID=7&deliveryCode=', 'D-1001+%C3%A4', '', bytes),
  )({ size } as Target);
}
