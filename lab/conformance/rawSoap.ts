import { PEER_NAMESPACE } from '#e2e/rig/peer.ts';
import { type KnownRow, runsAllTheSame } from './knownRows.ts';
import {
  HANDHELD,
  REVERT_OFF,
  REVERT_OFF_CHILDREN,
  type RawRequest,
  SOAP11_NAMESPACE,
  SOAP12_NAMESPACE,
  SOAP12_TYPE,
  WAREHOUSE,
  actionOf,
  element,
  envelope,
  soap11,
  soap11Document,
  soap12,
  soap12Document,
} from './rawRequest.ts';

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const KEY = '<apiKey>k</apiKey>';

/** Content of the Body: each is sent in both envelopes with what else is right. */
const bodies: Readonly<Record<string, string>> = {
  whole: REVERT_OFF,
  'no children': element('RevertOff', ''),
  'first missing': element('RevertOff', `<storeCode>S</storeCode>${KEY}<userID>7</userID>`),
  'one child only': element('RevertOff', '<userID>7</userID>'),
  'all empty': element('RevertOff', '<deliveryCode/><storeCode></storeCode><apiKey/><userID/>'),
  reordered: element('RevertOff', `<userID>7</userID>${KEY}<storeCode>S</storeCode><deliveryCode>D</deliveryCode>`),
  'child twice': element('RevertOff', `<deliveryCode>D-1</deliveryCode>${REVERT_OFF_CHILDREN}`),
  'unknown child first': element('RevertOff', `<surplus>1</surplus>${REVERT_OFF_CHILDREN}`),
  'unknown child last': element('RevertOff', `${REVERT_OFF_CHILDREN}<surplus><a><b/></a></surplus>`),
  'child in another letter case': element('RevertOff', REVERT_OFF_CHILDREN.replaceAll('deliveryCode', 'DeliveryCode')),
  'children without a namespace': element('RevertOff', REVERT_OFF_CHILDREN.replaceAll(/<([a-z]+)>/gi, '<$1 xmlns="">')),
  'children in another namespace': element(
    'RevertOff',
    REVERT_OFF_CHILDREN.replaceAll(/<([a-z]+)>/gi, '<$1 xmlns="urn:x">'),
  ),
  'prefixed elements': `<n:RevertOff xmlns:n="${PEER_NAMESPACE}">${REVERT_OFF_CHILDREN.replaceAll(/<(\/?)/g, '<$1n:')}</n:RevertOff>`,
  'surplus attributes': REVERT_OFF.replace('<deliveryCode>', '<deliveryCode a="1" b="2">'),
  'xsi:type': REVERT_OFF.replace('<deliveryCode>', '<deliveryCode xsi:type="xsd:string">'),
  'xsi:nil of a string': REVERT_OFF.replace('<deliveryCode>D-1001<', `<deliveryCode ${XSI} xsi:nil="true"><`),
  'text between the children': element('RevertOff', `x${REVERT_OFF_CHILDREN}y`),
  'comment between the children': element('RevertOff', `<!-- x -->${REVERT_OFF_CHILDREN}`),
  'CDATA in a child': REVERT_OFF.replace('D-1001', '<![CDATA[<D> & 1]]>'),
  'character references': REVERT_OFF.replace('D-1001', '&#x1F600;&quot;&apos;&#13;&#10;'),
  'comment in a child': REVERT_OFF.replace('D-1001', 'D<!-- x -->1'),
  'instruction in a child': REVERT_OFF.replace('D-1001', 'D<?x y?>1'),
  'element in a child': REVERT_OFF.replace('D-1001', 'D<b>1</b>'),
  'blanks and line breaks in a child': REVERT_OFF.replace('D-1001', ' a\r\nb\rc\n '),
  'wrong namespace': element('RevertOff', REVERT_OFF_CHILDREN, 'http://elsewhere.example/'),
  'namespace without its slash': element('RevertOff', REVERT_OFF_CHILDREN, PEER_NAMESPACE.slice(0, -1)),
  'no namespace': `<RevertOff>${REVERT_OFF_CHILDREN}</RevertOff>`,
  'element in another letter case': element('revertOff', REVERT_OFF_CHILDREN),
  'unknown element': element('NoSuchOp', REVERT_OFF_CHILDREN),
  'another service’s element': element('AgainOpenBag', `${KEY}<logTransferDtlID>1</logTransferDtlID>`),
  'the element twice': REVERT_OFF + REVERT_OFF.replace('D-1001', 'D-1002'),
  'an unknown element after': `${REVERT_OFF}<surplus/>`,
  'an unknown element before': `<surplus/>${REVERT_OFF}`,
  'text before the element': `x${REVERT_OFF}`,
  'nothing at all': '',
  'a blank only': ' ',
};

/** Those of them that the stand-in runs all the same, by the binding. */
const readOtherwise: Readonly<Record<string, KnownRow>> = {
  'SOAP 1.1 body: comment in a child': 'comment-in-text',
  'SOAP 1.2 body: comment in a child': 'comment-in-text',
  'SOAP 1.2 body: text before the element': 'text-before-call',
};

const inBoth: readonly RawRequest[] = Object.entries(bodies)
  .flatMap(([name, inBody]) => [
    { name: `SOAP 1.1 body: ${name}`, bytes: soap11(inBody) },
    { name: `SOAP 1.2 body: ${name}`, bytes: soap12(inBody) },
  ])
  .map((request) => {
    const row = readOtherwise[request.name];
    return row === undefined ? request : { ...request, known: runsAllTheSame(row) };
  });

/** Bodies of an operation with numbers, in both envelopes. */
const numbers: Readonly<Record<string, string>> = {
  'int missing': KEY,
  'int nil': `${KEY}<logTransferDtlID ${XSI} xsi:nil="true"/>`,
  'int as an empty element': `${KEY}<logTransferDtlID/>`,
  'int twice': `${KEY}<logTransferDtlID>1</logTransferDtlID><logTransferDtlID>2</logTransferDtlID>`,
  'int twice, the second no number': `${KEY}<logTransferDtlID>1</logTransferDtlID><logTransferDtlID>x</logTransferDtlID>`,
  'int first': `<logTransferDtlID>1</logTransferDtlID>${KEY}`,
  'int in another namespace': `${KEY}<logTransferDtlID xmlns="urn:x">x</logTransferDtlID>`,
};

const inNumbers: readonly RawRequest[] = Object.entries(numbers).flatMap(([name, children]) => {
  const inBody = element('AgainOpenBag', children);
  const at = { path: WAREHOUSE, action: actionOf('AgainOpenBag') };
  return [
    { name: `SOAP 1.1 numbers: ${name}`, bytes: soap11(inBody, at) },
    { name: `SOAP 1.2 numbers: ${name}`, bytes: soap12(inBody, { path: WAREHOUSE }) },
  ];
});

/** Content of the SOAPAction header. */
const actions: Readonly<Record<string, string>> = {
  unquoted: `${PEER_NAMESPACE}RevertOff`,
  'percent-encoded': `"${PEER_NAMESPACE}%52evertOff"`,
  'percent-encoded whole': `"${encodeURIComponent(`${PEER_NAMESPACE}RevertOff`)}"`,
  'empty quotes': '""',
  'a blank': ' ',
  'double slash': `"${PEER_NAMESPACE}/RevertOff"`,
  'no slash': `"${PEER_NAMESPACE.slice(0, -1)}RevertOff"`,
  'slash after': `"${PEER_NAMESPACE}RevertOff/"`,
  'lower case': `"${PEER_NAMESPACE}revertoff"`,
  'single quotes': `'${PEER_NAMESPACE}RevertOff'`,
  'blanks inside the quotes': `" ${PEER_NAMESPACE}RevertOff "`,
  'one quote only': `"${PEER_NAMESPACE}RevertOff`,
  'another namespace': '"http://tempuri.org/RevertOff"',
  'the operation alone': '"RevertOff"',
  'unknown operation': actionOf('NoSuchOp'),
  'another service’s operation': actionOf('AgainOpenBag'),
};

const actionRequests: readonly RawRequest[] = [
  ...Object.entries(actions).map(([name, action]) => ({
    name: `SOAPAction: ${name}`,
    bytes: soap11(REVERT_OFF, { action }),
  })),
  {
    name: 'SOAPAction: with markup',
    bytes: soap11(REVERT_OFF, { action: '"<b>&amp;"' }),
    known: {
      row: 'header-validation',
      status: 500,
      media: 'text/xml',
      body: /Server did not recognize the value of HTTP Header SOAPAction/,
      executed: 0,
    },
  },
  { name: 'SOAPAction: missing', bytes: soap11(REVERT_OFF, { action: '' }) },
  { name: 'SOAPAction: missing, wrong namespace', bytes: soap11(element('RevertOff', '', 'urn:x'), { action: '' }) },
  { name: 'SOAPAction: missing, empty body', bytes: soap11('', { action: '' }) },
  {
    name: 'SOAPAction: of one operation, body of another',
    bytes: soap11(element('GetPaintMarker', `${KEY}<strJson>x</strJson>`), {
      path: WAREHOUSE,
      action: actionOf('GetWbBatchBagPackages'),
    }),
  },
  {
    name: 'SOAPAction: in SOAP 1.2',
    bytes: soap12Document(envelope(REVERT_OFF, SOAP12_NAMESPACE), {
      contentType: `${SOAP12_TYPE}\r\nSOAPAction: ${actionOf('RevertOff')}`,
    }),
  },
  { name: 'action: right', bytes: soap12(REVERT_OFF, { action: actionOf('RevertOff') }) },
  { name: 'action: unquoted', bytes: soap12(REVERT_OFF, { action: `${PEER_NAMESPACE}RevertOff` }) },
  { name: 'action: wrong', bytes: soap12(REVERT_OFF, { action: actionOf('NoSuchOp') }) },
  { name: 'action: empty', bytes: soap12(REVERT_OFF, { action: '""' }) },
  { name: 'action: right, empty body', bytes: soap12('', { action: actionOf('RevertOff') }) },
  {
    name: 'action: right, wrong namespace',
    bytes: soap12(element('RevertOff', REVERT_OFF_CHILDREN, 'urn:x'), { action: actionOf('RevertOff') }),
  },
  {
    name: 'action: of one operation, body of another',
    bytes: soap12(element('GetPaintMarker', `${KEY}<strJson>x</strJson>`), {
      path: WAREHOUSE,
      action: actionOf('GetWbBatchBagPackages'),
    }),
  },
  { name: "path: another group's, SOAP 1.1", bytes: soap11(REVERT_OFF, { path: WAREHOUSE }) },
  { name: "path: another group's, SOAP 1.2", bytes: soap12(REVERT_OFF, { path: WAREHOUSE }) },
  { name: 'path: with a query, SOAP 1.1', bytes: soap11(REVERT_OFF, { path: `${HANDHELD}?a=b` }) },
  { name: 'path: with ?WSDL, SOAP 1.1', bytes: soap11(REVERT_OFF, { path: `${HANDHELD}?WSDL` }) },
];

/** Content of the soap:Header. */
const headers: Readonly<Record<string, string>> = {
  empty: '<soap:Header/>',
  unknown: '<soap:Header><a xmlns="urn:x">1</a></soap:Header>',
  'mustUnderstand 1': '<soap:Header><a xmlns="urn:x" soap:mustUnderstand="1">1</a></soap:Header>',
  'mustUnderstand 0': '<soap:Header><a xmlns="urn:x" soap:mustUnderstand="0">1</a></soap:Header>',
  'mustUnderstand true': '<soap:Header><a xmlns="urn:x" soap:mustUnderstand="true">1</a></soap:Header>',
};

const headerRequests: readonly RawRequest[] = Object.entries(headers).flatMap(([name, header]) => [
  {
    name: `SOAP 1.1 header: ${name}`,
    bytes: soap11Document(envelope(REVERT_OFF, SOAP11_NAMESPACE, header)),
  },
  {
    name: `SOAP 1.2 header: ${name}`,
    bytes: soap12Document(envelope(REVERT_OFF, SOAP12_NAMESPACE, header)),
  },
]);

/** Elements, actions and headers of the SOAP bindings. Source: lab/conformance. */
export const soapRequests: readonly RawRequest[] = [...inBoth, ...inNumbers, ...actionRequests, ...headerRequests];
