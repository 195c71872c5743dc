import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { exchange } from '#gateway/upstream/forward.ts';
import { inTime } from '#ledger/within.ts';
import type { PrinterPlace } from '#site/printers.ts';
import {
  type IppGroup,
  type IppValue,
  ippGroup,
  ippGroups,
  ippTags,
  ippText,
  readIpp,
  writeIpp,
} from './ippMessage.ts';

/** The operations that are asked for. Source: RFC 8011, 5.4.15. */
export const ippOperations = {
  printJob: 0x0002,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const;

/** The person in whose name jobs are made: a server lists them as ours by it. */
const ASKER = 'scanline';

/** Milliseconds for a connection, with its TLS. */
const CONNECT_MS = 10_000;
/** Milliseconds for an answer; with a document more, as the server may have to write it down. */
const [ANSWER_MS, TAKE_MS] = [10_000, 60_000];

const HTTP_OK = 200;

/** A question to a print server. */
export interface IppAsked {
  readonly operation: number;
  readonly jobId?: IppValue;
  /** Further attributes of the operation. */
  readonly attributes?: readonly (readonly [name: string, ...values: readonly IppValue[]])[];
  readonly job?: IppGroup;
  readonly document?: Uint8Array;
  /** Called when the connection stands, before the first byte. @returns `false`: nothing is sent */
  readonly mayLeave?: () => Promise<boolean>;
}

/**
 * The answer of a print server. `said`: its own, whatever it says. `unsaid`: the question left, and no answer can be read: whether it did
 * something nobody knows. `refused`: HTTP itself says that it was not looked at. `unasked`: not a byte left. `forbidden`: `mayLeave` said so.
 */
export type IppAnswer =
  | { readonly is: 'said'; readonly status: number; readonly groups: readonly IppGroup[] }
  | { readonly is: 'unsaid' }
  | { readonly is: 'refused'; readonly detail: string }
  | { readonly is: 'unasked'; readonly detail: string }
  | { readonly is: 'forbidden' };

/** The way to a print server. */
export interface IppWay {
  readonly place: PrinterPlace;
  /** Opens a connection to the address that the place has, once it was resolved and allowed. @throws where nobody takes it, or none is opened there */
  readonly connect: (place: PrinterPlace) => Promise<Socket>;
  readonly signal: AbortSignal;
}

/**
 * Asks a print server once, on a connection of its own: nothing is repeated, and no redirect followed. Its answer is bounded, in bytes and in time.
 *
 * @throws whatever `mayLeave` throws.
 */
export async function askIpp(way: IppWay, question: IppAsked): Promise<IppAnswer> {
  const socket = await opened(way).catch((error: unknown) => whyOf(error));
  if (typeof socket === 'string') return { is: 'unasked', detail: socket };
  const stop = (): void => void socket.destroy();
  way.signal.addEventListener('abort', stop);
  try {
    if (question.mayLeave && !(await question.mayLeave())) return { is: 'forbidden' };
    if (way.signal.aborted) stop();
    return await sent(way.place, socket, question);
  } finally {
    way.signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

async function sent(place: PrinterPlace, socket: Socket, question: IppAsked): Promise<IppAnswer> {
  const requestId = randomInt(1, 0x7f_ff_ff_ff);
  const head = writeIpp({ code: question.operation, requestId, groups: groupsOf(place, question) });
  const body = question.document ? Buffer.concat([head, question.document]) : head;
  const headers = { 'content-type': 'application/ipp' };
  const url = new URL(`http://${hostOf(place)}`);
  const request = { method: 'POST', path: place.path, headers, body } as const;
  const came = await exchange(socket, url, request, question.document ? TAKE_MS : ANSWER_MS).catch(() => undefined);
  if (came?.kind !== 'reply') return { is: 'unsaid' };
  const { status, body: bytes } = came.reply;
  if (status >= 300 && status < 500) return { is: 'refused', detail: `HTTP ${status}` };
  const message = status === HTTP_OK ? readIpp(bytes) : undefined;
  if (message?.requestId !== requestId) return { is: 'unsaid' };
  return { is: 'said', status: message.code, groups: message.groups };
}

function groupsOf(place: PrinterPlace, { jobId, attributes = [], job }: IppAsked): readonly IppGroup[] {
  const printer = `${place.isSecure ? 'ipps' : 'ipp'}://${hostOf(place)}${place.path}`;
  const operation = ippGroup(ippGroups.operation, [
    ['attributes-charset', ippText(ippTags.charset, 'utf-8')],
    ['attributes-natural-language', ippText(ippTags.language, 'en')],
    ['printer-uri', ippText(ippTags.uri, printer)],
    ...(jobId ? ([['job-id', jobId]] as const) : []),
    ['requesting-user-name', ippText(ippTags.name, ASKER)],
    ...attributes,
  ]);
  return job ? [operation, job] : [operation];
}

function hostOf({ host, port }: PrinterPlace): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

async function opened({ place, connect, signal }: IppWay): Promise<Socket> {
  signal.throwIfAborted();
  const connecting = connect(place);
  const plain = await inTime(connecting, CONNECT_MS).catch((error: unknown) => {
    connecting.then(
      (late) => late.destroy(),
      () => {},
    );
    throw error;
  });
  plain.on('error', () => {}); // what fails is told by whoever sends or hears
  if (!place.isSecure) return plain;
  const { host } = place;
  const servername = isIP(host) === 0 ? host : '';
  const secure = connectTls({ socket: plain, host, servername, ALPNProtocols: ['http/1.1'] });
  secure.on('error', () => {});
  try {
    await once(secure, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) });
    return secure;
  } catch (error) {
    secure.destroy();
    throw error;
  }
}

function whyOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : message;
}
