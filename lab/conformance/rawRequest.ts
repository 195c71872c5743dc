import { PEER_NAMESPACE } from '#e2e/rig/peer.ts';
import type { KnownReply } from './knownRows.ts';

/** One request, byte for byte as it goes out. */
export interface RawRequest {
  /** The thing that is tried, in a few words; no two are alike. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Present where the stand-in is known to answer otherwise than the peer: what it must answer. */
  readonly known?: KnownReply;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const SOAP11_TYPE = 'text/xml; charset=utf-8';
export const SOAP12_TYPE = 'application/soap+xml; charset=utf-8';
export const SOAP11_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12_NAMESPACE = 'http://www.w3.org/2003/05/soap-envelope';

export const HANDHELD = '/PDAAPIV1.asmx';
export const WAREHOUSE = '/WareHouseAPIV1.asmx';

/** A request line, headers and body; `Content-Length` and `Connection: close` are put in unless given. */
export function http(
  line: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
  version = 'HTTP/1.1',
): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const all: Record<string, string> = { Host: 'asmx.example', Connection: 'close', ...headers };
  const chunked = 'Transfer-Encoding' in all;
  if (!('Content-Length' in all) && !chunked && (bytes.length > 0 || line.startsWith('POST '))) {
    all['Content-Length'] = String(bytes.length);
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} ${version}\r\n${lines.join('')}\r\n`), bytes]);
}

/** A form of the handheld group's only operation, or of another path. */
export function form(body: string | Buffer, path = `${HANDHELD}/RevertOff`, contentType = FORM_TYPE): Buffer {
  return http(`POST ${path}`, contentType === '' ? {} : { 'Content-Type': contentType }, body);
}

export function query(text: string, path = `${HANDHELD}/RevertOff`): Buffer {
  return http(`GET ${path}?${text}`, {});
}

/** Parts of an envelope that is sent; what is absent is as it should be. */
export interface SoapParts {
  readonly path?: string;
  /** The operation in the SOAPAction; '' leaves the header out. */
  readonly action?: string;
  readonly contentType?: string;
  readonly envelope?: string;
}

/** An envelope with this in its body. */
export function envelope(inBody: string, namespace = SOAP11_NAMESPACE, header = ''): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}" ` +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `${header}<soap:Body>${inBody}</soap:Body></soap:Envelope>`
  );
}

/** SOAP 1.1 with whatever stands for the document. */
export function soap11Document(document: string | Buffer, parts: SoapParts = {}): Buffer {
  const { path = HANDHELD, action = `"${PEER_NAMESPACE}RevertOff"`, contentType = SOAP11_TYPE } = parts;
  const headers: Record<string, string> = { 'Content-Type': contentType };
  if (action !== '') headers['SOAPAction'] = action;
  return http(`POST ${path}`, headers, document);
}

/** SOAP 1.2 with whatever stands for the document. */
export function soap12Document(document: string | Buffer, parts: SoapParts = {}): Buffer {
  const { path = HANDHELD, action = '', contentType = SOAP12_TYPE } = parts;
  const type = action === '' ? contentType : `${contentType}; action=${action}`;
  return http(`POST ${path}`, { 'Content-Type': type }, document);
}

export function soap11(inBody: string, parts: SoapParts = {}): Buffer {
  return soap11Document(envelope(inBody, parts.envelope ?? SOAP11_NAMESPACE), parts);
}

export function soap12(inBody: string, parts: SoapParts = {}): Buffer {
  return soap12Document(envelope(inBody, parts.envelope ?? SOAP12_NAMESPACE), parts);
}

/** The element of an operation in the service's namespace. */
export function element(operation: string, children: string, namespace = PEER_NAMESPACE): string {
  return `<${operation} xmlns="${namespace}">${children}</${operation}>`;
}

/** The children of RevertOff, whole. */
export const REVERT_OFF_CHILDREN =
  '<deliveryCode>D-1001</deliveryCode><storeCode>S-01-A</storeCode><apiKey>demo-key-0001</apiKey><userID>7</userID>';

export const REVERT_OFF = element('RevertOff', REVERT_OFF_CHILDREN);

/** The form of RevertOff, whole. */
export const REVERT_OFF_FORM = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID=7';

/** The SOAPAction of a warehouse operation. */
export function actionOf(operation: string): string {
  return `"${PEER_NAMESPACE}${operation}"`;
}
