import { afterAll, expect, test } from 'vitest';
import {
  sendRow,
  asked,
  fault11,
  fault12,
  one,
  promised,
  result,
  two,
  type SoapRow,
  UNKNOWN_DELIVERY,
  whole,
} from '#standin/testing/soapRig.ts';
import { envelope11, envelope12, soap11, soap12, ownStandin } from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

const prohibited = 'Server was unable to process request. ---&gt; ';
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const withDtd = (document: string): string =>
  document.replace('?>', '?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>');

/** The requests, and their answers. Source: lab/conformance. */
const xml: readonly SoapRow[] = [
  [
    'text/xml without a charset is ASCII',
    soap11(asked('中'), { contentType: 'text/xml' }),
    200,
    one,
    result(one, 'ERR: delivery ??? is unknown'),
  ],
  [
    'a charset that nobody knows is none',
    soap11(asked('é'), { contentType: 'text/xml; charset=nope' }),
    200,
    one,
    result(one, 'ERR: delivery ?? is unknown'),
  ],
  [
    'UTF-16 with its mark',
    soap12(utf16(envelope12(whole).replace('utf-8', 'utf-16')), 'application/soap+xml'),
    200,
    two,
    result(two, UNKNOWN_DELIVERY),
  ],
  [
    'Latin-1 in SOAP 1.1',
    soap11(asked('e'), { contentType: 'text/xml; charset=iso-8859-1' }),
    500,
    one,
    fault11(
      'Server',
      'Server was unable to process request. ---&gt; Input message does not conform to Simple SOAP Binding Profile Version 1.0. Requirement R1012: A MESSAGE MUST serialize the envelope using either UTF-8 or UTF-16 character encoding.',
    ),
  ],
  [
    'bytes that are not UTF-8',
    soap11(
      Buffer.concat([
        Buffer.from(asked('\u0002').split('\u0002')[0] ?? ''),
        Buffer.from([0xff]),
        Buffer.from(asked('\u0002').split('\u0002')[1] ?? ''),
      ]),
    ),
    200,
    one,
    result(one, 'ERR: delivery \uFFFD is unknown'),
  ],
  ['a DTD', soap11(withDtd(envelope11(whole))), 400, one, ''],
  [
    'a DTD in SOAP 1.2',
    soap12(withDtd(envelope12(whole))),
    500,
    two,
    fault12('Receiver', `${prohibited}a DOCTYPE is not accepted`),
  ],
  ['no XML', soap11('hello'), 400, one, ''],
  ['no XML in SOAP 1.2', soap12('hello'), 500, two, fault12('Receiver', `${prohibited}char 'h' is not expected.`)],
  ['nothing', soap11(''), 400, one, ''],
  ['nothing in SOAP 1.2', soap12(''), 500, two, fault12('Receiver', `${prohibited}Start tag expected.`)],
  ['XML 1.1 is let through', soap12(envelope12(whole).replace('1.0', '1.1')), 200, two, result(two, UNKNOWN_DELIVERY)],
  ['a document that is cut', soap11(envelope11(whole).slice(0, -9)), 400, one, ''],
  ['a SOAP 1.2 document that is cut behind the body', soap12(envelope12(whole).slice(0, -9)), 400, two, ''],
  ['something behind the document', soap11(`${envelope11(whole)}x`), 400, one, ''],
  [
    'more than four megabytes',
    soap11(asked('x'.repeat(4 * 1024 * 1024))),
    500,
    one,
    fault11(
      'Server',
      'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
    ),
  ],
];

test.each(xml)('%s', async (...row) => {
  expect(await sendRow(standin, row[1])).toEqual(promised(row));
});
