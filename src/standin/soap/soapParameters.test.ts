import { afterAll, expect, test } from 'vitest';
import {
  sendRow,
  asked,
  bag,
  KEY_ELEMENT,
  NO_KEY,
  one,
  promised,
  result,
  two,
  type SoapRow,
  UNKNOWN_DELIVERY,
  unread,
  whole,
} from '#standin/testing/soapRig.ts';
import {
  STANDIN_KEY,
  envelope11,
  envelope12,
  revertOffElement,
  soap11,
  soap12,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

/** The requests, and their answers. Source: lab/conformance, seen at the peer letter by letter. */
const parameters: readonly SoapRow[] = [
  ['a call', soap11(envelope11(whole)), 200, one, result(one, UNKNOWN_DELIVERY)],
  ['a call in SOAP 1.2', soap12(envelope12(whole)), 200, two, result(two, UNKNOWN_DELIVERY)],
  [
    'nothing but a key: the rest is null, and it runs',
    soap11(envelope11(revertOffElement(KEY_ELEMENT))),
    200,
    one,
    result(one, 'ERR: delivery  is unknown'),
  ],
  ['an empty Op', soap11(envelope11('<RevertOff xmlns="http://logistics.example/"/>')), 200, one, result(one, NO_KEY)],
  ['an empty Body runs', soap11(envelope11('')), 200, one, result(one, NO_KEY)],
  [
    'a body of another namespace runs with nulls',
    soap11(envelope11(revertOffElement(undefined, 'http://logistics.example'))),
    200,
    one,
    result(one, NO_KEY),
  ],
  [
    'parameters without a namespace are null',
    soap11(envelope11(whole.replaceAll(/<(\w+)>/g, '<$1 xmlns="">'))),
    200,
    one,
    result(one, NO_KEY),
  ],
  [
    'a name in another letter case is null',
    soap11(envelope11(whole.replaceAll('apiKey', 'ApiKey'))),
    200,
    one,
    result(one, NO_KEY),
  ],
  [
    'a name twice: the first counts',
    soap11(asked('D-9</deliveryCode><deliveryCode>D-8')),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  [
    'Op twice: the later values count, and it runs once',
    soap11(
      envelope11(
        revertOffElement(`<deliveryCode>D-8</deliveryCode>${KEY_ELEMENT}`) +
          revertOffElement('<deliveryCode>D-9</deliveryCode>'),
      ),
    ),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  [
    'an unknown element',
    soap11(asked('D-9</deliveryCode><x><y/></x><deliveryCode>')),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  [
    'what declares a prefix keeps the namespaces around it',
    soap11(envelope11(revertOffElement(`<deliveryCode xmlns:i="urn:i">D-9</deliveryCode>${KEY_ELEMENT}`))),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  [
    'a text that is nil is empty',
    soap11(
      envelope11(
        revertOffElement(
          `<deliveryCode xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>${KEY_ELEMENT}`,
        ),
      ),
    ),
    200,
    one,
    result(one, 'ERR: delivery  is unknown'),
  ],
  [
    'CDATA and references',
    soap11(asked('<![CDATA[<]]>&#x1F600;&quot;')),
    200,
    one,
    result(one, 'ERR: delivery &lt;😀" is unknown'),
  ],
  [
    'a CR becomes a LF unless it is a reference',
    soap11(asked('a\r\nb\rc&#13;d')),
    200,
    one,
    result(one, 'ERR: delivery a\nb\nc\rd is unknown'),
  ],
  [
    'prefixes, attributes and a header that is unknown',
    soap11(
      envelope11(
        `<n:RevertOff xmlns:n="http://logistics.example/" x="1"><n:apiKey n:t="1">${STANDIN_KEY}</n:apiKey></n:RevertOff>`,
        '<s:Header><a/></s:Header>',
      ),
    ),
    200,
    one,
    result(one, 'ERR: delivery  is unknown'),
  ],
  ['a comment in a parameter is left out', soap11(asked('D-<!-- -->9')), 200, one, result(one, UNKNOWN_DELIVERY)],
  ['an instruction in a parameter', soap11(asked('a<?b c?>')), 400, one, ''],
  ['an element in a parameter', soap11(asked('a<b/>')), 400, one, ''],
  ['a control character', soap11(asked('\u0001')), 400, one, ''],
  ['a reference to a control character', soap11(asked('&#1;')), 400, one, ''],
  ["a reference that is HTML's", soap11(asked('&nbsp;')), 400, one, ''],
  [
    'a number that is none',
    bag(`${KEY_ELEMENT}<logTransferDtlID>abc</logTransferDtlID>`),
    500,
    one,
    unread('Input string was not in a correct format.', '1, 1'),
  ],
  [
    'a number that is empty',
    bag('<logTransferDtlID/>'),
    500,
    one,
    unread('Input string was not in a correct format.', '1, 1'),
  ],
  [
    'a number too large',
    bag('<logTransferDtlID>99999999999</logTransferDtlID>'),
    500,
    one,
    unread('Value was either too large or too small for an Int32.', '1, 1'),
  ],
  [
    'a decimal with a comma',
    bag('<sWeight>1,5</sWeight>'),
    500,
    one,
    unread('Input string was not in a correct format.', '1, 1'),
  ],
  ['numbers that are missing are 0', bag(KEY_ELEMENT), 200, one, result(one, 'ERR: bag 0 is unknown', 'CompleteBag')],
  [
    'numbers with blanks and signs, in another order',
    bag(`<WarehouseID> 2 </WarehouseID>${KEY_ELEMENT}<logTransferDtlID>\n+005001</logTransferDtlID>`),
    200,
    one,
    result(one, 'ERR: BAG-2001 is in warehouse 1, not in 2', 'CompleteBag'),
  ],
];

test.each(parameters)('%s', async (...row) => {
  expect(await sendRow(standin, row[1])).toEqual(promised(row));
});
