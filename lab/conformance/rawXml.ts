import { type KnownReply, runsAllTheSame } from './knownRows.ts';
import { PEER_NAMESPACE } from '#e2e/rig/peer.ts';
import {
  REVERT_OFF,
  type RawRequest,
  SOAP11_NAMESPACE,
  SOAP12_NAMESPACE,
  SOAP12_TYPE,
  envelope,
  soap11Document,
  soap12Document,
} from './rawRequest.ts';

type Write = (namespace: string) => string | Buffer;

const whole = (namespace: string): string => envelope(REVERT_OFF, namespace);
const inWhole =
  (from: string, to: string): Write =>
  (namespace) =>
    whole(namespace).replace(from, to);
const doctype =
  (subset: string, text = 'D-1001'): Write =>
  (namespace) =>
    whole(namespace).replace('?>', `?><!DOCTYPE soap:Envelope ${subset}>`).replace('D-1001', text);

const ENTITIES =
  '[<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]';

/** Documents that are not what they should be: each is sent as SOAP 1.1 and as SOAP 1.2. Source: lab/conformance. */
const documents: Readonly<Record<string, Write>> = {
  'nothing at all': () => '',
  'a blank': () => ' ',
  'no XML': () => 'deliveryCode=D',
  JSON: () => '{"deliveryCode":"D"}',
  'an end tag missing': inWhole('</deliveryCode>', ''),
  'cut off in the element': (namespace) => whole(namespace).slice(0, -80),
  'cut off in the envelope': (namespace) => whole(namespace).slice(0, 120),
  'cut off before the last bracket': (namespace) => whole(namespace).slice(0, -1),
  'text after the end': (namespace) => `${whole(namespace)}x`,
  'an element after the end': (namespace) => `${whole(namespace)}<x/>`,
  'blanks after the end': (namespace) => `${whole(namespace)}\r\n  `,
  'a comment after the end': (namespace) => `${whole(namespace)}<!-- x -->`,
  'blanks before the declaration': (namespace) => ` ${whole(namespace)}`,
  'no declaration': inWhole('<?xml version="1.0" encoding="utf-8"?>', ''),
  'a comment before the envelope': inWhole('?>', '?><!-- x -->'),
  'an instruction before the envelope': inWhole('?>', '?><?x y?>'),
  'XML 1.1': inWhole('version="1.0"', 'version="1.1"'),
  'a byte order mark': (namespace) => `\uFEFF${whole(namespace)}`,
  'UTF-16 declared, UTF-8 sent': inWhole('encoding="utf-8"', 'encoding="utf-16"'),
  'Latin-1 declared, UTF-8 sent': (namespace) =>
    whole(namespace).replace('encoding="utf-8"', 'encoding="iso-8859-1"').replace('D-1001', 'é中'),
  'unknown encoding declared': inWhole('encoding="utf-8"', 'encoding="none-such"'),
  'bytes that are no UTF-8': (namespace) => Buffer.from(whole(namespace).replace('D-1001', 'D\xE4\xB8x'), 'latin1'),
  'an undefined entity': inWhole('D-1001', '&nbsp;'),
  'a bare ampersand': inWhole('D-1001', 'a & b'),
  'a bare less-than': inWhole('D-1001', 'a < b'),
  'the end of CDATA in text': inWhole('D-1001', 'a ]]> b'),
  'a raw control character': inWhole('D-1001', 'a\u0001b'),
  'a referenced control character': inWhole('D-1001', 'a&#x1;b'),
  'a referenced null character': inWhole('D-1001', 'a&#0;b'),
  'a raw null byte': inWhole('D-1001', 'a\u0000b'),
  'a referenced surrogate': inWhole('D-1001', '&#xD800;'),
  'a referenced U+FFFE': inWhole('D-1001', '&#xFFFE;'),
  'a reference beyond Unicode': inWhole('D-1001', '&#x110000;'),
  'an attribute twice': inWhole('<deliveryCode>', '<deliveryCode a="1" a="2">'),
  'an attribute without quotes': inWhole('<deliveryCode>', '<deliveryCode a=1>'),
  'an undeclared prefix': inWhole('<deliveryCode>', '<x:deliveryCode>'),
  'crossed tags': inWhole('</deliveryCode><storeCode>', '</storeCode><deliveryCode>'),
  'an empty DOCTYPE': doctype(''),
  'an internal DTD': doctype('[<!ELEMENT a ANY>]'),
  'an internal entity': doctype('[<!ENTITY a "x">]', '&a;'),
  'entities that expand': doctype(ENTITIES, '&c;'),
  'an external entity': doctype('[<!ENTITY a SYSTEM "file:///etc/hostname">]', '&a;'),
  'an external DTD': doctype('SYSTEM "http://127.0.0.1:9/none.dtd"'),
  'a parameter entity': doctype('[<!ENTITY % a SYSTEM "file:///etc/hostname"> %a;]'),
  'no Body': (namespace) => `<soap:Envelope xmlns:soap="${namespace}"></soap:Envelope>`,
  'no Body but a Header': (namespace) => `<soap:Envelope xmlns:soap="${namespace}"><soap:Header/></soap:Envelope>`,
  'Body without a namespace': (namespace) =>
    `<soap:Envelope xmlns:soap="${namespace}"><Body>${REVERT_OFF}</Body></soap:Envelope>`,
  'the operation without an envelope': () => REVERT_OFF,
  'another root': (namespace) => whole(namespace).replaceAll('soap:Envelope', 'soap:Letter'),
  'an envelope without a namespace': () => `<Envelope><Body>${REVERT_OFF}</Body></Envelope>`,
  'an envelope of an unknown version': () => envelope(REVERT_OFF, 'http://schemas.example/soap/3.0'),
  'two Bodies': inWhole('<soap:Body>', '<soap:Body/><soap:Body>'),
  'another prefix': (namespace) => whole(namespace).replaceAll('soap:', 'SOAP-ENV:').replace(':soap=', ':SOAP-ENV='),
  'elements after the Body': inWhole('</soap:Body>', '</soap:Body><x xmlns="urn:x"/>'),
  'an encodingStyle': inWhole('<soap:Body>', `<soap:Body soap:encodingStyle="${PEER_NAMESPACE}">`),
};

/** Replies of the stand-in to some of them, over SOAP 1.1 as over SOAP 1.2. */
const readOtherwise: Readonly<Record<string, KnownReply>> = {
  'blanks before the declaration': runsAllTheSame('blanks-before-declaration'),
  'an instruction before the envelope': { row: 'instruction-refused', status: 400, executed: 0 },
  'XML 1.1': runsAllTheSame('xml-version'),
  'the end of CDATA in text': runsAllTheSame('end-of-cdata'),
};

const encodings: readonly RawRequest[] = [
  {
    name: 'SOAP 1.1 encoding: UTF-16 with its mark, no charset',
    bytes: soap11Document(utf16(SOAP11_NAMESPACE), { contentType: 'text/xml' }),
  },
  {
    name: 'SOAP 1.1 encoding: UTF-16 with its mark and charset',
    bytes: soap11Document(utf16(SOAP11_NAMESPACE), { contentType: 'text/xml; charset=utf-16' }),
  },
  {
    name: 'SOAP 1.2 encoding: UTF-16 with its mark, no charset',
    bytes: soap12Document(utf16(SOAP12_NAMESPACE), { contentType: 'application/soap+xml' }),
  },
  {
    name: 'SOAP 1.1 encoding: no charset, Chinese',
    bytes: soap11Document(whole(SOAP11_NAMESPACE).replace('D-1001', '中文'), { contentType: 'text/xml' }),
  },
  {
    name: 'SOAP 1.2 encoding: no charset, Chinese',
    bytes: soap12Document(whole(SOAP12_NAMESPACE).replace('D-1001', '中文'), { contentType: 'application/soap+xml' }),
  },
  {
    name: 'SOAP 1.1 encoding: charset in quotes and capitals',
    bytes: soap11Document(whole(SOAP11_NAMESPACE), { contentType: 'TEXT/XML; Charset="UTF-8"' }),
  },
  {
    name: 'SOAP 1.1 encoding: GB2312',
    bytes: soap11Document(whole(SOAP11_NAMESPACE), { contentType: 'text/xml; charset=gb2312' }),
    known: { row: 'soap-charset', status: 500, media: 'text/xml', body: /R1012/, executed: 0 },
  },
  {
    name: 'SOAP 1.1 encoding: unknown charset',
    bytes: soap11Document(whole(SOAP11_NAMESPACE), { contentType: 'text/xml; charset=none-such' }),
  },
  {
    name: 'SOAP 1.2 encoding: unknown charset',
    bytes: soap12Document(whole(SOAP12_NAMESPACE), { contentType: 'application/soap+xml; charset=none-such' }),
  },
  {
    name: 'SOAP 1.2 encoding: GB2312',
    bytes: soap12Document(whole(SOAP12_NAMESPACE), { contentType: SOAP12_TYPE.replace('utf-8', 'gb2312') }),
  },
];

function utf16(namespace: string): Buffer {
  return Buffer.from(`\uFEFF${whole(namespace).replace('utf-8', 'utf-16')}`, 'utf16le');
}

/** Documents and encodings of the SOAP bindings. */
export const xmlRequests: readonly RawRequest[] = [
  ...Object.entries(documents).flatMap(([name, write]) => {
    const known = readOtherwise[name];
    const more = known && { known };
    return [
      { name: `SOAP 1.1 document: ${name}`, bytes: soap11Document(write(SOAP11_NAMESPACE)), ...more },
      { name: `SOAP 1.2 document: ${name}`, bytes: soap12Document(write(SOAP12_NAMESPACE)), ...more },
    ];
  }),
  ...encodings,
];
