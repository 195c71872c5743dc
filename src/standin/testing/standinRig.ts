import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Standin, type StandinOptions, createStandin } from '#standin/standin.ts';

/** A key that the stand-in knows. */
export const STANDIN_KEY = 'demo-key-0001';

/** A RevertOff that is refused whatever happened before. */
export const WHOLE = `deliveryCode=D-9&storeCode=S-01-A&apiKey=${STANDIN_KEY}&userID=7`;

/** Starts a stand-in with a namespace that is not the usual one. */
export function startStandin(dataDir: string, more: Partial<StandinOptions> = {}): Promise<Standin> {
  const names = { namespace: 'http://logistics.example/', partnerOperation: 'GetReportDataPartner' };
  return createStandin({ dataDir, ...names, port: 0, strict: false, ...more });
}

/** Starts a stand-in in a folder of its own. */
export async function ownStandin(more?: Partial<StandinOptions>): Promise<Standin & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-standin-'));
  const standin = await startStandin(folder, more);
  return {
    ...standin,
    async [Symbol.asyncDispose]() {
      await standin.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An HTTP reply as it came. */
export interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes, and reads all that comes until the connection ends. `undefined`: nothing came. */
export async function raw(to: Standin, bytes: string | Buffer): Promise<RawReply | undefined> {
  const socket = connect(Number(to.url.port), '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => {});
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve)); // after an error too
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: rest.join('\r\n\r\n'),
  };
}

/** Writes a request that ends its connection. */
export function request(method: string, path: string, contentType: string | undefined, body: string | Buffer): Buffer {
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** The content type of a form. */
export const FORM = 'application/x-www-form-urlencoded';
/** Writes a form. */
export const form = (path: string, body: string | Buffer, contentType = FORM): Buffer =>
  request('POST', path, contentType, body);
/** Writes RevertOff with this form. */
export const postRevertOff = (body: string): Buffer => form('/PDAAPIV1.asmx/RevertOff', body);
/** Writes CompleteBag of a bag that is in another warehouse. */
export const completeBag = (weight: string, id = '5001'): Buffer =>
  form(
    '/WareHouseAPIV1.asmx/CompleteBag',
    `apiKey=${STANDIN_KEY}&logTransferDtlID=${id}&userID=7&sWeight=${weight}&WarehouseID=2`,
  );

const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';
/** Writes an envelope of SOAP 1.1 around a body. */
export const envelope11 = (body: string, head = ''): string => envelope(SOAP11, body, head);
/** Writes an envelope of SOAP 1.2 around a body. */
export const envelope12 = (body: string, head = ''): string => envelope(SOAP12, body, head);
/** Writes an envelope of any namespace. */
export const envelope = (namespace: string, body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${namespace}">${head}<s:Body>${body}</s:Body></s:Envelope>`;

/** Writes RevertOff as an element with these parameters. */
export const revertOffElement = (
  parameters = `<deliveryCode>D-9</deliveryCode><storeCode>S-01-A</storeCode><apiKey>${STANDIN_KEY}</apiKey><userID>7</userID>`,
  namespace = 'http://logistics.example/',
): string => `<RevertOff xmlns="${namespace}">${parameters}</RevertOff>`;

/** The parts of a SOAP request that are not as usual; `null`: it has none. */
export interface SoapHead {
  readonly action?: string | null;
  readonly contentType?: string;
  readonly path?: string;
}

/** Writes a SOAP 1.1 request. */
export function soap11(body: string | Buffer, posted: SoapHead = {}): Buffer {
  const {
    action = '"http://logistics.example/RevertOff"',
    contentType = 'text/xml; charset=utf-8',
    path = '/PDAAPIV1.asmx',
  } = posted;
  const header = action === null ? contentType : `${contentType}\r\nSOAPAction: ${action}`;
  return request('POST', path, header, body);
}

/** Writes a SOAP 1.2 request. */
export function soap12(
  body: string | Buffer,
  contentType = 'application/soap+xml; charset=utf-8',
  path = '/PDAAPIV1.asmx',
): Buffer {
  return request('POST', path, contentType, body);
}
