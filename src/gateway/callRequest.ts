import type { IncomingHttpHeaders } from 'node:http';
import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import { groupPaths, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { checkValue } from '#contract/values.ts';
import { type Answer, problemAnswer } from '#gateway/answer.ts';
import type { UpstreamRequest } from '#gateway/forward.ts';
import { readForm } from '#gateway/form.ts';
import { IDEMPOTENCY_KEY, fingerprintOf } from '#gateway/ledger.ts';
import { TRIED_HEADER, type Tried, decodeTried } from '#wire/hello.ts';
import { httpPost } from '#wire/httpPost.ts';
import { charsetOf, mediaType } from '#wire/message.ts';
import { type WireNames, operationPath } from '#wire/names.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A request on one of the three group paths. `headers` as Node gives them. */
export interface IncomingCall {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** A call that the ledger keeps. */
export interface LedgeredCall {
  readonly key: string;
  /** Empty where the request names none. */
  readonly operation: string;
  /** Source: `fingerprintOf`. */
  readonly fingerprint: string;
  readonly tried?: Tried;
  /** The key that the asker sent; empty where the gateway has its own. */
  readonly askersKey: string;
  /** The request to send once, or why it may not leave. */
  readonly request: UpstreamRequest | Answer;
}

/** What a request is to the gateway: an answer at once, a call for the ledger, or bytes to pass through once. */
export type CallRequest =
  | { readonly kind: 'refused'; readonly answer: Answer }
  | { readonly kind: 'ledgered'; readonly call: LedgeredCall }
  | { readonly kind: 'passed'; readonly request: UpstreamRequest };

/** What reading needs to know of this installation. */
export interface CallSettings {
  readonly names: WireNames;
  readonly upstreamApiKey?: string;
}

/** Reads a request on a group path. Total: what cannot be read is a refusal, and nothing is sent for it. */
export function readCallRequest(incoming: IncomingCall, settings: CallSettings): CallRequest {
  const [path, query] = splitOnce(incoming.url, '?');
  if (!isCallPath(path)) return refused('There is nothing at this path.', 404);
  if (incoming.method !== 'GET' && incoming.method !== 'POST') {
    return refused(`${incoming.method} is not a method of the service.`, 405);
  }
  const operation = operationNames.find((name) => samePath(path, operationPath(name, settings.names)));
  const key = incoming.headers['idempotency-key'];
  if (key === undefined) return passThrough(incoming, operation, settings);
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    return refused('Idempotency-Key: expected 8 to 100 letters, digits, points, underscores or hyphens.');
  }
  const tried = readTried(incoming.headers[TRIED_HEADER]);
  const content = readContent(incoming, operation, query, settings);
  return { kind: 'ledgered', call: { key, ...(tried && { tried }), ...content } };
}

type Content = Omit<LedgeredCall, 'key' | 'tried'>;

function readContent(
  incoming: IncomingCall,
  operation: OperationName | undefined,
  query: string | undefined,
  settings: CallSettings,
): Content {
  const contentType = incoming.headers['content-type'] ?? '';
  if (incoming.method !== 'POST' || mediaType(contentType) !== FORM_TYPE) {
    return unreadable(`Idempotency-Key: it is for calls over HTTP POST, as ${FORM_TYPE}.`);
  }
  if (!operation) return unreadable('The service has no operation of this name in this group.', 404);
  if (query !== undefined) return unreadable('A call over HTTP POST has no query.');
  const charset = charsetOf(contentType) ?? 'utf-8';
  const fields = /^utf-?8$/i.test(charset) ? readForm(incoming.body) : undefined;
  if (!fields) return unreadable('The form is not in UTF-8.');
  return {
    operation,
    fingerprint: fingerprintOf(`${groupPaths[operationOf(operation).group]}/${operation}`, fields),
    askersKey: settings.upstreamApiKey === undefined ? (new Map(fields).get(KEY_PARAMETER) ?? '') : '',
    request: toRequest(operation, fields, settings),
  };
}

/** Content that no call has ever had: where its key is known it is another's, and where not it is refused. */
function unreadable(detail: string, status?: number): Content {
  const answer = problemAnswer('refused', detail, status === undefined ? {} : { status });
  return { operation: '', fingerprint: '', askersKey: '', request: answer };
}

/** The header of a retry. One that cannot be read still says that there was a first try, under no known epoch. */
function readTried(header: string | readonly string[] | undefined): Tried | undefined {
  if (header === undefined) return undefined;
  return decodeTried(String(header)) ?? { epoch: '', at: 0 };
}

/** The form checked and written again in table order, or the refusal that names the parameter. */
function toRequest(operation: OperationName, fields: Parameters, settings: CallSettings): UpstreamRequest | Answer {
  try {
    const checked = checkFields(operation, fields, settings.upstreamApiKey);
    const { path, headers, body } = httpPost.encodeCall(operation, checked, settings.names);
    return { method: 'POST', path: encodeURI(path), headers, body: Buffer.from(body) };
  } catch (error) {
    if (error instanceof InvalidParameter) return problemAnswer('refused', error.message);
    throw error;
  }
}

/**
 * Each parameter once, none missing, none unknown, each readable by its type; texts stay as they came.
 *
 * @throws InvalidParameter
 */
function checkFields(operation: OperationName, fields: Parameters, upstreamApiKey: string | undefined): Parameters {
  const table = operationOf(operation).parameters;
  const given = new Map<string, string>();
  for (const [name, text] of fields) {
    if (!table.some(([known]) => known === name)) {
      throw new InvalidParameter(name.slice(0, 80), `${operation} has no such parameter.`);
    }
    if (given.has(name)) throw new InvalidParameter(name, 'it is there more than once.');
    given.set(name, text);
  }
  if (upstreamApiKey !== undefined) given.set(KEY_PARAMETER, upstreamApiKey);
  return table.map(([name, type]) => {
    const text = given.get(name);
    if (text === undefined) throw new InvalidParameter(name, `${operation} needs it, and it is missing.`);
    checkValue(name, type, text);
    // ASP.NET takes a comma for grouping and would read 1,5 as 15 (ASMX behaviour, 4.1).
    if (type === 'decimal' && text.includes(',')) {
      throw new InvalidParameter(name, 'the service reads a comma as grouping: write a point, such as 1.25.');
    }
    return [name, text];
  });
}

/** Passed on once, as it came; only where the gateway holds the key is it put into the form of a known operation. */
function passThrough(
  { method, url, headers, body }: IncomingCall,
  operation: OperationName | undefined,
  { names, upstreamApiKey }: CallSettings,
): CallRequest {
  const contentType = headers['content-type'];
  const soapAction = headers['soapaction'];
  const post = method === 'POST';
  const keyed = post && operation !== undefined && upstreamApiKey !== undefined;
  const fields = keyed && mediaType(contentType ?? '') === FORM_TYPE ? readForm(body) : undefined;
  if (fields && operation !== undefined && upstreamApiKey !== undefined) {
    const rest = fields.filter(([name]) => name.toLowerCase() !== KEY_PARAMETER.toLowerCase());
    const place = operationOf(operation).parameters.findIndex(([name]) => name === KEY_PARAMETER);
    const request = httpPost.encodeCall(operation, rest.toSpliced(place, 0, [KEY_PARAMETER, upstreamApiKey]), names);
    return {
      kind: 'passed',
      request: { ...request, path: encodeURI(request.path), body: Buffer.from(request.body) },
    };
  }
  return {
    kind: 'passed',
    request: {
      method: post ? 'POST' : 'GET',
      path: url,
      headers: {
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(typeof soapAction === 'string' && { soapaction: soapAction }),
      },
      ...(post && { body }),
    },
  };
}

/** One of the three groups, and below it at most one plain name: no path of the upstream's beside them is reachable. */
function isCallPath(path: string): boolean {
  const group = Object.values(groupPaths).find((known) => path === known || path.startsWith(`${known}/`));
  if (group === undefined) return false;
  return path === group || /^\/(?!\.)(?:[A-Za-z0-9_.-]|%[89A-F][0-9A-F]){1,600}$/i.test(path.slice(group.length));
}

/** Whether a raw path names the operation, also where its name is percent-encoded. */
function samePath(path: string, known: string): boolean {
  try {
    return decodeURIComponent(path) === known;
  } catch {
    return false;
  }
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function refused(detail: string, status?: number): CallRequest {
  return { kind: 'refused', answer: problemAnswer('refused', detail, status === undefined ? {} : { status }) };
}
