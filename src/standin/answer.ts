import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#ledger/sqliteFile.ts';
import { route } from './asmxHost.ts';
import type { AspReply } from './aspReplies.ts';
import type { AspRequest, Received, Routed } from './aspRequest.ts';
import { type Faults, notRunFaults, ranFaults } from './faults.ts';
import { happen, oddAnswers, shownOddly, writeReply } from './happen.ts';
import type { Journal } from './journal.ts';
import { losesCharacters } from '#standin/soap/soapCharset.ts';
import { operations } from '#standin/warehouse/operations.ts';
import type { WireNames } from '#wire/names.ts';

/** The largest body, in bytes: ASP.NET's usual `maxRequestLength`. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The parts of the stand-in that make an answer. */
export interface AnswerPorts {
  readonly db: DatabaseSync;
  readonly journal: Journal;
  /** Unix ms. */
  readonly now: () => number;
  readonly names: WireNames;
  readonly faults: Faults;
  /** `true`: refuses what a host would misread in silence. */
  readonly strict: boolean;
}

/** Answers one request, with the faults that are in wait for it. */
export async function answer(incoming: IncomingMessage, outgoing: ServerResponse, ports: AnswerPorts): Promise<void> {
  const { names, faults, strict } = ports;
  const request = await readRequest(incoming);
  const routed = route(request, names);
  if (!('operation' in routed)) return writeReply(outgoing, routed);
  const { operation } = routed;
  const { url } = request;
  await wait(faults.take(operation, ['delay-before'])?.delayMs);
  const before = faults.take(operation, notRunFaults);
  if (before?.kind === 'missing-parameter') return writeReply(outgoing, routed.unreadable());
  if (before?.kind === 'no-method') return writeReply(outgoing, routed.unknown());
  if (before) return happen(before.kind, { delayMs: before.delayMs, routed, url, outgoing });
  const received = strict ? readStrictly(routed, request) : routed.read();
  if (!('values' in received)) return writeReply(outgoing, received);
  const text = execute(routed, received, ports);
  await wait(faults.take(operation, ['delay'])?.delayMs);
  const broken = /[\uD800-\uDFFF]/u.exec(text)?.[0];
  if (broken !== undefined) return writeReply(outgoing, routed.exception(...unwritable(broken)));
  const odd = faults.take(operation, oddAnswers);
  if (odd) return writeReply(outgoing, shownOddly[odd.kind](routed, text));
  const reply = routed.answer(text);
  const after = faults.take(operation, ranFaults);
  if (after) return happen(after.kind, { delayMs: after.delayMs, routed, url, outgoing, reply });
  return writeReply(outgoing, reply);
}

/** Runs an operation: its effect and the journal's row, in one transaction. @returns the result text. */
function execute({ operation, binding }: Routed, { values, fields }: Received, ports: AnswerPorts): string {
  const { db, journal, now } = ports;
  return inTransaction(db, () => {
    journal.record(operation, binding, fields, now());
    return operations[operation].run(db, values);
  });
}

/** Returns System.Xml's words on half a character, which no XML can hold. The operation has run. */
function unwritable(half: string): readonly string[] {
  return [
    'There was an error generating the XML document.',
    `The surrogate pair (0x${half.charCodeAt(0).toString(16).toUpperCase()}, 0x0) is invalid. A high surrogate character (0xD800 - 0xDBFF) must always be paired with a low surrogate character (0xDC00 - 0xDFFF).`,
  ];
}

/** Reads a request, or refuses it where a host would misread it, so that nothing runs. */
function readStrictly(routed: Routed, { body, contentType }: AspRequest): Received | AspReply {
  const received = routed.read();
  if (!('values' in received)) return received;
  const soap = routed.binding === 'soap11' || routed.binding === 'soap12';
  const lost =
    soap && losesCharacters(body, contentType)
      ? [`${contentType} has no charset, so that every character beyond ASCII would be a question mark.`]
      : [];
  const findings = [...lost, ...received.findings];
  return findings.length === 0 ? received : routed.refusal(`STANDIN_STRICT: nothing was run. ${findings.join(' ')}`);
}

/** Reads a request; of a body that is too large only the beginning is kept. */
async function readRequest(incoming: IncomingMessage): Promise<AspRequest> {
  const { method = '', url = '', headers } = incoming;
  const { soapaction: soapAction } = headers;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    sizeBytes += bytes.byteLength;
    if (sizeBytes <= MAX_BODY_BYTES) chunks.push(bytes);
  }
  return {
    method,
    url,
    host: headers.host ?? 'localhost',
    scheme: headers['x-forwarded-proto'] === 'https' ? 'https' : 'http', // the gateway's word: nobody else asks here
    contentType: headers['content-type'] ?? '',
    ...(typeof soapAction === 'string' && { soapAction }),
    body: Buffer.concat(chunks),
    tooLarge: sizeBytes > MAX_BODY_BYTES,
  };
}

/** Waits. @param ms - absent: not at all. */
async function wait(ms: number | undefined): Promise<void> {
  if (ms !== undefined) await new Promise((resolve) => setTimeout(resolve, ms));
}
