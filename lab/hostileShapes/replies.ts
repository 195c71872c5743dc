import { gzipSync } from 'node:zlib';
import { soapVersions } from '#wire/soap.ts';
import { chunked, filled, framed } from './shapes.ts';

/** A reply of the service, as the bytes that it writes. */
export type Reply = (size: number) => Buffer;

const DECLARED = '<?xml version="1.0" encoding="utf-8"?>\r\n';
const NAMESPACE = 'xmlns="http://tempuri.org/"';

/** Frame that stands around the text of an answer in a binding. */
export interface Frame {
  /** All before the text. @param attributes - stand at the element that holds it. */
  readonly before: (attributes?: string) => string;
  readonly after: string;
  readonly type: string;
}

/** An answer over HTTP POST, or GET: one element, of no operation. */
export const plainFrame: Frame = {
  before: (attributes = '') => `${DECLARED}<string ${NAMESPACE}${attributes}>`,
  after: '</string>',
  type: 'text/xml; charset=utf-8',
};

/** An answer of an operation over SOAP 1.2. */
export function soap12Frame(operation: string): Frame {
  const { envelope, media } = soapVersions.soap12;
  return {
    before: (attributes = '') =>
      `${DECLARED}<soap:Envelope xmlns:soap="${envelope}"><soap:Body>` +
      `<${operation}Response ${NAMESPACE}><${operation}Result${attributes}>`,
    after: `</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`,
    type: `${media}; charset=utf-8`,
  };
}

interface Said {
  readonly status?: number;
  readonly type?: string;
  readonly head?: string;
  /** Length of the body, as the head says; absent: its length. */
  readonly length?: number | 'chunked' | 'none';
}

function http(
  body: Buffer,
  { status = 200, type = plainFrame.type, head = '', length = body.length }: Said = {},
): Buffer {
  const framing = { chunked: 'Transfer-Encoding: chunked\r\n', none: '' };
  const said = typeof length === 'number' ? `Content-Length: ${length}\r\n` : framing[length];
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\n${head}${said}\r\n`), body]);
}

const said =
  (before: string, text: string, after: string, more?: Said): Reply =>
  (size) =>
    http(framed(before, text, after, size), more);
const plain = (text: string, repeated: string, after = ''): Reply =>
  said(text, repeated, after, { status: 500, type: 'text/plain; charset=utf-8' });
const namespaces = (many: number): string =>
  Array.from({ length: many }, (_, index) => ` xmlns:n${index}="u:${index}"`).join('');
const soap = (inside: string, text: string, after: string, status = 500): Reply =>
  said(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}`,
    text,
    `${after}</s:Body></s:Envelope>`,
    { status },
  );

/** An ordinary answer of a size, which the XML reader reads. */
export function ordinaryReply({ before, after, type }: Frame): Reply {
  return said(before(), '{"bagCode":"BAG &amp; 1","state":"fertig für heute"},', after, { type });
}

/** Returns what is odd about a reply of the service: each as it is in the frame of its binding. */
export function replyShapes(frame: Frame): Readonly<Record<string, Reply>> {
  return { ...answerShapes(frame), ...otherShapes };
}

function answerShapes(frame: Frame): Readonly<Record<string, Reply>> {
  const { after, type } = frame;
  const before = frame.before();
  const ordinary = ordinaryReply(frame);
  const answer = (text: string, more?: Said): Reply => said(before, text, after, { type, ...more });
  const root = (attributes: string, text: string): Reply => said(frame.before(attributes), text, after, { type });
  return {
    'one-byte chunks': (size) => http(chunked(ordinary(size).subarray(80), 1), { length: 'chunked' }),
    'a packed answer': (size) =>
      http(gzipSync(framed(before, 'a', after, size)), { head: 'Content-Encoding: gzip\r\n' }),
    'a head that is too large': (size) =>
      http(framed(before, 'a', after, size), { head: `X: ${'a'.repeat(80_000)}\r\n` }),
    'a head of many lines': (size) => http(framed(before, 'a', after, size), { head: 'X:\r\n'.repeat(3_000) }),
    'a long content type': answer('a', { type: `text/xml${'; a=b'.repeat(3_000)}` }),
    'a charset of its own': answer('a', { type: `text/xml; charset=${'a'.repeat(12_000)}` }),
    'a length that is too long': answer('a', { length: 100_000_000 }),
    'a length that is too short': answer('a', { length: 100 }),
    'no length': answer('a', { length: 'none' }),
    'many heads before it': (size) => Buffer.concat([filled('HTTP/1.1 100 X\r\n\r\n', size), ordinary(size)]),
    'blanks before it': said(' ', '\r\n', `${before}OK${after}`, { type }),
    'XML deep': answer('<a>'),
    'XML of elements': answer('<a/>'),
    '500 namespaces and elements': root(namespaces(500), '<a/>'),
    'a namespace at each element': root('', '<a xmlns="u"/>'),
    'namespaces at each element': root('', `<a${namespaces(20)}/>`),
    'namespaces deep': root('', `<a${namespaces(200)}>`),
    'many attributes': said(before.slice(0, -1), ' a="1"', `>OK${after}`, { type }),
    '2,000 attributes of elements': root(
      '',
      `<a ${Array.from({ length: 1_500 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
    ),
    'a long attribute': said(`${before.slice(0, -1)} a="`, 'a', `">OK${after}`, { type }),
    'attributes as long as can be': root('', `<a b="${'&amp;'.repeat(3_000)}"/>`),
    'a tag without end': said(before.slice(0, -1), ' a', '', { type }),
    'quotes in a tag': said(before.slice(0, -1), '"\'', `>OK${after}`, { type }),
    entities: answer('&amp;'),
    'entities that are none': answer('&a'),
    references: answer('&#x1;'),
    'references to nothing': answer('&#99999999;'),
    CDATA: answer('<![CDATA[a]]>'),
    'CDATA without end': answer('<![CDATA['),
    'ends of CDATA': answer(']]&gt;'),
    comments: answer('<!--a-->'),
    'comments without end': answer('<!--'),
    'short texts between elements': answer('a<a/>'),
    'long texts between elements': answer(`<a/>${'a '.repeat(4_000)}`),
    'processing instructions': answer('<?a b?>'),
    'null bytes': answer('\0'),
    'line ends': answer('\r\n'),
    'half letters': answer('\uD83D'),
    'letters of four bytes': answer('\u{1F4E6}'),
    backslashes: answer('\\'),
    'escapes of JSON': answer(String.raw`\u0061`),
    'escapes of addresses': answer('%25'),
    'letters of base64': answer('aGVsbG8x'),
    'JSON deep': answer('['),
  };
}

/** Replies that are no answer in any binding. */
const otherShapes: Readonly<Record<string, Reply>> = {
  'one-byte chunks with extensions': (size) =>
    http(chunked(filled('a', Math.min(size, 2_000)), 1, ';a=b'), { length: 'chunked' }),
  'chunks without end': (size) => http(chunked(filled('a', 3 * size), 20), { length: 'chunked' }),
  'a long way to sign in': said('', 'no ', '', {
    status: 401,
    head: `WWW-Authenticate: ${'Basic a="b", '.repeat(900)}\r\n`,
  }),
  'a redirect': said('', 'a', '', { status: 302, head: `Location: http://localhost/${'a'.repeat(10_000)}\r\n` }),
  'no HTTP': (size) => filled('a\r\n', size),
  'a page of something else': said('<html><body>', '<p>Sign in &nbsp;</p>', '</body></html>', { type: 'text/html' }),
  'a page that says it is XML': said('<html><body>', '<p>Sign in</p>', '</body></html>'),
  'words of the gateway': said('{"type":"urn:scanline:problem:refused","code":"refused","detail":"', 'a', '"}', {
    status: 400,
    type: 'application/problem+json',
  }),
  'a document type': said('<!DOCTYPE a [', '<!ENTITY a "b">', ']><a/>'),
  'a failure in words': plain('System.Exception: ', 'at A.B.C() in D:\\e.cs:line 1\r\n   '),
  'a refusal of a parameter': plain('Missing parameter: ', 'a'),
  'a refusal without its end': plain('Cannot convert ', 'a to System.Int32.\nParameter name: '),
  'a danger without its end': plain('A potentially dangerous Request.Form value was detected from the client (', 'a'),
  'a method without its end': plain("Invalid method name '", 'a'),
  'a text of ampersands': plain('Missing parameter: ', '&#39;'),
  'a fault': soap(
    '<s:Fault><faultcode>s:Server</faultcode><faultstring>',
    'System.Exception: a ---> ',
    '</faultstring></s:Fault>',
  ),
  'a fault of colons': soap('<s:Fault><faultcode>', 'a:', '</faultcode><faultstring>a</faultstring></s:Fault>'),
  'a fault of types': soap(
    '<s:Fault><faultcode>s:Client</faultcode><faultstring>System',
    '.A',
    '</faultstring></s:Fault>',
  ),
  'a fault of elements': soap('<s:Fault>', '<faultstring/>', '</s:Fault>'),
  'an answer over SOAP': soap(
    '<RevertOffResponse xmlns="http://tempuri.org/"><RevertOffResult>',
    'a &amp; b ',
    '</RevertOffResult></RevertOffResponse>',
    200,
  ),
  'a description of bindings': said(
    '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://tempuri.org/">',
    '<w:binding name="a"/>',
    '</w:definitions>',
  ),
  'a description of ports': said(
    '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://tempuri.org/"><w:service>',
    '<w:port binding="a:b"/>',
    '</w:service></w:definitions>',
  ),
};
