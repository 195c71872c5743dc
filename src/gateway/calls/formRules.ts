import { KEY_PARAMETER, LONGEST_KEY, type Parameters, checkValue } from '#contract/call.ts';
import { type GroupName, type OperationName, groupPaths, operationNames, operationOf } from '#contract/catalogue.ts';
import { type HttpAnswer, refusal } from '#http/answer.ts';
import { readForm, FORM_TYPE, wrongFormType } from '#http/body.ts';
import { mediaType } from '#wire/message.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';
import { InvalidParameter } from '#contract/errors.ts';

const SOAP_TYPES = ['text/xml', 'application/soap+xml'];

/** A request on a group path, as its rules look at it. */
export interface GroupRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: string | undefined;
  readonly group: GroupName;
  readonly operation: OperationName | undefined;
  readonly contentType: string;
  readonly isForm: boolean;
  readonly body: Uint8Array;
}

/**
 * Checks a request without a key. Documentation, SOAP and the forms of the operations may go to a real service; path and
 * fields of a form are written anew.
 *
 * @param forwardGet - FORWARD_GET: over GET a call is passed on as it came.
 * @returns the fields of an operation's form; `undefined`: it goes as it came; else the refusal.
 */
export function readPassed(request: GroupRequest, forwardGet: boolean): Parameters | HttpAnswer | undefined {
  const { method, path, group, operation, contentType } = request;
  if (path === groupPaths[group]) {
    if (method === 'GET' || SOAP_TYPES.includes(mediaType(contentType))) return undefined;
    return refusal(`Content-Type: expected ${SOAP_TYPES.join(' or ')}.`, 415);
  }
  if (!operation) return NO_OPERATION;
  if (method === 'GET') {
    if (forwardGet) return undefined;
    const answer = refusal('A call over GET would leave its key in logs: use POST.', 405);
    return { ...answer, headers: { allow: 'POST' } };
  }
  if (!request.isForm) return refusal(`Content-Type: expected ${FORM_TYPE}.`, 415);
  const fields = readCallForm(request);
  if ('status' in fields) return fields;
  // Each known parameter at most once, in any letter case, and no other: of two of a name the service and whoever reads
  // its log may see different ones. Source: OWASP ASVS 5.0, 15.3.7.
  const known = new Set(operationOf(operation).parameters.map(([name]) => name.toLowerCase()));
  for (const [name] of fields) {
    if (known.delete(name.toLowerCase())) continue;
    return refusal(`${name.slice(0, 80)}: it is there more than once, or ${operation} has no such parameter.`);
  }
  return fields;
}

/** Reads the fields of a form, unchecked but for the length of the key. @returns else the refusal. */
export function readCallForm({ query, contentType, body }: GroupRequest): Parameters | HttpAnswer {
  if (query !== undefined) return refusal('A call over HTTP POST has no query.');
  const wrong = wrongFormType(contentType);
  if (wrong !== undefined) return refusal(wrong);
  const fields = readForm(body);
  if (typeof fields === 'string') return refusal(fields);
  const isKey = (name: string): boolean => name.toLowerCase() === KEY_PARAMETER.toLowerCase();
  const isTooLong = fields.some(([name, text]) => isKey(name) && text.length > LONGEST_KEY);
  return isTooLong ? refusal(`${KEY_PARAMETER}: expected a key of at most ${LONGEST_KEY} letters.`) : fields;
}

/**
 * Returns the refusal of a page that a browser may not ask for. Below a `?` that is all but the WSDL, DISCO and an
 * operation's page: the rest would only be said to the service, and be kept in its logs.
 */
export function refusePage({ method, query }: GroupRequest, names: WireNames): HttpAnswer | undefined {
  if (method !== 'GET' || query === undefined || /^(?:|wsdl|disco)$/i.test(query)) return undefined;
  if (operationNames.some((name) => query === `op=${encodeURIComponent(wireNameOf(name, names))}`)) return undefined;
  return refusal('Expected nothing behind the path but ?WSDL, ?DISCO or ?op= and an operation.');
}

export const NO_OPERATION = refusal('The service has no operation of this name in this group.', 404);

/**
 * Checks a form: each parameter once, none missing, none unknown, each readable by its type. SOAP would run a call without
 * them, with nothing in their place (seen by lab/conformance).
 *
 * @returns all of them in table order, as they came. @throws InvalidParameter
 */
export function checkFields(
  operation: OperationName,
  fields: Parameters,
  upstreamApiKey: string | undefined,
): Parameters {
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
    // ASP.NET takes a comma for grouping and would read 1,5 as 15 (seen by lab/conformance).
    if (type === 'decimal' && text.includes(',')) {
      throw new InvalidParameter(name, 'the service reads a comma as grouping: write a point, such as 1.25.');
    }
    return [name, text];
  });
}
