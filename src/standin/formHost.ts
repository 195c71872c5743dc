import {
  groupPaths,
  operationNames,
  operationOf,
  type GroupName,
  type OperationName,
  type ParameterType,
} from '#contract/catalogue.ts';
import { type AspField, dangerousValue, readAspForm, valueOf } from './aspForm.ts';
import { type AspReply, errorPage, exceptionReply } from './aspReplies.ts';
import type { AspRequest, Received, Routed } from './aspRequest.ts';
import { NumberFormat, readDecimal, readInt32 } from './dotnetNumber.ts';
import { resultReply } from '#standin/soap/soapReplies.ts';
import { charsetOf } from '#wire/message.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';

/**
 * Finds the operation of a request in the HTTP GET and POST bindings.
 *
 * @param name - the path behind the group's, without its slash.
 * @returns the operation, or the reply of an ASMX host that does not find one. Source: lab/conformance.
 */
export function routeForm(request: AspRequest, group: GroupName, name: string, names: WireNames): Routed | AspReply {
  const { method } = request;
  if (name === '' || (method !== 'GET' && method !== 'POST')) return errorPage(500, 'Runtime Error');
  const offered = operationNames.filter((known) => groupPaths[operationOf(known).group] === groupPaths[group]);
  const exact = offered.find((known) => wireNameOf(known, names) === name);
  if (exact) return routed(exact, request, names);
  const similar = offered.find((known) => wireNameOf(known, names).toLowerCase() === name.toLowerCase());
  if (!similar) return noMethod(name);
  return exceptionReply(
    `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
      `'${wireNameOf(similar, names)}' with the same name but different casing was found.\r\nParameter name: methodName`,
  );
}

function routed(operation: OperationName, request: AspRequest, names: WireNames): Routed {
  const binding = request.method === 'GET' ? 'http-get' : 'http-post';
  return {
    operation,
    binding,
    read: () => read(operation, request),
    answer: (text) => resultReply(binding, operation, text, names),
    exception: exceptionReply,
    refusal: exceptionReply,
    soapException: (message) => exceptionReply(message),
    unreadable: () => exceptionReply(`Missing parameter: ${operationOf(operation).parameters[0]?.[0] ?? ''}.`),
    unknown: () => noMethod(wireNameOf(operation, names)),
  };
}

function noMethod(name: string): AspReply {
  return exceptionReply(`${name} Web Service method name is not valid.`);
}

/** Reads the parameters of a form or a query. Source: lab/conformance. */
function read(operation: OperationName, request: AspRequest): Received | AspReply {
  const fields = fieldsOf(request);
  if ('status' in fields) return fields;
  const danger = dangerousValue(fields);
  if (danger !== undefined) {
    const collection = request.method === 'GET' ? 'QueryString' : 'Form';
    return exceptionReply(
      `A potentially dangerous Request.${collection} value was detected from the client (${danger}).`,
    );
  }
  const values: Record<string, string> = {};
  const findings = fields.flatMap(([name], index) => findingOf(operation, fields, name, index));
  for (const [name, type] of operationOf(operation).parameters) {
    const text = valueOf(fields, name);
    if (text === undefined) return exceptionReply(`Missing parameter: ${name}.`);
    try {
      values[name] = convert(type, text);
    } catch (error) {
      if (!(error instanceof NumberFormat)) throw error;
      const wanted = type === 'int' ? 'System.Int32' : 'System.Decimal';
      return exceptionReply(`Cannot convert ${text} to ${wanted}.\r\nParameter name: type`, error.message);
    }
    if (type === 'decimal' && /,|[+-]\s*$/.test(text)) {
      findings.push(`${name} is “${text}”, which would be taken for ${values[name] ?? ''}.`);
    }
  }
  return { values, fields, findings };
}

function fieldsOf({ method, url, contentType, body, tooLarge }: AspRequest): readonly AspField[] | AspReply {
  if (method === 'GET') return readAspForm(Buffer.from(queryOf(url), 'latin1'), 'utf-8');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType.trim())) {
    return exceptionReply(`Request format is invalid: ${contentType}.`);
  }
  if (tooLarge) return exceptionReply('Maximum request length exceeded.');
  return readAspForm(body, charsetOf(contentType) ?? 'utf-8');
}

/** Finds what is odd about a field's name, which ASP.NET does not mind. */
function findingOf(
  operation: OperationName,
  fields: readonly AspField[],
  name: string | null,
  index: number,
): readonly string[] {
  if (name === null) return ['A field has a value and no name, and is ignored.'];
  const same = operationOf(operation).parameters.find(([known]) => known.toLowerCase() === name.toLowerCase());
  if (!same) return [`${name} is no parameter of ${operation}, and is ignored.`];
  const before = fields.slice(0, index).some(([other]) => other?.toLowerCase() === name.toLowerCase());
  if (before) return [`${same[0]} is there twice; the values would be joined with a comma.`];
  return same[0] === name ? [] : [`${name} is not ${same[0]}: SOAP would not know it.`];
}

/** Returns the text behind the first question mark. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function convert(type: ParameterType, text: string): string {
  if (type === 'int') return readInt32(text);
  return type === 'decimal' ? readDecimal(text) : text;
}
