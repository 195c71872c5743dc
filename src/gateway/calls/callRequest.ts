import type { IncomingHttpHeaders } from 'node:http';
import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import {
  groupPaths,
  operationOf,
  type OperationName,
  type GroupName,
  groupNames,
  operationNames,
} from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { type HttpAnswer, refusal } from '#http/answer.ts';
import type { UpstreamRequest } from '#gateway/upstream/forward.ts';
import { readForm, FORM_TYPE } from '#http/body.ts';
import type { Settings } from '#settings/settings.ts';
import { type LedgerCall, type LedgerFacts, IDEMPOTENCY_KEY, fingerprintOf } from '#ledger/ledger.ts';
import { type GroupRequest, NO_OPERATION, readCallForm, readPassed, refusePage, checkFields } from './formRules.ts';
import type { SentCall } from '#wire/beforeItRan.ts';
import { eraseKeyFromPart } from '#wire/keyForms.ts';
import {
  type SpeechSettings,
  type SpokenCall,
  heldAnswer,
  isDangerousForm,
  speak,
} from '#gateway/upstream/spokenCall.ts';
import { LAST_TRIED_HEADER, TRIED_HEADER, type TriedAt, decodeTried } from '#wire/hello.ts';
import { httpPost } from '#wire/httpForm.ts';
import { mediaType } from '#wire/message.ts';
import { operationPath, type WireNames } from '#wire/names.ts';
import { attempt } from '#contract/attempt.ts';

/** The head of a request on one of the three group paths. `headers` as Node gives them. */
interface IncomingHead {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** The asker speaks TLS. */
  readonly secure?: boolean;
  readonly headers: IncomingHttpHeaders;
}

/** The head of a request on a group path, read: where it goes, and its key. */
export interface CallHead extends IncomingHead, Omit<GroupRequest, 'method' | 'body'> {
  readonly method: GroupRequest['method'];
  /** The ledger's key; absent: it is passed on. */
  readonly key?: string;
  /** It would be sent with the gateway's key, or get an answer that was: only whoever may call so is let in. */
  readonly getsKey: boolean;
}

/** A request on one of the group paths, whole. */
type IncomingCall = CallHead & { readonly body: Uint8Array };

type Refused = { readonly kind: 'refused'; readonly answer: HttpAnswer };

export interface LedgeredCall extends LedgerCall {
  /** The access key that the asker sent; empty where the gateway has its own. */
  readonly askersKey: string;
  /** Operation and parameters, as the asker gave them; absent: they cannot be read. */
  readonly sent?: SentCall;
  /** The request to send once, or why it may not leave. */
  readonly request: SpokenCall | HttpAnswer;
}

/** A request as the gateway takes it: answered at once, a call for the ledger, or something to pass on once. */
type CallRequest =
  | Refused
  | { readonly kind: 'ledgered'; readonly call: LedgeredCall }
  | { readonly kind: 'passed'; readonly request: UpstreamRequest | SpokenCall };

export interface CallSettings extends SpeechSettings, Pick<Settings, 'upstreamApiKey' | 'forwardGet'> {
  /** The stand-in takes whatever an ASMX host takes, and names itself as it was asked in its WSDL. */
  readonly isStandin: boolean;
  /** Tells whether the site has the ledger keep the codes of calls. */
  readonly keepsCodes: () => boolean;
}

/** Reads the head of a request on a group path, before anything of its body is kept. */
export function readCallHead(incoming: IncomingHead, settings: CallSettings): CallHead | Refused {
  const { method, headers } = incoming;
  const [path, query] = splitOnce(incoming.url, '?');
  const group = groupOfCall(path);
  if (group === undefined) return refused('There is nothing at this path.', 404);
  if (method !== 'GET' && method !== 'POST') return refused(`${method} is not a method of the service.`, 405);
  const contentType = headers['content-type'] ?? '';
  const isForm = method === 'POST' && mediaType(contentType) === FORM_TYPE;
  const operation = operationAt(path, settings.names);
  const key = readKey(headers);
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
    return refused('Idempotency-Key: expected 8 to 100 letters, digits, points, underscores or hyphens.');
  }
  const getsKey = key !== undefined || (isForm && operation !== undefined);
  return {
    ...incoming,
    method,
    path,
    query,
    group,
    operation,
    contentType,
    isForm,
    getsKey,
    ...(key !== undefined && { key }),
  };
}

/** Reads a request of which the head was read. What cannot be read is a refusal, and nothing is sent for it. */
export function readCallRequest(head: CallHead, body: Uint8Array, settings: CallSettings): CallRequest {
  const request = { ...head, body };
  const { key, headers } = head;
  if (key === undefined) return passThrough(request, settings);
  const tried = readTried(headers[TRIED_HEADER], headers[LAST_TRIED_HEADER]);
  return { kind: 'ledgered', call: { key, ...(tried && { tried }), ...readContent(request, settings) } };
}

type Content = Omit<LedgeredCall, 'key' | 'tried' | 'epoch' | 'entered'>;

function readContent(request: GroupRequest, settings: CallSettings): Content {
  const { operation, isForm } = request;
  if (!isForm) return unreadable(refusal(`Idempotency-Key: it is for calls over HTTP POST, as ${FORM_TYPE}.`));
  if (!operation) return unreadable(NO_OPERATION);
  const fields = readCallForm(request);
  if ('status' in fields) return unreadable(fields);
  const { upstreamApiKey } = settings;
  const askersKey = upstreamApiKey === undefined ? (new Map(fields).get(KEY_PARAMETER) ?? '') : '';
  return {
    operation,
    fingerprint: fingerprintOf(`${groupPaths[operationOf(operation).group]}/${operation}`, fields),
    askersKey,
    facts: factsIn(fields, upstreamApiKey ?? askersKey, settings.keepsCodes()),
    sent: { operation, parameters: fields },
    request: toRequest(operation, fields, settings),
  };
}

/** Letters of a value that the ledger keeps for people: an id or a code has no more. */
const FACT_LENGTH = 128;
/** The most characters that a letter of the key takes in a form: three bytes in percent. */
const LONGEST_LETTER = 9;

/** The text between two codes of a call, as the ledger keeps them. */
export const CODES_BETWEEN = ' → ';

/** Returns a worker's id or a code as the ledger keeps it: no longer, in one line, without the access key. @param apiKey - empty: it is in no code */
export function keptFact(text: string, apiKey = ''): string {
  return eraseKeyFromPart(text.slice(0, FACT_LENGTH + LONGEST_LETTER * apiKey.length), apiKey)
    .slice(0, FACT_LENGTH)
    .replace(/\p{Cc}/gu, ' ');
}

/** Returns the worker and the codes of a call for people to read. The access key, which somebody may have scanned for one, is erased. */
function factsIn(fields: Parameters, apiKey: string, keepsCodes: boolean): LedgerFacts {
  const valuesOf = (names: RegExp): readonly string[] =>
    fields.filter(([name, text]) => names.test(name) && text !== '').map(([, text]) => keptFact(text, apiKey));
  const [worker] = valuesOf(/^(?:op)?userid$/i);
  const codes = keepsCodes ? valuesOf(/(?:code|dtlid)$/i) : [];
  return { ...(worker !== undefined && { worker }), ...(codes.length > 0 && { codes: codes.join(CODES_BETWEEN) }) };
}

/** Makes a call of content that no call has: a known key is another call's then, and an unknown one is refused. */
function unreadable(request: HttpAnswer): Content {
  return { operation: '', fingerprint: '', askersKey: '', request };
}

/**
 * Returns a request's key as it was given, without the double quotes that a structured field has.
 * Source: draft-ietf-httpapi-idempotency-key-header, section 2.1.
 */
export function readKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | readonly string[] | undefined {
  return typeof key === 'string' ? key.replace(/^"(.*)"$/, '$1') : key;
}

type HeaderValue = string | readonly string[] | undefined;

/** Reads when the key was tried. A header that cannot be read still says that it was, under no known epoch. */
function readTried(first: HeaderValue, last: HeaderValue): TriedAt | undefined {
  if (first === undefined) return undefined;
  return decodeTried(String(first), last?.toString()) ?? { epoch: '', at: 0 };
}

/** Checks a form and puts it into the upstream's binding. @returns else the refusal that names the parameter. */
function toRequest(operation: OperationName, fields: Parameters, settings: CallSettings): SpokenCall | HttpAnswer {
  try {
    return speak(operation, checkFields(operation, fields, settings.upstreamApiKey), settings);
  } catch (error) {
    if (error instanceof InvalidParameter) return refusal(error.message);
    throw error;
  }
}

/** Passed on once. As it came, unless it is the form of a known operation that the service would not take as it is. */
function passThrough(request: IncomingCall, settings: CallSettings): CallRequest {
  const { method, path, query, group, operation, headers, body } = request;
  const { isStandin, names, knowledge } = settings;
  const { 'content-type': contentType, soapaction: soapAction, host } = headers;
  // A group's own page shows what it is, and SOAP brings the namespace of whoever wrote it: both go as they came.
  const barred = path === groupPaths[group] ? refusePage(request, names) : heldAnswer(group, knowledge);
  if (barred) return { kind: 'refused', answer: barred };
  const isCall = request.isForm && operation !== undefined;
  const form = !isStandin ? readPassed(request, settings.forwardGet) : isCall ? readForm(body) : undefined;
  if (typeof form === 'string') return refused(form);
  if (form && 'status' in form) return { kind: 'refused', answer: form };
  const ours = isCall && form ? passForm(form, operation, settings) : undefined;
  if (ours) return ours;
  const known = !isStandin && operation !== undefined ? encodeURI(operationPath(operation, names)) : path;
  return {
    kind: 'passed',
    request: {
      method,
      path: query === undefined ? known : `${known}?${query}`,
      headers: {
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(typeof soapAction === 'string' && { soapaction: soapAction }),
        ...(isStandin && host !== undefined && { host }),
        ...(isStandin && request.secure === true && { 'x-forwarded-proto': 'https' }),
      },
      ...(method === 'POST' && { body }),
    },
  };
}

/**
 * The form of a known operation where it cannot leave as it came: the service speaks another binding, or would take the
 * form for an attack, or the key is the gateway's; to a real service an operation's form leaves as ours, whatever the
 * spelling of the one that came. `undefined`: it can.
 */
function passForm(form: Parameters, operation: OperationName, settings: CallSettings): CallRequest | undefined {
  const { upstreamBinding, upstreamApiKey, names, isStandin } = settings;
  const rest = form.filter(([name]) => name.toLowerCase() !== KEY_PARAMETER.toLowerCase());
  const fields = upstreamApiKey === undefined ? form : rest;
  if (upstreamBinding !== 'http-post' || isDangerousForm(fields)) {
    const call = toRequest(operation, fields, settings);
    if ('binding' in call) return { kind: 'passed', request: call };
    if (upstreamBinding !== 'http-post') return { kind: 'refused', answer: call };
  }
  if (isStandin && upstreamApiKey === undefined) return undefined;
  const place = operationOf(operation).parameters.findIndex(([name]) => name === KEY_PARAMETER);
  const parameters = upstreamApiKey === undefined ? form : rest.toSpliced(place, 0, [KEY_PARAMETER, upstreamApiKey]);
  const request = httpPost.encodeCall(operation, parameters, names);
  const spoken = { binding: 'http-post', operation, parameters, request } as const;
  return { kind: 'passed', request: spoken };
}

function refused(detail: string, status?: number): Refused {
  return { kind: 'refused', answer: refusal(detail, status) };
}

/** Returns the group that a path without its query is of, or below. */
export function groupAt(path: string): GroupName | undefined {
  return groupNames.find((name) => path === groupPaths[name] || path.startsWith(`${groupPaths[name]}/`));
}

/** Returns the group of a path that has one plain name at most below it: no other path of the upstream can be reached. */
function groupOfCall(path: string): GroupName | undefined {
  const name = groupAt(path);
  const below = path.slice(name && groupPaths[name].length);
  return below === '' || /^\/(?!\.)(?:[A-Za-z0-9_.-]|%[89A-F][0-9A-F]){1,600}$/i.test(below) ? name : undefined;
}

/** Returns the operation that a raw path names, also where its name is percent-encoded. */
export function operationAt(path: string, names: WireNames): OperationName | undefined {
  const find = (plain: string) => operationNames.find((name) => operationPath(name, names) === plain);
  return find(path) ?? find(attempt(() => decodeURIComponent(path)) ?? path);
}

/** Splits a text at its first mark: an address into path and query. */
export function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
