import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withAccessKey, makeCall } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from './bindings.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import type { WireReply, WireRequest } from '#wire/message.ts';
import { defaultNames } from '#wire/names.ts';
import { serviceEnd } from './testing/serviceEnd.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const FOLDER = 'e2e/fixtures/wire-soap';
const KEY = 'KEY-0001-abcdef';
const bindingNames = Object.keys(bindings) as readonly BindingName[];
const soapNames = ['soap11', 'soap12'] as const;

/** A hand-written wire text: its first line, its headers by lower-case name, its body as bytes. */
function golden(name: string): { start: string; headers: Map<string, string>; body: Buffer } {
  const bytes = readFileSync(`${FOLDER}/${name}.http`);
  const end = bytes.indexOf('\r\n\r\n');
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { start, headers: new Map(headers), body: bytes.subarray(end + 4) };
}

function goldenReply(name: string): WireReply {
  const { start, headers, body } = golden(name);
  const contentType = headers.get('content-type') ?? '';
  return { status: Number(start.split(' ')[1]), contentType, body: new Uint8Array(body) };
}

const calls: [operation: OperationName, values: Record<string, string>][] = [
  ['RevertOff', { deliveryCode: 'D-1001', storeCode: 'S-07', userID: 'u17' }],
  ['CompleteBag', { logTransferDtlID: '4711', userID: '17', sWeight: '12,50', WarehouseID: '3' }],
  [
    'OrderCodeExStorage',
    {
      oSDeliveryCode: 'Склад 7',
      orderCodeEx: '中文📦',
      remark: 'a<b> &amp; ]]> "q" \'p\' =+%',
      shortCode: '  a\tb\r\nc ',
    },
  ],
  ['GetPaintMarker', { strJson: '' }],
];
const requests = bindingNames.flatMap((binding) =>
  calls.map(([operation, values]) => [binding, operation, withAccessKey(makeCall(operation, values), KEY)] as const),
);

describe('requests', () => {
  test.each(requests)('over %s, %s is what we send, byte for byte', (binding, operation, parameters) => {
    const { start, headers, body } = golden(`request-${binding}-${operation}`);
    const request = bindings[binding].encodeCall(operation, parameters, defaultNames);
    expect(`${request.method} ${request.path} HTTP/1.1`).toBe(start);
    expect(request.headers).toEqual(Object.fromEntries(headers));
    expect(request.body).toBe(body.toString('utf8'));
  });

  test.each(requests)(
    'over %s, %s is read back as the values that were made a call',
    (binding, operation, parameters) => {
      const { start, headers, body } = golden(`request-${binding}-${operation}`);
      const [method = '', path = ''] = start.split(' ');
      const request = {
        method,
        path,
        headers: Object.fromEntries(headers),
        body: body.toString('utf8'),
      } as WireRequest;
      expect(serviceEnd[binding].decodeCall(operation, request, defaultNames)).toEqual(parameters);
    },
  );
});

describe('replies', () => {
  const texts: [name: string, text: string | null][] = [
    ['text', 'OK 17'],
    ['empty', ''],
    ['null', null],
    ['number', '000123'],
    ['exponent', '0E68'],
    ['lines', '  one\ntwo\nthree\r\n\t'],
    ['escaped', '{"a":"<b> &amp; ]]>"}'],
    ['control', 'A\u0001B\u001dC\ufffeD'],
    ['unicode', '中文 Склад 📦 e\u0301\u0085\u2028\ufeff'],
    ['prefix', 'OK'],
  ];
  const replies = soapNames.flatMap((binding) => texts.map(([name, text]) => [binding, name, text] as const));

  test.each(replies)('over %s, %s is the answer %j', (binding, name, text) => {
    const reply = goldenReply(`reply-${binding}-${name}`);
    expect(classifyFor(binding, REVERT_OFF, reply, defaultNames)).toEqual({ kind: 'answered', text });
  });

  test.each(replies.filter(([, name]) => name !== 'lines' && name !== 'prefix'))(
    'over %s, %s is what our own end writes, byte for byte',
    (binding, name, text) => {
      const { body, ...rest } = goldenReply(`reply-${binding}-${name}`);
      const written = serviceEnd[binding].encodeAnswer('RevertOff', text, defaultNames);
      expect(new TextDecoder().decode(written.body)).toBe(new TextDecoder().decode(body));
      expect(written).toMatchObject(rest);
    },
  );

  test.each(soapNames)('faults over %s', (binding) => {
    const meaning = (name: string): unknown =>
      classifyFor(binding, REVERT_OFF, goldenReply(`fault-${binding}-${name}`), defaultNames);
    expect(meaning('unreadable')).toMatchObject({ kind: 'no-answer', cause: 'status' });
    expect(meaning('after')).toMatchObject({ kind: 'no-answer', cause: 'status' });
    expect(meaning('sender-after')).toMatchObject({ kind: 'no-answer', cause: 'status' });
  });

  test('a service without SOAP 1.2 says so in SOAP 1.1, in words that name no call', () => {
    const reply = goldenReply('fault-soap12-in-soap11');
    expect(classifyFor('soap12', REVERT_OFF, reply, defaultNames)).toMatchObject({ kind: 'no-answer' });
  });

  test('every wire text in the folder is read by a test here', () => {
    const read = [
      ...requests.map(([binding, operation]) => `request-${binding}-${operation}`),
      ...replies.map(([binding, name]) => `reply-${binding}-${name}`),
      ...soapNames.flatMap((binding) =>
        ['unreadable', 'after', 'sender-after'].map((name) => `fault-${binding}-${name}`),
      ),
      'fault-soap12-in-soap11',
    ];
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.http'));
    expect(files.sort()).toEqual(read.map((name) => `${name}.http`).sort());
  });
});
