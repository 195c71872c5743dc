import { describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import {
  type RawRequest,
  RIG_KEY,
  httpReply,
  post,
  revertOffFields,
  serviceReply,
  startUpstream,
} from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import { classify } from '#wire/classify.ts';
import type { WireReply } from '#wire/message.ts';
import { defaultNames } from '#wire/names.ts';
import { serviceEnd } from '#wire/testing/serviceEnd.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;
const READ = '/WareHouseAPIV1.asmx/GetBagDetailByBagCode';

function asReply({ status, contentType, body }: WireReply): string {
  return httpReply(status, contentType, Buffer.from(body).toString());
}

/** Reads a request by the service's end of this binding. */
function asked(binding: (typeof ALL)[number], { text, body }: RawRequest): unknown {
  const [method = '', path = ''] = text.split(' ');
  const request = { method, path, headers: {}, body: Buffer.from(body, 'latin1').toString() } as const;
  const operation = text.includes('GetBagDetailByBagCode') ? 'GetBagDetailByBagCode' : 'RevertOff';
  return serviceEnd[binding].decodeCall(operation, { ...request, method: 'POST' }, defaultNames);
}

function meaning(status: number, contentType: string, text: string): unknown {
  return classify({ status, contentType, body: Buffer.from(text) }, defaultNames, REVERT_OFF);
}

const TEXT = '  000123\r\n中 📦 <b>&amp; ]]> 0E68 ';

describe.each(ALL)('where the service speaks %s', (binding) => {
  const answer = (text: string | null): string => {
    const escaped = serviceEnd[binding].encodeAnswer('RevertOff', text, defaultNames);
    // A CR stands for itself at an ASMX host and is lost; here it is to arrive.
    return asReply(escaped)
      .replace('000123\r\n', '000123&#13;\n')
      .replace(/Content-Length: \d+/, (line) => {
        const add = text?.includes('\r') ? 4 : 0;
        return `Content-Length: ${Number(line.slice(16)) + add}`;
      });
  };

  test.each([['OK: done'], [''], [null], [TEXT]])('a call and its answer %j pass through it', async (text) => {
    await using upstream = await startUpstream((request) => request.reply(answer(text)), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    const fields = revertOffFields('D-1 +%=&> "x"\r\n中📦 ');
    const first = await post(gateway.url, 'call-0001', fields);
    const contentType = first.headers.get('content-type') ?? '';
    expect(meaning(first.status, contentType, first.text)).toEqual({ kind: 'answered', text });
    expect(asked(binding, upstream.requests[0] as RawRequest)).toEqual(Object.entries(fields));
    const again = await post(gateway.url, 'call-0001', fields);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(upstream.requests).toHaveLength(1);
  });

  test('what is no answer of it leaves the outcome unknown', async () => {
    const foreign = ALL.filter(
      (other) =>
        other.startsWith('soap') !== binding.startsWith('soap') || (other !== binding && other.startsWith('soap')),
    );
    const replies = [
      ...foreign.map((other) => asReply(serviceEnd[other].encodeAnswer('RevertOff', 'OK', defaultNames))),
      httpReply(200, 'text/html', '<html>'),
      httpReply(500, 'text/xml', '<soap:Fault/>'),
      httpReply(503, 'text/html', 'x'),
      httpReply(200, 'text/xml', ''),
    ];
    let next = 0;
    await using upstream = await startUpstream((request) => request.reply(replies[next++] ?? ''), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    for (const [index] of replies.entries()) {
      const received = await post(gateway.url, `call-000${index}`);
      expect([index, received.status, received.code]).toEqual([index, 504, 'outcome-unknown']);
    }
  });

  test('a read without a key leaves in it too, and the device gets the same shape', async () => {
    const reply = asReply(serviceEnd[binding].encodeAnswer('GetBagDetailByBagCode', 'two bags', defaultNames));
    await using upstream = await startUpstream((request) => request.reply(reply), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    const fields = { apiKey: RIG_KEY, bagCode: 'BAG-1' };
    const received = await post(gateway.url, undefined, fields, { path: READ });
    expect(meaning(received.status, received.headers.get('content-type') ?? '', received.text)).toEqual({
      kind: 'answered',
      text: 'two bags',
    });
    expect(asked(binding, upstream.requests[0] as RawRequest)).toEqual(Object.entries(fields));
  });

  test('any client passes byte for byte, in whatever it speaks', async () => {
    const reply = httpReply(418, 'text/weird; x=y', '\u00ff');
    await using upstream = await startUpstream((request) => request.reply(reply), 0, wsdlOffering(ALL));
    const env = { UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding, FORWARD_GET: '1' };
    await using gateway = await startHere(env);
    const soap = { 'content-type': 'application/soap+xml;action="a"', soapaction: "'odd'" };
    const body = '<not even="xml"';
    const sent = await fetch(`${gateway.url}/PDAAPIV1.asmx?a=%zz`, { method: 'POST', headers: soap, body });
    expect([sent.status, sent.headers.get('content-type'), await sent.text()]).toEqual([
      418,
      'text/weird; x=y',
      '\u00ff',
    ]);
    await fetch(`${gateway.url}/PDAAPIV1.asmx/RevertOff?deliveryCode=%u4E2D&&storeCode`);
    const [first, second] = upstream.requests;
    expect(first?.text).toMatch(/^POST \/PDAAPIV1\.asmx\?a=%zz HTTP\/1\.1\r\n/);
    expect(first?.text).toContain(`content-type: application/soap+xml;action="a"\r\nsoapaction: 'odd'\r\n`);
    expect(first?.body).toBe(body);
    expect(second?.text).toMatch(/^GET \/PDAAPIV1\.asmx\/RevertOff\?deliveryCode=%u4E2D&&storeCode HTTP\/1\.1\r\n/);
  });
});

describe.each(['soap11', 'soap12'] as const)('over %s', (binding) => {
  const media = binding === 'soap11' ? 'text/xml' : 'application/soap+xml';
  const envelope =
    binding === 'soap11' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
  const fault = (text: string, code = binding === 'soap11' ? 'Client' : 'Sender'): string => {
    const inside =
      binding === 'soap11'
        ? `<faultcode>s:${code}</faultcode><faultstring>${text}</faultstring>`
        : `<s:Code><s:Value>s:${code}</s:Value></s:Code><s:Reason><s:Text>${text}</s:Text></s:Reason>`;
    return httpReply(
      500,
      `${media}; charset=utf-8`,
      `<s:Envelope xmlns:s="${envelope}"><s:Body><s:Fault>${inside}</s:Fault></s:Body></s:Envelope>`,
    );
  };

  test('a refusal before it ran is a rejection to the device, and stays one', async () => {
    const reply = fault('Odd.', 'VersionMismatch');
    await using upstream = await startUpstream((request) => request.reply(reply), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    for (let i = 0; i < 2; i += 1) {
      const received = await post(gateway.url, 'call-0001');
      expect(received).toMatchObject({ status: 500 });
      expect(received.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(meaning(500, 'text/plain; charset=utf-8', received.text)).toEqual({
        kind: 'rejected',
        reason: 'Request format is invalid: RevertOff was not run: the service does not speak this version of SOAP.',
      });
    }
    expect(upstream.requests).toHaveLength(1);
    const read = await post(gateway.url, undefined, { apiKey: RIG_KEY, bagCode: 'B' }, { path: READ });
    expect(read).toMatchObject({ status: 500, text: expect.stringContaining('does not speak this version of SOAP') });
  });

  test('a fault that proves nothing leaves the outcome unknown', async () => {
    const reply = fault('Server was unable to process request. ---&gt; Timeout expired.');
    await using upstream = await startUpstream((request) => request.reply(reply), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    expect(await post(gateway.url, 'call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    const read = await post(gateway.url, undefined, { apiKey: RIG_KEY, bagCode: 'B' }, { path: READ });
    expect(read).toMatchObject({ status: 504, code: 'outcome-unknown' });
  });

  test('a call with a parameter missing does not leave, with a key or without', async () => {
    await using upstream = await startUpstream((request) => request.reply(fault('x')), 0, wsdlOffering(ALL));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    for (const key of ['call-0001', undefined]) {
      const received = await post(gateway.url, key, { deliveryCode: 'D' });
      expect(received).toMatchObject({ status: 400, code: 'refused', text: expect.stringContaining('storeCode: ') });
    }
    expect(upstream.requests).toHaveLength(0);
  });

  test('a service of another namespace gets nothing, and everybody is told why', async () => {
    const wsdl = wsdlOffering(ALL, 'http://logistics.example/');
    await using upstream = await startUpstream((request) => request.reply(fault('x')), 0, wsdl);
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: binding });
    const received = await post(gateway.url, 'call-0001');
    expect(received).toMatchObject({ status: 503, code: 'not-forwarded' });
    const address = `${upstream.url.href}PDAAPIV1.asmx?WSDL`;
    expect(received.text).toContain(
      `SERVICE_NAMESPACE is “http://tempuri.org/”, but ${address} says “http://logistics.example/”.`,
    );
    expect(upstream.requests).toHaveLength(0);
  });
});

test('a value that a form cannot carry leaves by SOAP 1.2, and its answer is one over HTTP POST', async () => {
  const reply = asReply(serviceEnd.soap12.encodeAnswer('RevertOff', 'OK: <b>', defaultNames));
  await using upstream = await startUpstream(
    (request) => request.reply(request.text.includes('soap+xml') ? reply : serviceReply('OK: form')),
    0,
    wsdlOffering(['http-post', 'soap12']),
  );
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const received = await post(gateway.url, 'call-0001', revertOffFields('<b>&#1;'));
  expect(meaning(received.status, received.headers.get('content-type') ?? '', received.text)).toEqual({
    kind: 'answered',
    text: 'OK: <b>',
  });
  expect(upstream.requests[0]?.body).toContain('<deliveryCode>&lt;b&gt;&amp;#1;</deliveryCode>');
  const unledgered = await post(gateway.url, undefined, revertOffFields('<b>'));
  expect(unledgered.text).toContain('OK: &lt;b&gt;');
  expect((await post(gateway.url, 'call-0002', revertOffFields('a < b'))).text).toContain('OK: form');
});

test('and is refused in a sentence where there is no SOAP 1.2', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK')));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const received = await post(gateway.url, 'call-0001', revertOffFields('D <b>'));
  expect(received).toMatchObject({
    status: 400,
    code: 'refused',
    text: expect.stringContaining('deliveryCode: the service refuses “<b”'),
  });
  expect(upstream.requests).toHaveLength(0);
});

test('an answer that grows beyond what a handheld reads, as it is said anew, is for a person to look up, and not lost again and again', async () => {
  const { contentType, body } = serviceEnd.soap11.encodeAnswer('RevertOff', '@', defaultNames);
  const grown = Buffer.from(body).toString().replace('utf-8', 'windows-1252').replace('@', '\u0080'.repeat(1_500_000)); // the euro: 3 bytes in UTF-8
  const type = contentType.replace('utf-8', 'windows-1252');
  const reply = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${grown.length}\r\n\r\n${grown}`;
  await using upstream = await startUpstream((request) => request.reply(reply), 0, wsdlOffering(ALL));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_BINDING: 'soap11' });
  for (let time = 0; time < 2; time += 1) {
    expect(await post(gateway.url, 'call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
  }
  expect(upstream.requests).toHaveLength(1);
  expect(await post(gateway.url, undefined, { apiKey: RIG_KEY, bagCode: 'BAG-1' }, { path: READ })).toMatchObject({
    status: 504,
  });
});
