import { describe, expect, test } from 'vitest';
import { bindings } from './bindings.ts';
import { MAX_REPLY_BYTES, classify } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
import { toPostReply } from '#wire/toPostReply.ts';

const texts: readonly [what: string, unit: string][] = [
  ['signs that are escaped', '&'],
  ['every sign that is escaped', '<&>'],
  ['signs that are escaped between others', 'a&'],
  ['the end of CDATA', ']]>'],
  ['the end of CDATA and signs that are escaped', ']]>&&&&&&&&&&'],
  ['line ends', '\r\n'],
  ['characters that XML cannot carry', '\u0001&&&&&&&&&&\u001f'],
  ['what a replacement would read', '$&$`&&&&&&&&&&'],
  ['three bytes each', '中&'],
];

describe('what the service said in another binding', () => {
  test.each(texts)('is the same text over HTTP POST: %s', (_, unit) => {
    for (const times of [1, 2, 5, 40]) {
      const text = unit.repeat(times);
      const reply = toPostReply({ kind: 'answered', text }, defaultNames);
      expect(classify(reply, defaultNames)).toEqual({ kind: 'answered', text });
    }
  });

  test('can be taken by a handheld wherever the gateway could take it', () => {
    const text = '<&>'.repeat(300_000);
    const soap = (inside: string): Uint8Array =>
      new TextEncoder().encode(
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><RevertOffResponse ' +
          `xmlns="${defaultNames.namespace}"><RevertOffResult>${inside}</RevertOffResult></RevertOffResponse>` +
          '</soap:Body></soap:Envelope>',
      );
    for (const inside of [`<![CDATA[${text}]]>`, `<![CDATA[${text.repeat(4)}]]>`, ']]&gt;'.repeat(1_000)]) {
      const said = { status: 200, contentType: 'text/xml; charset=utf-8', body: soap(inside) };
      expect(said.body.byteLength).toBeLessThanOrEqual(MAX_REPLY_BYTES);
      const word = classifyFor('soap11', 'RevertOff', said, defaultNames);
      if (word.kind !== 'answered') throw new Error(JSON.stringify(word));
      const reply = toPostReply(word, defaultNames);
      expect(reply.body.byteLength).toBeLessThanOrEqual(said.body.byteLength);
      expect(bindings['http-post'].decodeAnswer('RevertOff', reply, defaultNames)).toBe(word.text);
    }
  });
});

test.each([
  'Missing parameter: storeCode.',
  'Cannot convert abc to System.Int32.',
  'Cannot convert a value that goes on in the next line',
  'Request format is invalid: Server was unable to read request. It is cut off in the mid',
  'Missing parameter: ‹apiKey› | &#9731;',
  "Invalid method name 'revertOff',  method names are case sensitive.",
  '',
])('a rejection stays one where it is said anew: %j', (reason) => {
  const outcome = classify(toPostReply({ kind: 'rejected', reason }, defaultNames), defaultNames);
  expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining(reason.trim()) });
});
