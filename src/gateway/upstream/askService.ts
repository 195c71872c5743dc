import { attempt } from '#contract/attempt.ts';
import { groupPaths, operationNames, operationOf, type GroupName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { type Exchange, NotReached, type UpstreamRequest, exchange, reach, reasonWith } from './forward.ts';
import { isOwnAddress } from './ownAddress.ts';
import { createOwnTurns } from './replyBudget.ts';
import { TLS_THERE, speaksTls } from '#http/schemeMixUp.ts';
import type { UpstreamTls } from './upstreamTls.ts';
import type { SentCall } from '#wire/beforeItRan.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { type WireReply, charsetOf, mediaType } from '#wire/message.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';
import { readSoapFault } from '#wire/soap.ts';
import { type ServiceDescription, readWsdl } from '#wire/wsdl.ts';
import { parseXml } from '#wire/xml.ts';

/** A read that is sent with nothing in its parameters, to see whether the service answers. */
const HARMLESS_READ = 'ExistsDomesticDeliveryCode';

/** An operation that no service has: asking for it is answered before anything runs. */
const NO_OPERATION = 'ScanlineProbe';

/**
 * The longest reply to a question of the gateway's own that is read, in bytes: the WSDL of a group with hundreds of operations is
 * shorter. A stranger's document is read several times over, and calls wait meanwhile.
 */
const LONGEST_REPLY = 1024 * 1024;

/** A longer reply is read in a turn of the event loop that no other one has, in bytes: calls wait for one at most. */
const SHORT_REPLY = 64 * 1024;
const ownTurn = createOwnTurns();

async function turnFor({ body }: WireReply): Promise<void> {
  if (body.byteLength > SHORT_REPLY) await ownTurn();
}

/** The longest refusal of a probe that is read, in bytes. */
const LONGEST_REFUSAL = 500;

/** A group's description of itself, or why there is none. */
export type Described =
  | { readonly kind: 'described'; readonly description: ServiceDescription; readonly status: number }
  | {
      readonly kind: 'silent';
      readonly reached: boolean;
      /** Source: `Exchange`. */
      readonly isThere?: true;
      readonly reason: string;
      readonly status?: number;
    };

export interface GroupAnswer {
  /** A service that speaks the binding is there: it answered, or refused in the words of ASP.NET. */
  readonly answers: boolean;
  readonly outcome: Outcome['kind'];
  /** One sentence; the result text, shortened, where it answered. */
  readonly said: string;
  readonly ms: number;
  /** HTTP's, where a reply came. */
  readonly status?: number;
  /** The namespace that the answer is in, the service's own or another; absent: it says none. */
  readonly namespace?: string;
  /** An ASMX page wrote the reply, be it a failure. */
  readonly isService?: true;
  /** The service's clock less this machine's, by the Date of its reply, to a second. */
  readonly clockAheadMs?: number;
  /** The service runs on this machine: its clock is this one's. */
  readonly isHere?: boolean;
  /** Nothing is done for who is not signed in: `said` says so. */
  readonly asksSignIn?: true;
  /** An answer came that cannot be read: `said` says why. */
  readonly isUnreadable?: true;
}

/** A service that is asked what it is. */
export interface AskedService {
  readonly url: URL;
  readonly tls?: UpstreamTls | undefined;
  /** For all of an asking. */
  readonly timeoutMs: number;
  /** Tells whether an address is this machine's. @defaultValue by its network interfaces */
  readonly isOwn?: typeof isOwnAddress | undefined;
}

/** Reads a group's `?WSDL`. Never throws. */
export async function askWsdl(service: AskedService, group: GroupName): Promise<Described> {
  const request = { method: 'GET', path: `${groupPaths[group]}?WSDL`, headers: {} } as const;
  const came = await once(service, request);
  if (came.kind === 'not-reached') return { kind: 'silent', reached: false, reason: came.reason };
  if (came.kind === 'broken')
    return { kind: 'silent', reached: true, reason: came.reason, ...(came.isThere && { isThere: true }) };
  if (came.reply.status !== 200) {
    const { status } = came.reply;
    const reason = reasonWith(`HTTP ${status} in place of a WSDL.`, came);
    return { kind: 'silent', reached: true, isThere: true, reason, status };
  }
  await turnFor(came.reply);
  try {
    return { kind: 'described', description: readWsdl(came.reply), status: came.reply.status };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'silent', reached: true, isThere: true, reason: `No WSDL can be read: ${why}.`, status: 200 };
  }
}

/**
 * Asks a group something harmless: a read with nothing in it where the group has one, else for an operation that does
 * not exist. Never throws, and runs nothing that changes anything.
 */
export async function askGroup(
  service: AskedService,
  group: GroupName,
  binding: BindingName,
  names: WireNames,
): Promise<GroupAnswer> {
  const startedAt = performance.now();
  const { operation, parameters, request } = harmless(group, binding, names);
  const came = await once(service, request);
  const ms = Math.round(performance.now() - startedAt);
  if (came.kind !== 'reply') {
    const unreadable = came.kind === 'broken' && came.cause === 'malformed' && { isUnreadable: true as const };
    return { answers: false, outcome: 'no-answer', said: came.reason, ms, ...unreadable };
  }
  await turnFor(came.reply);
  const outcome = readProbe(binding, { operation, parameters }, came.reply, names);
  // Where SOAP 1.2 is switched off, its refusal comes in SOAP 1.1.
  const spoken = binding !== 'soap12' || mediaType(came.reply.contentType) === 'application/soap+xml';
  const answers = spoken && (outcome.kind === 'answered' || outcome.kind === 'rejected');
  if (outcome.kind !== 'answered') await turnFor(came.reply);
  const namespace = outcome.kind === 'answered' ? names.namespace : namespaceOf(came.reply);
  return {
    answers,
    outcome: outcome.kind,
    said: outcome.kind === 'answered' ? (outcome.text ?? '').slice(0, 80) : reasonWith(outcome.reason, came),
    ms,
    status: came.reply.status,
    ...(came.saidAt !== undefined && { clockAheadMs: came.saidAt - Date.now(), isHere: came.isHere }),
    ...(came.signIn !== undefined && { asksSignIn: true as const }),
    ...(outcome.kind === 'no-answer' && outcome.cause === 'malformed' && { isUnreadable: true as const }),
    ...(namespace !== undefined && { namespace }),
    ...((answers || (spoken && isFailure(came.reply))) && { isService: true }),
  };
}

/** The beginnings of ASP.NET's refusals of an operation that it does not know. Seen on a genuine stack. */
const UNKNOWN_TO_IT: readonly RegExp[] = [
  /^Server did not recognize the value of HTTP Header SOAPAction: /,
  /^Unable to handle request without a valid action parameter/,
  /^Possible SOAP version mismatch/,
];

/**
 * Reads the reply to a probe. A probe has nothing to run, so its refusal is believed by its beginning; of a call
 * `classifyFor` asks for more.
 */
function readProbe(binding: BindingName, sent: SentCall, reply: WireReply, names: WireNames): Outcome {
  const outcome = classifyFor(binding, sent, reply, names);
  if (outcome.kind !== 'no-answer' || reply.status !== 500) return outcome;
  if (!binding.startsWith('soap')) {
    if (mediaType(reply.contentType) !== 'text/plain') return outcome;
    const said = new TextDecoder().decode(reply.body.subarray(0, LONGEST_REFUSAL)).trim();
    const isMethod = said.endsWith(' Web Service method name is not valid.');
    return isMethod ? { kind: 'rejected', reason: said } : outcome;
  }
  const fault =
    attempt(() => readSoapFault(reply))
      ?.text.trim()
      .split('\n', 1)[0] ?? '';
  const said = fault.replace(/^System(?:\.[A-Za-z0-9_]+)+Exception: /, '');
  return UNKNOWN_TO_IT.some((known) => known.test(said)) ? { kind: 'rejected', reason: said } : outcome;
}

/** Returns the namespace of an answer over GET or POST; `undefined`: it is no such answer. */
function namespaceOf({ status, contentType, body }: WireReply): string | undefined {
  if (status !== 200 || !/^(?:text|application)\/xml$/.test(mediaType(contentType))) return undefined;
  const root = attempt(() => parseXml(body, charsetOf(contentType)));
  return root?.name === 'string' ? root.namespace : undefined;
}

/** Tells whether an operation of an ASMX page failed: its page and the binding are there. */
function isFailure(reply: WireReply): boolean {
  if (reply.status !== 500) return false;
  return mediaType(reply.contentType) === 'text/plain' || attempt(() => readSoapFault(reply)) !== undefined;
}

function harmless(
  group: GroupName,
  binding: BindingName,
  names: WireNames,
): SentCall & { readonly request: UpstreamRequest } {
  const inGroup = operationNames.filter((name) => operationOf(name).group === group);
  const read = inGroup.find((name) => name === HARMLESS_READ);
  const operation = read ?? inGroup[0] ?? HARMLESS_READ;
  const parameters = read ? operationOf(read).parameters.map(([name]) => [name, ''] as const) : [];
  const { method, path, headers, body } = bindings[binding].encodeCall(operation, parameters, names);
  const named = (text: string): string => (read ? text : text.replaceAll(wireNameOf(operation, names), NO_OPERATION));
  return {
    operation,
    parameters,
    request: {
      method,
      path: named(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, named(value)])),
      body: named(body),
    },
  };
}

type ServiceExchange =
  | (Exchange & { readonly isHere: boolean })
  | { readonly kind: 'not-reached'; readonly reason: string };

/** Gives a reply that is too long for a question of the gateway's own as none that can be read. */
function shortened(came: Exchange): Exchange {
  if (came.kind !== 'reply' || came.reply.body.byteLength <= LONGEST_REPLY) return came;
  const reason = `The service answered a short question with ${came.reply.body.byteLength} bytes.`;
  return { kind: 'broken', cause: 'too-large', reason, isThere: true };
}

async function once(
  { url, tls, timeoutMs, isOwn = isOwnAddress }: AskedService,
  request: UpstreamRequest,
): Promise<ServiceExchange> {
  const startedAt = performance.now();
  try {
    const socket = await reach(url, timeoutMs, tls);
    const isHere = isOwn(socket.remoteAddress);
    const leftMs = (): number => Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
    const came = shortened(await exchange(socket, url, request, leftMs()));
    // A TLS port closes on plain HTTP, or says 400 in words of its own.
    const isOdd = came.kind === 'broken' || came.reply.status === 400;
    if (!isOdd || url.protocol !== 'http:' || !(await speaksTls(url, leftMs()))) return { ...came, isHere };
    return { kind: 'not-reached', reason: `The service was not reached: ${TLS_THERE}.` };
  } catch (error) {
    const reason = error instanceof NotReached ? error.message : `The service was not asked: ${String(error)}.`;
    return { kind: 'not-reached', reason };
  }
}
