import { describe, expect, test } from 'vitest';
import { bindings } from './bindings.ts';
import { MAX_REPLY_BYTES, classify } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
import { toPostReply } from './stringDocument.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

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
      const word = classifyFor('soap11', REVERT_OFF, said, defaultNames);
      if (word.kind !== 'answered') throw new Error(JSON.stringify(word));
      const reply = toPostReply(word, defaultNames);
      expect(reply.body.byteLength).toBeLessThanOrEqual(said.body.byteLength);
      expect(bindings['http-post'].decodeAnswer('RevertOff', reply, defaultNames)).toBe(word.text);
    }
  });
});

test.each([
  'RevertOff Web Service method name is not valid.',
  'Request format is invalid: RevertOff was not run: the service does not speak this version of SOAP.',
  'A potentially dangerous Request.Form value was detected from the client (storeCode="a < \'b\' & c").',
])('a rejection stays one where it is said anew, to whoever made the call: %j', (reason) => {
  const sent = { ...REVERT_OFF, parameters: [['storeCode', "a < 'b' & c"]] as const };
  const word = { kind: 'rejected', reason } as const;
  expect(classify(toPostReply(word, defaultNames), defaultNames, sent)).toEqual(word);
});
