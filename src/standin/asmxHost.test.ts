import { afterAll, expect, test } from 'vitest';
import {
  FORM,
  STANDIN_KEY,
  WHOLE,
  completeBag,
  form,
  raw,
  request,
  postRevertOff,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

/** Writes a result as the wire has it. */
const result = (text: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://logistics.example/">${text}</string>`;
const TEXT = 'text/plain; charset=utf-8';
const XML = 'text/xml; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const page = expect.stringContaining("Server Error in '/' Application.");
const badInt = (text: string): string =>
  `Cannot convert ${text} to System.Int32.\r\nParameter name: type ---> Input string was not in a correct format.\r\n`;
const badDecimal = (text: string): string => badInt(text).replace('Int32', 'Decimal');
const danger = (shown: string): string =>
  `A potentially dangerous Request.Form value was detected from the client (${shown}).\r\n`;

const get = (query: string): Buffer => request('GET', `/PDAAPIV1.asmx/RevertOff?${query}`, undefined, '');

/** The bytes of requests, and an ASMX host's answers. Source: lab/conformance, Microsoft's line ends. */
test.each<[what: string, bytes: Buffer, status: number, type: string, body: unknown]>([
  ['a call', postRevertOff(WHOLE), 200, XML, result('ERR: delivery D-9 is unknown')],
  [
    'a result with markup',
    postRevertOff(WHOLE.replace('D-9', 'a%26b%3E')),
    200,
    XML,
    result('ERR: delivery a&amp;b&gt; is unknown'),
  ],
  [
    'names in any letter case, any order, one unknown',
    postRevertOff(`USERID=7&x=1&ApiKey=${STANDIN_KEY}&STORECODE=S&deliverycode=D-9`),
    200,
    XML,
    result('ERR: delivery D-9 is unknown'),
  ],
  ['a name twice', postRevertOff(`${WHOLE}&DELIVERYCODE=D-8`), 200, XML, result('ERR: delivery D-9,D-8 is unknown')],
  ['a parameter missing', postRevertOff('deliveryCode=D-9&userID=7'), 500, TEXT, 'Missing parameter: storeCode.\r\n'],
  ['all missing', postRevertOff(''), 500, TEXT, 'Missing parameter: deliveryCode.\r\n'],
  [
    'a name without =',
    postRevertOff(WHOLE.replace('storeCode=S-01-A', 'storeCode')),
    500,
    TEXT,
    'Missing parameter: storeCode.\r\n',
  ],
  [
    'empty texts',
    postRevertOff(`deliveryCode=&storeCode=&apiKey=${STANDIN_KEY}&userID=`),
    200,
    XML,
    result('ERR: delivery  is unknown'),
  ],
  ['a wrong key', postRevertOff(WHOLE.replace(STANDIN_KEY, 'wrong')), 200, XML, result('ERR: apiKey is not valid')],
  ['a number that is none', completeBag('1', 'abc'), 500, TEXT, badInt('abc')],
  ['a number that is empty', completeBag('1', ''), 500, TEXT, badInt('')],
  ['a number with a point', completeBag('1', '7.0'), 500, TEXT, badInt('7.0')],
  ['a number with markup in the message', completeBag('1', "a'b%C3%A9中"), 500, TEXT, badInt('a&#39;b&#233;中')],
  [
    'a number too large',
    completeBag('1', '99999999999'),
    500,
    TEXT,
    'Cannot convert 99999999999 to System.Int32.\r\nParameter name: type ---> Value was either too large or too small for an Int32.\r\n',
  ],
  [
    'a number with blanks, sign and zeros',
    completeBag('1', '%20%0A%2B005001%09'),
    200,
    XML,
    result('ERR: BAG-2001 is in warehouse 1, not in 2'),
  ],
  ['an exponent', completeBag('1e3'), 500, TEXT, badDecimal('1e3')],
  [
    'a decimal too large',
    completeBag('9'.repeat(30)),
    500,
    TEXT,
    `Cannot convert ${'9'.repeat(30)} to System.Decimal.\r\nParameter name: type ---> Value was either too large or too small for a Decimal.\r\n`,
  ],
  [
    'the first wrong parameter is the one named',
    form('/WareHouseAPIV1.asmx/CompleteBag', 'apiKey=k&logTransferDtlID=x'),
    500,
    TEXT,
    badInt('x'),
  ],
  [
    'an unknown operation',
    form('/PDAAPIV1.asmx/NoSuchOp', ''),
    500,
    TEXT,
    'NoSuchOp Web Service method name is not valid.\r\n',
  ],
  [
    'an operation of another group',
    form('/OrderApiV1.asmx/RevertOff', WHOLE),
    500,
    TEXT,
    'RevertOff Web Service method name is not valid.\r\n',
  ],
  [
    'a name in another letter case',
    form('/PDAAPIV1.asmx/revertOff', WHOLE),
    500,
    TEXT,
    'Invalid method name &#39;revertOff&#39;,  method names are case sensitive.   The method name &#39;RevertOff&#39; with the same name but different casing was found.\r\nParameter name: methodName\r\n',
  ],
  [
    'a path in another letter case',
    form('/pdaapiv1.ASMX/RevertOff', WHOLE),
    200,
    XML,
    result('ERR: delivery D-9 is unknown'),
  ],
  [
    'markup in a value',
    postRevertOff(WHOLE.replace('D-9', '%3Cb%3Ex')),
    500,
    TEXT,
    danger('deliveryCode=&quot;&lt;b&gt;x&quot;'),
  ],
  [
    'markup in an unknown field',
    postRevertOff(`${WHOLE}&note=%26%2365`),
    500,
    TEXT,
    danger('note=&quot;&amp;#65&quot;'),
  ],
  [
    'markup after a long text',
    postRevertOff(WHOLE.replace('D-9', `0123456789abc%3C!${'x'.repeat(40)}`)),
    500,
    TEXT,
    danger(`deliveryCode=&quot;...3456789abc&lt;!${'x'.repeat(18)}...&quot;`),
  ],
  ['a closing tag', postRevertOff(WHOLE.replace('D-9', '%3C/b')), 500, TEXT, danger('deliveryCode=&quot;&lt;/b&quot;')],
  [
    'a < that is no markup',
    postRevertOff(WHOLE.replace('D-9', '1%3C2')),
    200,
    XML,
    result('ERR: delivery 1&lt;2 is unknown'),
  ],
  [
    'JSON',
    form('/PDAAPIV1.asmx/RevertOff', '{}', 'application/json'),
    500,
    TEXT,
    'Request format is invalid: application/json.\r\n',
  ],
  [
    'multipart',
    form('/PDAAPIV1.asmx/RevertOff', 'x', 'multipart/form-data; boundary=B'),
    500,
    TEXT,
    'Request format is invalid: multipart/form-data; boundary=B.\r\n',
  ],
  [
    'no content type',
    request('POST', '/PDAAPIV1.asmx/RevertOff', undefined, WHOLE),
    500,
    TEXT,
    'Request format is invalid: .\r\n',
  ],
  [
    'a query in the place of a form',
    request('POST', `/PDAAPIV1.asmx/RevertOff?${WHOLE}`, FORM, ''),
    500,
    TEXT,
    'Missing parameter: deliveryCode.\r\n',
  ],
  [
    'a form of another charset',
    form('/PDAAPIV1.asmx/RevertOff', WHOLE.replace('D-9', '%D6%D0'), `${FORM}; charset=gb2312`),
    200,
    XML,
    result('ERR: delivery 中 is unknown'),
  ],
  [
    '%u escapes, broken escapes, plus',
    postRevertOff(WHOLE.replace('D-9', '%u4E2D+%zz%')),
    200,
    XML,
    result('ERR: delivery 中 %zz% is unknown'),
  ],
  [
    'bytes that are not UTF-8',
    postRevertOff(WHOLE.replace('D-9', '%FF')),
    200,
    XML,
    result('ERR: delivery \uFFFD is unknown'),
  ],
  [
    'a control character',
    postRevertOff(WHOLE.replace('D-9', '%01')),
    200,
    XML,
    result('ERR: delivery &#x1; is unknown'),
  ],
  ['GET of an operation', get(WHOLE), 200, XML, result('ERR: delivery D-9 is unknown')],
  ['GET with a parameter missing', get('deliveryCode=D-9'), 500, TEXT, 'Missing parameter: storeCode.\r\n'],
  ['GET with %u escapes', get(WHOLE.replace('D-9', '%u4E2D')), 200, XML, result('ERR: delivery 中 is unknown')],
  ['GET with a name twice', get(`${WHOLE}&deliveryCode=D-8`), 200, XML, result('ERR: delivery D-9,D-8 is unknown')],
  [
    'GET with markup',
    get(WHOLE.replace('D-9', '%3Cb')),
    500,
    TEXT,
    danger('deliveryCode=&quot;&lt;b&quot;').replace('Form', 'QueryString'),
  ],
  ['GET with a long query', get(`${WHOLE}&x=${'x'.repeat(2048)}`), 400, HTML, page],
  [
    'GET of an unknown operation',
    request('GET', '/PDAAPIV1.asmx/No', undefined, ''),
    500,
    TEXT,
    'No Web Service method name is not valid.\r\n',
  ],
  ['HEAD of an operation', request('HEAD', '/PDAAPIV1.asmx/RevertOff', undefined, ''), 500, HTML, ''],
  ['DELETE of an operation', request('DELETE', '/PDAAPIV1.asmx/RevertOff', undefined, ''), 500, HTML, page],
  ['HEAD of a group', request('HEAD', '/PDAAPIV1.asmx', undefined, ''), 405, HTML, ''],
  ['a path with a colon', request('GET', '/PDAAPIV1.asmx/a%3Ab', undefined, ''), 400, HTML, page],
  ['PUT on an operation', request('PUT', '/PDAAPIV1.asmx/RevertOff', FORM, WHOLE), 500, HTML, page],
  ['PUT on a group', request('PUT', '/PDAAPIV1.asmx', FORM, WHOLE), 405, HTML, page],
  ['no operation', form('/PDAAPIV1.asmx/', WHOLE), 500, HTML, page],
  ['another path', form('/Other.asmx/RevertOff', WHOLE), 404, HTML, page],
  ['a long query', form(`/PDAAPIV1.asmx/RevertOff?${'x'.repeat(2049)}`, WHOLE), 400, HTML, page],
  [
    'more than four megabytes',
    form('/PDAAPIV1.asmx/RevertOff', `${WHOLE}&x=${'x'.repeat(4 * 1024 * 1024)}`),
    500,
    TEXT,
    'Maximum request length exceeded.\r\n',
  ],
])('%s', async (_, bytes, status, type, body) => {
  const seen = standin.journal.since(0).length;
  const reply = await raw(standin, bytes);
  expect(reply).toMatchObject({ status, body });
  expect(reply?.headers.get('content-type')).toBe(type);
  expect(reply?.headers.get('cache-control')).toBe(status === 200 ? 'private, max-age=0' : 'private');
  expect(reply?.headers.get('x-aspnet-version')).toBe('4.0.30319');
  expect(standin.journal.since(0).length - seen).toBe(status === 200 ? 1 : 0);
});
