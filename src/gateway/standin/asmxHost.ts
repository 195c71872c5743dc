import type { DatabaseSync } from 'node:sqlite';
import {
  groupPaths,
  operationNames,
  operationOf,
  type OperationName,
  type ParameterType,
} from '#contract/catalogue.ts';
import { inTransaction } from '#gateway/sqliteFile.ts';
import { type AspField, dangerousValue, readAspForm, valueOf } from '#gateway/standin/aspForm.ts';
import { type AspReply, errorPage, exceptionReply } from '#gateway/standin/aspReplies.ts';
import { NumberFormat, readDecimal, readInt32 } from '#gateway/standin/dotnetNumber.ts';
import type { Journal } from '#gateway/standin/journal.ts';
import { type Arguments, operations } from '#gateway/standin/operations.ts';
import { httpPost } from '#wire/httpPost.ts';
import { charsetOf } from '#wire/message.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';

const MAX_QUERY_LENGTH = 2048;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A request as it came. */
export interface AspRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** What the operations run on. */
export interface AspPorts {
  readonly db: DatabaseSync;
  readonly journal: Journal;
  readonly names: WireNames;
  /** Unix ms. */
  readonly now: () => number;
}

/**
 * Finds the operation of a request in the HTTP POST binding, the only one that is enabled so far.
 *
 * @returns its name, or the reply of an ASMX host that does not find one. Source: ASMX behaviour, 4.3 and 4.5.
 */
export function route({ method, url }: AspRequest, names: WireNames): OperationName | AspReply {
  const [rawPath = '', query = ''] = url.split('?', 2);
  const path = decodePath(rawPath);
  const group = Object.values(groupPaths).find((known) => isBelow(path, known));
  if (group === undefined) return errorPage(404, 'The resource cannot be found.');
  if (query.length > MAX_QUERY_LENGTH) return errorPage(400, 'Bad Request');
  const name = path.slice(group.length + 1);
  if (name === '') return errorPage(method === 'GET' || method === 'POST' ? 500 : 405, 'Runtime Error');
  if (method !== 'POST') return errorPage(500, 'Runtime Error');
  const offered = operationNames.filter(
    (known) => known in operations && groupPaths[operationOf(known).group] === group,
  );
  const exact = offered.find((known) => wireNameOf(known, names) === name);
  if (exact) return exact;
  const similar = offered.find((known) => wireNameOf(known, names).toLowerCase() === name.toLowerCase());
  if (!similar) return exceptionReply(`${name} Web Service method name is not valid.`);
  return exceptionReply(
    `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
      `'${wireNameOf(similar, names)}' with the same name but different casing was found.\r\nParameter name: methodName`,
  );
}

/** Runs an operation, or says why it cannot. Source: ASMX behaviour, 4.1 and 4.5. @returns the reply, and whether it ran. */
export function run(operation: OperationName, request: AspRequest, ports: AspPorts): { reply: AspReply; ran: boolean } {
  const failed = (...messages: readonly string[]) => ({ reply: exceptionReply(...messages), ran: false });
  const { contentType, body } = request;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType.trim())) {
    return failed(`Request format is invalid: ${contentType}.`);
  }
  if (body.byteLength > MAX_BODY_BYTES) return failed('Maximum request length exceeded.');
  const fields = readAspForm(body, charsetOf(contentType) ?? 'utf-8');
  const danger = dangerousValue(fields);
  if (danger !== undefined) {
    return failed(`A potentially dangerous Request.Form value was detected from the client (${danger}).`);
  }
  const values: Record<string, string> = {};
  for (const [name, type] of operationOf(operation).parameters) {
    const text = valueOf(fields, name);
    if (text === undefined) return failed(`Missing parameter: ${name}.`);
    try {
      values[name] = convert(type, text);
    } catch (error) {
      if (!(error instanceof NumberFormat)) throw error;
      const wanted = type === 'int' ? 'System.Int32' : 'System.Decimal';
      return failed(`Cannot convert ${text} to ${wanted}.\r\nParameter name: type`, error.message);
    }
  }
  return { reply: execute(operation, values, fields, ports), ran: true };
}

/** The effect and the journal's row, in one transaction. */
function execute(operation: OperationName, values: Arguments, fields: readonly AspField[], ports: AspPorts): AspReply {
  const { db, journal, names, now } = ports;
  const text = inTransaction(db, () => {
    journal.record(operation, 'http-post', fields, now());
    return operations[operation]?.(db, values) ?? '';
  });
  const { status, contentType, body } = httpPost.encodeAnswer(text, names);
  return { status, contentType, body: new TextDecoder().decode(body), cacheControl: 'private, max-age=0' };
}

function convert(type: ParameterType, text: string): string {
  if (type === 'int') return readInt32(text);
  return type === 'decimal' ? readDecimal(text) : text;
}

/** IIS compares paths without letter case. */
function isBelow(path: string, group: string): boolean {
  const given = path.slice(0, group.length).toLowerCase();
  return given === group.toLowerCase() && (path.length === group.length || path[group.length] === '/');
}

function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return rawPath;
  }
}
