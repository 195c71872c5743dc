import { connect } from 'node:net';
import { type Standin, createStandin } from '#gateway/standin/standin.ts';

/** A key that the stand-in knows. */
export const STANDIN_KEY = 'demo-key-0001';

/** A RevertOff that is refused whatever happened before. */
export const WHOLE = `deliveryCode=D-9&storeCode=S-01-A&apiKey=${STANDIN_KEY}&userID=7`;

/** A stand-in of a namespace that is not the usual one. */
export function startStandin(dataDir: string): Promise<Standin> {
  return createStandin({
    dataDir,
    namespace: 'http://logistics.example/',
    partnerOperation: 'GetReportDataPartner',
    port: 0,
  });
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

/** The bytes of a request that ends its connection. */
export function request(method: string, path: string, contentType: string | undefined, body: string | Buffer): Buffer {
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** The content type of a form. */
export const FORM = 'application/x-www-form-urlencoded';
/** A form. */
export const form = (path: string, body: string | Buffer, contentType = FORM): Buffer =>
  request('POST', path, contentType, body);
/** RevertOff with this form. */
export const revertOff = (body: string): Buffer => form('/PDAAPIV1.asmx/RevertOff', body);
/** CompleteBag of a bag that is in another warehouse. */
export const completeBag = (weight: string, id = '5001'): Buffer =>
  form(
    '/WareHouseAPIV1.asmx/CompleteBag',
    `apiKey=${STANDIN_KEY}&logTransferDtlID=${id}&userID=7&sWeight=${weight}&WarehouseID=2`,
  );
