import { describe, expect, test } from 'vitest';
import { verdictOf } from '#app/diagnostics/connectionTests.ts';
import { startUpstream } from '#main/testing/rig.ts';
import { exchange, reach } from '#gateway/upstream/forward.ts';
import { readAspForm } from '#standin/aspForm.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { answerValue } from '#ui/answerValue.ts';
import { answerFields, piecesOf, wholeText } from '#site/teaching.ts';
import { readZpl } from '#office/printers/zpl.ts';
import { normalise } from '#scan/normalise.ts';
import { classify } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import { visibleLines } from '#wire/visibleLines.ts';
import type { WireReply } from '#wire/message.ts';
import { defaultNames } from '#wire/names.ts';
import { readWsdl } from '#wire/wsdl.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

/** Texts that make an expression look at the same letters again and again: long runs of what its parts share. */
const PUMPS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  '<',
  '&',
  '&#',
  '&#1',
  '&amp;',
  '%41',
  '1',
  '0',
  ':',
  'a',
  'A=',
  '--->',
  '.System',
  'System.System',
  '<a ',
  '<port ',
  '{',
  '[',
  ']',
  '-',
  '/',
  '^XA',
  '~DG',
  '\\',
  'é',
] as const;

/** Letters of the longer of two texts, eight times as long: what is quadratic takes 64 times as long for it, and is seen before the next would take minutes. */
const LONGS = [40_000, 200_000];
const MOST_TIMES = 24;
/** So few milliseconds are no growth at all. */
const NOTHING_MS = 30;
/** So long a busy machine may take over an exchange. */
const WAIT_MS = 60_000;
/** A head of a reply is longer by no more. */
const LONGEST_HEAD = 3_000;
/** A code of digits in a QR code; nothing that is scanned is longer. */
const LONGEST_CODE = 7_089;

/** Returns what this thread has worked by now, in milliseconds: other work of a busy machine is not in it. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function took(work: () => unknown): number {
  const before = workedMs();
  try {
    work();
  } catch {
    // to refuse it is as good as to read it
  }
  return workedMs() - before;
}

/** Returns what it takes at the least: the first time compiles, and another one may collect garbage. */
const tookLeast = (work: () => unknown): number => Math.min(...Array.from({ length: 3 }, () => took(work)));

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const NS = defaultNames.namespace;
const soapOf = (envelope: string, inner: string): string =>
  `<s:Envelope xmlns:s="${envelope}"><s:Body>${inner}</s:Body></s:Envelope>`;
const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const faultOf = (text: string): string =>
  soapOf(SOAP11, `<s:Fault><faultcode>s:Server</faultcode><faultstring>${text}</faultstring></s:Fault>`);
const replyOf = (status: number, contentType: string, body: string): WireReply => ({
  status,
  contentType,
  body: utf8(body),
});

/** Everything that reads what a service, a network or a code says, by what it is given of it. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a reply': (text) => classify(replyOf(200, 'text/xml', text), defaultNames),
  'an answer': (text) => classify(replyOf(200, 'text/xml', `<string xmlns="${NS}">${text}</string>`), defaultNames),
  'an attribute': (text) => classify(replyOf(200, 'text/xml', `<string xmlns="${NS}" a="${text}"/>`), defaultNames),
  'a plain refusal': (text) => classify(replyOf(500, 'text/plain', text), defaultNames),
  'the end of a plain refusal': (text) =>
    classify(replyOf(500, 'text/plain', `Missing parameter: ${text}\u0000x`), defaultNames),
  'a content type': (text) => classify(replyOf(200, `text/xml; ${text}x`, '<a/>'), defaultNames),
  'a problem': (text) => classify(replyOf(503, 'application/problem+json', text), defaultNames),
  'a SOAP fault': (text) =>
    classifyFor('soap11', REVERT_OFF, replyOf(500, 'text/xml', faultOf(`${text}x`)), defaultNames),
  'a SOAP fault that begins as one': (text) =>
    classifyFor(
      'soap11',
      REVERT_OFF,
      replyOf(500, 'text/xml', faultOf(`Server was unable to read request. x${text}x`)),
      defaultNames,
    ),
  'a SOAP fault of an exception': (text) =>
    classifyFor(
      'soap11',
      REVERT_OFF,
      replyOf(500, 'text/xml', faultOf(`System.Web.X${text}Exception: Server was unable to read request. ${text}`)),
      defaultNames,
    ),
  "a fault's code": (text) =>
    classifyFor(
      'soap11',
      REVERT_OFF,
      replyOf(500, 'text/xml', soapOf(SOAP11, `<s:Fault><faultcode>${text}x</faultcode></s:Fault>`)),
      defaultNames,
    ),
  'an answer with a key in it': (text) => eraseKeyFromText(text, `${text.slice(0, 4_000)}canary-key-8251`),
  'a form as the stand-in reads it': (text) => readAspForm(utf8(`a=${text}`), 'utf-8'),
  'what can be seen of a page': (text) => visibleLines('text/html', utf8(text), `${text.slice(0, 4_000)}canary-key`),
  'a WSDL': (text) => readWsdl(replyOf(200, 'text/xml', text)),
  'what a binding said': (text) => verdictOf(200, `<definitions ${text}`),
  'a result text': (text) => answerValue(text, ['img.example.com']),
  'a PDF': (text) => answerValue(`JVBERi0${text}!`, []),
  'a label': (text) => answerValue(`~DG${text}^XZ`, []),
  ZPL: (text) => readZpl(`^XA${text}^XZ`),
  'an answer as a tree': (text) => readAnswer(`{"a":"${text}`),
  'the words of an answer': (text) => [piecesOf(text), answerFields(text), wholeText(text)],
};

/**
 * Expects of a text eight times as long that it takes no more than a time that grows with it. The short one is read eight times
 * over: a single reading may take less than the system's clock of a thread tells apart.
 */
function expectGrowth(pump: string, length: number, reader: (text: string) => unknown): void {
  const [short, long] = [length / 8, length].map((letters) => pump.repeat(Math.floor(letters / pump.length)));
  const asMuch = (): number =>
    Array.from({ length: 8 }, () => took(() => reader(short!))).reduce((sum, ms) => sum + ms);
  const mostMs = NOTHING_MS + (MOST_TIMES / 8) * Math.min(asMuch(), asMuch());
  const longMs = took(() => reader(long!));
  expect(longMs < mostMs ? longMs : tookLeast(() => reader(long!))).toBeLessThan(mostMs); // again: garbage is collected
}

describe.each(Object.entries(readers))('%s', (_, reader) => {
  test.each(PUMPS)('of %j without end is read in a time that grows with it', (pump) => {
    for (const length of LONGS) expectGrowth(pump, length, reader);
  });
});

test.each(PUMPS)("a reply's head of %j is read in a time that grows with it, whole or not", async (pump) => {
  const [short, long] = [await headsTook(pump, LONGEST_HEAD / 8), await headsTook(pump, LONGEST_HEAD)];
  const mostMs = short.map((ms) => NOTHING_MS + MOST_TIMES * ms);
  const isLong = long.some((ms, at) => ms >= mostMs[at]!);
  const again = isLong ? await headsTook(pump, LONGEST_HEAD) : long; // garbage is collected, or somebody else has the processor
  for (const [at, longMs] of long.entries()) expect(Math.min(longMs, again[at]!)).toBeLessThan(mostMs[at]!);
});

/** Returns what this thread works for each reply whose head has so many letters of a pump in one of its places. */
async function headsTook(pump: string, letters: number): Promise<readonly number[]> {
  const text = pump.repeat(letters).slice(0, letters);
  const head = 'HTTP/1.1 200 OK\r\n';
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  const replies = [
    `${head}X-A: ${text}\u0001\r\n\r\n`,
    `${head}X-A:${text}\r\n\r\n`,
    `${head}${text}: x\r\n\r\n`,
    `${head}Connection: ${text}\r\n\r\n`,
    `${head}Keep-Alive: ${text}\r\n\r\n`,
    `${head}Transfer-Encoding: ${text}\r\n\r\n`,
    `${chunked}5${text}\u0001\r\n`,
    `${chunked}0\r\nX-A: ${text}\u0001\r\n\r\n`,
  ];
  const each: number[] = [];
  await using upstream = await startUpstream((asked) => asked.reply(replies[upstream.requests.length - 1] ?? ''));
  for (const _ of replies) {
    const socket = await reach(upstream.url, WAIT_MS);
    const before = workedMs();
    await exchange(socket, upstream.url, { method: 'POST', path: '/', headers: {} }, WAIT_MS);
    each.push(workedMs() - before);
  }
  return each;
}

test.each(PUMPS)('a code of %j, as long as one can be, is taken in a time that grows with it', (pump) => {
  expectGrowth(pump, LONGEST_CODE, (text) => [normalise(`${text}x`), normalise(`x${text}x`)]);
});
