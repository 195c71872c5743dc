import { afterAll, expect, test } from 'vitest';
import {
  sendRow,
  fault11,
  fault12,
  mustUnderstand,
  namespaces,
  NO_ACTION,
  NO_BODY,
  NO_KEY,
  one,
  promised,
  refused,
  result,
  two,
  type SoapRow,
  UNKNOWN_DELIVERY,
  unread,
  UPGRADE,
  whole,
} from '#standin/testing/soapRig.ts';
import {
  envelope,
  envelope11,
  envelope12,
  revertOffElement,
  soap11,
  soap12,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

/** The requests, and their answers. Source: lab/conformance. */
const routing: readonly SoapRow[] = [
  [
    'an action without quotes',
    soap11(envelope11(whole), { action: 'http://logistics.example/RevertOff' }),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  [
    'an action with escapes',
    soap11(envelope11(whole), { action: '"http://logistics.example/%52evertOff"' }),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
  ['no action: the body says it', soap11(envelope11(whole), { action: null }), 200, one, result(one, UNKNOWN_DELIVERY)],
  ['an empty action', soap11(envelope11(whole), { action: '""' }), 500, one, refused('')],
  ['another action', soap11(envelope11(whole), { action: '"x"' }), 500, one, refused('x')],
  [
    'a double slash',
    soap11(envelope11(whole), { action: '"http://logistics.example//RevertOff"' }),
    500,
    one,
    refused('http://logistics.example//RevertOff'),
  ],
  [
    'an action of another group',
    soap11(envelope11(whole), { path: '/OrderApiV1.asmx' }),
    500,
    one,
    refused('http://logistics.example/RevertOff'),
  ],
  [
    'the action beats the body',
    soap11(envelope11(whole), { action: '"http://logistics.example/AgainOpenBag"', path: '/WareHouseAPIV1.asmx' }),
    200,
    one,
    result(one, NO_KEY, 'AgainOpenBag'),
  ],
  [
    'SOAP 1.2 with its action',
    soap12(envelope12(whole), `${two}; action="http://logistics.example/RevertOff"`),
    200,
    two,
    result(two, UNKNOWN_DELIVERY),
  ],
  [
    'SOAP 1.2 with a wrong action falls back to the body',
    soap12(envelope12(whole), `${two}; action="x"`),
    200,
    two,
    result(two, UNKNOWN_DELIVERY),
  ],
  [
    'SOAP 1.2 with neither',
    soap12(envelope12('<Nope/>'), `${two}; action="x"`),
    500,
    two,
    fault12('Sender', "Unable to handle request. The action 'x' was not recognized."),
  ],
  [
    'SOAP 1.2, another namespace',
    soap12(envelope12(revertOffElement(undefined, 'urn:x'))),
    500,
    two,
    fault12('Sender', NO_ACTION),
  ],
  ['SOAP 1.2, an empty Body', soap12(envelope12('')), 500, two, fault12('Sender', NO_ACTION)],
  ['a SOAP 1.1 envelope as SOAP 1.2', soap12(envelope11(whole)), 415, one, ''],
  ['a SOAP 1.2 envelope as SOAP 1.1', soap11(envelope12(whole)), 200, two, result(two, UNKNOWN_DELIVERY)],
  ['another content type', soap11(envelope11(whole), { contentType: 'application/xml' }), 415, one, ''],
  [
    'another envelope',
    soap11(envelope('urn:x', whole)),
    500,
    one,
    fault11(
      'VersionMismatch',
      'Possible SOAP version mismatch: Envelope namespace urn:x was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.',
      '<detail />',
      UPGRADE,
    ),
  ],
  [
    'no envelope',
    soap12('<a/>'),
    500,
    one,
    fault11(
      'VersionMismatch',
      'Possible SOAP version mismatch: Envelope namespace  was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.',
      '<detail />',
      UPGRADE,
    ),
  ],
  ['no Body', soap11(`<s:Envelope xmlns:s="${namespaces[one]}"/>`), 500, one, unread(NO_BODY)],
  [
    'no Body in SOAP 1.2',
    soap12(`<s:Envelope xmlns:s="${namespaces[two]}"></s:Envelope>`),
    500,
    two,
    fault12('Receiver', `Server was unable to process request. ---&gt; ${NO_BODY}`),
  ],
  [
    'a header that must be understood',
    soap11(envelope11(whole, mustUnderstand('1'))),
    500,
    one,
    fault11('MustUnderstand', 'SOAP header a was not understood.', ''),
  ],
  [
    'the same in SOAP 1.2',
    soap12(envelope12(whole, mustUnderstand('true'))),
    500,
    two,
    fault12('MustUnderstand', 'SOAP header a was not understood.', ''),
  ],
  [
    'a header that need not be',
    soap11(envelope11(whole, mustUnderstand('0'))),
    200,
    one,
    result(one, UNKNOWN_DELIVERY),
  ],
];

test.each(routing)('%s', async (...row) => {
  expect(await sendRow(standin, row[1])).toEqual(promised(row));
});
