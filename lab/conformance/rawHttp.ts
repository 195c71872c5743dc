import { type KnownReply, type KnownRow, plainTextRefusal } from './knownRows.ts';
import {
  FORM_TYPE,
  HANDHELD,
  REVERT_OFF,
  REVERT_OFF_FORM,
  type RawRequest,
  SOAP11_NAMESPACE,
  SOAP11_TYPE,
  SOAP12_NAMESPACE,
  SOAP12_TYPE,
  actionOf,
  envelope,
  form,
  http,
  query,
  soap11,
  soap11Document,
  soap12Document,
} from './rawRequest.ts';

const OP = `${HANDHELD}/RevertOff`;
const FORM = { 'Content-Type': FORM_TYPE };
/** Well over the limit of 4096 KB, which Mono counts in whole ones. */
const TOO_MANY_BYTES = 4 * 1024 * 1024 + 8192;
const JSON_BODY = '{"deliveryCode":"D","storeCode":"S","apiKey":"k","userID":"7"}';
const MULTIPART_BODY = `--B\r\nContent-Disposition: form-data; name="deliveryCode"\r\n\r\nD\r\n--B--\r\n`;

function reply(row: KnownRow, status: number, media: string, body?: RegExp): KnownReply {
  return { row, status, media, ...(body && { body }), executed: 0 };
}

const methods: readonly RawRequest[] = ['HEAD', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS'].flatMap((method) => {
  const options = method === 'OPTIONS' && { known: reply('options-verb', 200, '') };
  return [
    { name: `method: ${method} on the operation`, bytes: http(`${method} ${OP}`, {}), ...options },
    { name: `method: ${method} on the group`, bytes: http(`${method} ${HANDHELD}`, {}), ...options },
  ];
});

const contentTypes: readonly RawRequest[] = [
  ...Object.entries({
    multipart: ['multipart/form-data; boundary=B', MULTIPART_BODY],
    'text/xml': ['text/xml; charset=utf-8', REVERT_OFF],
    'text/plain': ['text/plain', REVERT_OFF_FORM],
    none: ['', REVERT_OFF_FORM],
    'application/xml': ['application/xml', REVERT_OFF],
    'in capitals': [FORM_TYPE.toUpperCase(), REVERT_OFF_FORM],
    'with a charset': [`${FORM_TYPE}; charset=utf-8`, REVERT_OFF_FORM],
    'with letters after': [`${FORM_TYPE}x`, REVERT_OFF_FORM],
    'with markup': ['a/<b>&"\'', REVERT_OFF_FORM],
  } satisfies Record<string, readonly [string, string]>).map(([name, [type, body]]) => ({
    name: `content type of the operation: ${name}`,
    bytes: form(body, OP, type),
  })),
  {
    name: 'content type of the operation: JSON',
    bytes: form(JSON_BODY, OP, 'application/json'),
    known: { row: 'json-post', status: 500, executed: 0 },
  },
  {
    name: 'content type of the group: application/json',
    bytes: soap11(REVERT_OFF, { contentType: 'application/json' }),
    known: { row: 'json-post', status: 415, body: /^$/, executed: 0 },
  },
  ...['application/xml', 'text/plain', FORM_TYPE, 'multipart/form-data; boundary=B', 'text/html'].map(
    (contentType) => ({
      name: `content type of the group: ${contentType}`,
      bytes: soap11(REVERT_OFF, { contentType }),
    }),
  ),
  { name: 'content type of the group: none', bytes: http(`POST ${HANDHELD}`, {}, envelope(REVERT_OFF)) },
  {
    name: 'content type of the group: none, with SOAPAction',
    bytes: http(`POST ${HANDHELD}`, { SOAPAction: actionOf('RevertOff') }, envelope(REVERT_OFF)),
  },
  {
    name: 'content type of the group: SOAP 1.1 in application/soap+xml',
    bytes: soap12Document(envelope(REVERT_OFF, SOAP11_NAMESPACE)),
  },
  {
    name: 'content type of the group: SOAP 1.2 in text/xml',
    bytes: soap11Document(envelope(REVERT_OFF, SOAP12_NAMESPACE)),
  },
  {
    name: 'content type of the group: SOAP 1.2 in text/xml without SOAPAction',
    bytes: soap11Document(envelope(REVERT_OFF, SOAP12_NAMESPACE), { action: '' }),
  },
];

const padding = 'x'.repeat(TOO_MANY_BYTES);
const sizes: readonly RawRequest[] = [
  { name: 'size: query of 2047 bytes', bytes: query(`${REVERT_OFF_FORM}&x=`.padEnd(2047, 'x')) },
  {
    name: 'size: query of 2048 bytes',
    bytes: query(`${REVERT_OFF_FORM}&x=`.padEnd(2048, 'x')),
    known: { row: 'query-limit', status: 200, media: 'text/xml', executed: 1 },
  },
  { name: 'size: query of 2049 bytes', bytes: query(`${REVERT_OFF_FORM}&x=`.padEnd(2049, 'x')) },
  { name: 'size: query of 4000 bytes', bytes: query(`${REVERT_OFF_FORM}&x=`.padEnd(4000, 'x')) },
  {
    name: 'size: POST with a query of 2049 bytes',
    bytes: form(REVERT_OFF_FORM, `${OP}?x=`.padEnd(2049 + OP.length + 1, 'x')),
  },
  { name: 'size: form of 64,000 characters', bytes: form(`${REVERT_OFF_FORM}&x=${'中'.repeat(64_000)}`) },
  { name: 'size: SOAP 1.1 of 64,000 characters', bytes: soap11(REVERT_OFF.replace('D-1001', '中'.repeat(64_000))) },
  {
    name: 'size: form over the limit',
    bytes: form(`${REVERT_OFF_FORM}&x=${padding}`),
    known: plainTextRefusal('too-large', /^Maximum request length exceeded\./),
  },
  {
    name: 'size: SOAP 1.1 over the limit',
    bytes: soap11(REVERT_OFF.replace('D-1001', padding)),
    known: reply('too-large', 500, 'text/xml', /soap:Server.*---&gt; Maximum request length exceeded\./),
  },
  {
    name: 'size: SOAP 1.2 over the limit',
    bytes: soap12Document(envelope(REVERT_OFF.replace('D-1001', padding), SOAP12_NAMESPACE)),
    known: reply('too-large', 500, 'application/soap+xml', /Maximum request length exceeded\./),
  },
];

const paths: readonly RawRequest[] = [
  {
    name: 'path: in another letter case',
    bytes: form(REVERT_OFF_FORM, OP.toLowerCase().replace('revertoff', 'RevertOff')),
    known: { row: 'path-case', status: 200, media: 'text/xml', body: /<string xmlns=/, executed: 1 },
  },
  { name: 'path: a colon', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/a:b`) },
  {
    name: 'path: a less-than',
    bytes: form(REVERT_OFF_FORM, `${HANDHELD}/a%3Cb`),
    known: reply('path-characters', 400, 'text/html'),
  },
  { name: 'path: an asterisk', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/a*b`) },
  { name: 'path: over 260 characters', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/${'a'.repeat(300)}`) },
  { name: 'path: the root', bytes: http('GET /', {}) },
  { name: 'page: the group', bytes: http(`GET ${HANDHELD}`, {}) },
  { name: 'page: ?WSDL', bytes: http(`GET ${HANDHELD}?WSDL`, {}) },
  { name: 'page: ?wsdl', bytes: http(`GET ${HANDHELD}?wsdl`, {}) },
  { name: 'page: ?DISCO', bytes: http(`GET ${HANDHELD}?DISCO`, {}) },
  {
    name: 'page: ?op=',
    bytes: http(`GET ${HANDHELD}?op=RevertOff`, {}),
    known: reply('help-of-operation', 200, 'text/html'),
  },
  { name: 'page: an unknown query', bytes: http(`GET ${HANDHELD}?x=y`, {}) },
];

const chunked = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const transport: readonly RawRequest[] = [
  {
    name: 'transport: form in chunks',
    bytes: http(`POST ${OP}`, { ...FORM, 'Transfer-Encoding': 'chunked' }, chunked(REVERT_OFF_FORM)),
  },
  {
    name: 'transport: SOAP in chunks',
    bytes: http(
      `POST ${HANDHELD}`,
      { 'Content-Type': SOAP12_TYPE, 'Transfer-Encoding': 'chunked' },
      chunked(envelope(REVERT_OFF, SOAP12_NAMESPACE)),
    ),
  },
  { name: 'transport: HTTP/1.0', bytes: http(`POST ${OP}`, FORM, REVERT_OFF_FORM, 'HTTP/1.0') },
  {
    name: 'transport: Expect: 100-continue',
    bytes: http(`POST ${OP}`, { ...FORM, Expect: '100-continue' }, REVERT_OFF_FORM),
  },
  {
    name: 'transport: lower-case headers',
    bytes: http(
      `POST ${HANDHELD}`,
      { 'content-type': SOAP11_TYPE, soapaction: actionOf('RevertOff') },
      envelope(REVERT_OFF),
    ),
  },
  {
    name: 'transport: Accept of something else',
    bytes: http(`POST ${OP}`, { ...FORM, Accept: 'application/json', 'Accept-Encoding': 'gzip' }, REVERT_OFF_FORM),
  },
  {
    name: 'transport: Content-Length too short, form',
    bytes: http(`POST ${OP}`, { ...FORM, 'Content-Length': '30', Connection: 'keep-alive' }, REVERT_OFF_FORM),
    known: { row: 'bytes-after-the-body', status: 400, executed: 0 },
  },
  {
    name: 'transport: Content-Length too short, SOAP',
    bytes: http(
      `POST ${HANDHELD}`,
      {
        'Content-Type': SOAP11_TYPE,
        SOAPAction: actionOf('RevertOff'),
        'Content-Length': '200',
        Connection: 'keep-alive',
      },
      envelope(REVERT_OFF),
    ),
    known: { row: 'bytes-after-the-body', status: 400, executed: 0 },
  },
  { name: 'transport: form without Content-Length', bytes: http(`POST ${OP}`, { ...FORM, 'Content-Length': '0' }) },
  {
    name: 'transport: gzip said of a form',
    bytes: http(
      `POST ${OP}`,
      { ...FORM, 'Content-Encoding': 'gzip' },
      Buffer.from('1f8b08000000000000034b05004700bb2901000000', 'hex'),
    ),
  },
  {
    name: 'transport: gzip said of SOAP',
    bytes: http(
      `POST ${HANDHELD}`,
      { 'Content-Type': SOAP11_TYPE, SOAPAction: actionOf('RevertOff'), 'Content-Encoding': 'gzip' },
      Buffer.from('1f8b08000000000000034b05004700bb2901000000', 'hex'),
    ),
  },
  {
    name: 'transport: GET with a body',
    bytes: http(`GET ${OP}?${REVERT_OFF_FORM}`, { ...FORM, 'Content-Length': '1' }, 'x'),
  },
  {
    name: 'transport: an Origin',
    bytes: http(`POST ${OP}`, { ...FORM, Origin: 'https://elsewhere.example' }, REVERT_OFF_FORM),
  },
  {
    name: 'transport: a preflight',
    bytes: http(`OPTIONS ${OP}`, { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' }),
    known: reply('options-verb', 200, ''),
  },
];

/** Methods, content types, sizes, paths and transport. Source: lab/conformance. */
export const httpRequests: readonly RawRequest[] = [...methods, ...contentTypes, ...sizes, ...paths, ...transport];
