import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { rawly, startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD } from '#main/testing/deviceRig.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';

const FORM = 'application/x-www-form-urlencoded';
const BODY = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID=7';
const CALL = 'POST /PDAAPIV1.asmx/RevertOff HTTP/1.1';

/** Writes the bytes of a device's call. @param lines - its head beside Host, key and Connection. */
function callOf(lines: readonly string[], body = BODY, head = CALL): string {
  const all = [head, 'Host: localhost', 'Idempotency-Key: call-0001', ...lines, 'Connection: close'];
  return `${all.join('\r\n')}\r\n\r\n${body}`;
}

const TYPE = `Content-Type: ${FORM}`;
/** The head of a form's call without a key, up to its length. */
const FORM_CALL = `${CALL}\r\nHost: localhost\r\n${TYPE}\r\n`;
const LENGTH = `Content-Length: ${BODY.length}`;

describe('with the stand-in', async () => {
  const gateway = await startHere({ ALLOWED_HOSTS: 'Scan.Example' });
  afterAll(() => gateway[Symbol.asyncDispose]());
  const executions = async (): Promise<unknown> =>
    ((await (await fetch(`${gateway.url}/gateway/standin/journal`)).json()) as { executions: unknown }).executions;

  test('balancers and Prometheus may ask by an address what tells nobody anything', async () => {
    const asked = async (path: string): Promise<string> =>
      (await rawly(gateway.url, `GET ${path} HTTP/1.1\r\nHost: 10.0.0.11:8080\r\nConnection: close\r\n\r\n`)).slice(
        9,
        12,
      );
    expect(await asked('/gateway/health/ready')).toBe('200');
    expect(await asked('/gateway/metrics')).toBe('403'); // asked, and not told
    expect(await asked('/gateway/ledger')).toBe('421');
    expect(await asked('/gateway/health/../ledger')).toBe('421');
  });

  test('of requests behind each other on one connection sixteen are taken: of each a whole reply may lie in memory', async () => {
    const asked = (more = ''): string => `GET /gateway/health/live HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    const came = await rawly(gateway.url, asked().repeat(39) + asked('Connection: close\r\n'));
    const statuses = [...came.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array<string>(16).fill('200'), ...Array<string>(24).fill('429')]);
  });

  test.each<[what: string, status: number, bytes: string]>([
    ['two hosts', 400, callOf([TYPE, LENGTH, 'Host: evil.example'])],
    ['two hosts that are the same', 400, callOf([TYPE, LENGTH, 'Host: localhost'])],
    ['a host in the request line', 400, callOf([TYPE, LENGTH], BODY, CALL.replace(' /', ' http://evil.example/'))],
    ['its own host in the request line', 400, callOf([TYPE, LENGTH], BODY, CALL.replace(' /', ' http://localhost/'))],
    ['another host', 421, callOf([TYPE, LENGTH]).replace('Host: localhost', 'Host: evil.example')],
    ['a host that is none', 400, callOf([TYPE, LENGTH]).replace('Host: localhost', 'Host: a@localhost')],
    ['no host', 400, callOf([TYPE, LENGTH]).replace('Host: localhost\r\n', '')],
    [
      'no host, of HTTP 1.0',
      400,
      callOf([TYPE, LENGTH], BODY, CALL.replace('1.1', '1.0')).replace('Host: localhost\r\n', ''),
    ],
    [
      'chunks',
      411,
      callOf([TYPE, 'Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`),
    ],
    ['packed chunks', 411, callOf([TYPE, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
    ['chunks and a length', 400, callOf([TYPE, LENGTH, 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['two lengths', 400, callOf([TYPE, LENGTH, 'Content-Length: 3'])],
    ['a packed body', 415, callOf([TYPE, LENGTH, 'Content-Encoding: gzip'])],
    ['two content types', 400, callOf([TYPE, LENGTH, 'Content-Type: text/xml'])],
    ['two keys', 400, callOf([TYPE, LENGTH, 'Idempotency-Key: call-0002'])],
    ['no content type', 400, callOf([LENGTH])],
    ['a form in parts', 400, callOf(['Content-Type: multipart/form-data; boundary=a', LENGTH])],
    ['a type that is two', 415, callOf([`Content-Type: ${FORM}, text/xml`, LENGTH])],
    ['a type with more than a charset', 400, callOf([`${TYPE}; charset=utf-8; boundary=a`, LENGTH])],
    ['a type with two charsets', 400, callOf([`${TYPE}; charset=utf-8; charset=utf-16`, LENGTH])],
    ['a type with a charset of another name', 400, callOf([`${TYPE}; charset=utf-16`, LENGTH])],
    ['64 headers', 431, callOf([TYPE, LENGTH, ...Array.from({ length: 59 }, (_, index) => `X-${index}: 1`)])],
    ['2,000 headers', 431, callOf([TYPE, LENGTH, ...Array.from({ length: 2_000 }, () => 'X: 1')])],
    ['a call over GET', 400, callOf([], '', CALL.replace('POST', 'GET'))],
  ])('%s: %i, and nothing ran', async (_, status, bytes) => {
    const reply = await rawly(gateway.url, bytes);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply).toContain('urn:scanline:problem:refused');
    expect(reply).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(await executions()).toEqual([]);
  });

  test('what is beside that runs', async () => {
    const ways = [
      callOf([TYPE, LENGTH]),
      callOf([`${TYPE}; charset=UTF-8`, LENGTH]).replace('localhost', 'scan.example:8443'),
      callOf([`${TYPE};charset="utf-8"`, LENGTH, ...Array.from({ length: 58 }, (_, index) => `X-${index}: 1`)]),
    ];
    for (const way of ways) expect(await rawly(gateway.url, way)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await executions()).toHaveLength(1);
    await fetch(`${gateway.url}/gateway/standin/journal`, { method: 'DELETE' });
  });

  test('the longest text that a task takes fits into a call, and nothing else is half as large', async () => {
    const long = { apiKey: 'demo-key-0001', strJson: '中'.repeat(64_000) };
    const received = await post(gateway.url, 'call-long', long, { path: '/WareHouseAPIV1.asmx/GetPaintMarker' });
    expect([received.status, received.code]).toEqual([200, undefined]);
    const control = 'POST /gateway/standin/faults HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n';
    expect(await rawly(gateway.url, control)).toMatch(/^HTTP\/1\.1 413 [^]*larger than 65536 bytes/);
    await fetch(`${gateway.url}/gateway/standin/journal`, { method: 'DELETE' });
  });

  test.each([
    ['PUT', '/PDAAPIV1.asmx/RevertOff', 'GET, POST'],
    ['TRACE', '/PDAAPIV1.asmx', 'GET, POST'],
    ['OPTIONS', '/PDAAPIV1.asmx/RevertOff', 'GET, POST'],
    ['POST', '/gateway/hello', 'GET'],
    ['DELETE', '/gateway/site', 'GET'],
    ['PATCH', '/gateway/standin/faults', 'DELETE, GET, POST'],
    ['POST', '/', 'GET, HEAD'],
    ['PROPFIND', '/index.html', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD'],
  ])('%s %s is not possible: only %s is', async (method, path, allow) => {
    const reply = await rawly(
      gateway.url,
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 405 /);
    expect(/\r\nallow: (.*)\r\n/i.exec(reply)?.[1]).toBe(allow);
  });

  test("another site's page changes nothing, wherever it sends to", async () => {
    for (const [method, path] of [
      ['POST', '/PDAAPIV1.asmx/RevertOff'],
      ['GET', '/PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001'],
      ['POST', '/gateway/standin/faults'],
      ['DELETE', '/gateway/standin/journal'],
      ['POST', '/gateway/sign-in'],
      ['POST', '/gateway/provision'],
      ['POST', '/gateway/enrol'],
      ['POST', '/gateway/nothing-yet'],
    ] as const) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const reply = await fetch(gateway.url + path, {
          method,
          headers: { 'idempotency-key': 'call-0001', ...headers },
        });
        expect([path, headers, reply.status]).toEqual([path, headers, 403]);
      }
    }
    expect(await executions()).toEqual([]);
  });
});

describe('with a service', () => {
  const REDIRECT = 'HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:9/elsewhere\r\nContent-Length: 0\r\n\r\n';

  test('no redirect of it is followed, and no address of it is passed on', async () => {
    await using upstream = await startUpstream((request) => request.reply(REDIRECT));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
    expect(await post(gateway.url, 'call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    const passed = await post(gateway.url, undefined);
    expect([passed.status, passed.headers.get('location')]).toEqual([504, null]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('nothing but the operations, their documentation and SOAP reaches it, on a path written anew', async () => {
    await using upstream = await startUpstream(({ text, reply }) =>
      reply(text.startsWith('POST') ? serviceReply('x') : httpReply(200, 'text/plain', 'x')),
    );
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
    const ask = async (method: string, path: string, type = FORM, body = ''): Promise<string> => {
      const init = method === 'GET' ? {} : { method, body, headers: { 'content-type': type } };
      const reply = await fetch(gateway.url + path, init);
      return `${reply.status} ${reply.headers.get('allow') ?? ''}`.trim();
    };
    const refusals: readonly (readonly [string, string, string?, string?])[] = [
      ['404', '/PDAAPIV1.asmx/Nothing'],
      ['404', '/PDAAPIV1.asmx/CompleteBag'],
      ['404', '/PDAAPIV1.asmx/revertoff'],
      ['404', '/PDAAPIV1.asmx/js'],
      ['404', '/PDAAPIV1.asmx/%52evertOff'],
      ['415', '/PDAAPIV1.asmx', FORM],
      ['415', '/PDAAPIV1.asmx/RevertOff', 'application/json', '{}'],
      ['400', '/PDAAPIV1.asmx/RevertOff', `${FORM}; charset=utf-16`],
      ['400', '/PDAAPIV1.asmx/RevertOff?apiKey=k', FORM, BODY],
      ['400', '/PDAAPIV1.asmx/RevertOff', FORM, `${BODY}&userID=8`],
      ['400', '/PDAAPIV1.asmx/RevertOff', FORM, `${BODY}&USERID=8`],
      ['400', '/PDAAPIV1.asmx/RevertOff', FORM, `${BODY}&admin=1`],
      ['400', '/PDAAPIV1.asmx/RevertOff', FORM, 'deliveryCode=%FF'],
    ];
    for (const [status, path, type, body] of refusals) {
      expect([path, type, body, await ask('POST', path, type, body)]).toEqual([path, type, body, status]);
    }
    expect(await ask('GET', '/PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001&apiKey=k')).toBe('405 POST');
    expect(await ask('GET', '/PDAAPIV1.asmx/Nothing')).toBe('404');
    for (const query of ['x=y', 'op=Nothing', 'op=RevertOff&apiKey=k', 'op=%3Cscript%3E', 'WSDL&x']) {
      expect([query, await ask('GET', `/PDAAPIV1.asmx?${query}`)]).toEqual([query, '400']);
    }
    expect(upstream.requests).toEqual([]);

    expect(await ask('POST', '/PDAAPIV1.asmx/RevertOff', FORM, 'userid=7&&deliveryCode=%61%20b')).toBe('200');
    const pages = ['', '?', '?op=RevertOff', '?wsdl', '?disco'].map((query) => `/PDAAPIV1.asmx${query}`);
    for (const page of pages) expect([page, await ask('GET', page)]).toEqual([page, '200']);
    expect(upstream.requests.map(({ text, body }) => [text.split(' HTTP')[0], body])).toEqual([
      ['POST /PDAAPIV1.asmx/RevertOff', 'userid=7&deliveryCode=a+b'],
      ...pages.map((page) => [`GET ${page}`, '']),
    ]);
  });

  test('a GET of an operation is passed on as it came where FORWARD_GET says so', async () => {
    await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/plain', 'x')));
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, FORWARD_GET: '1' });
    expect((await fetch(`${gateway.url}/PDAAPIV1.asmx/RevertOff?a=b%20`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/PDAAPIV1.asmx/Nothing?a=b`)).status).toBe(404);
    expect(upstream.requests.map(({ text }) => text.split(' HTTP')[0])).toEqual([
      'GET /PDAAPIV1.asmx/RevertOff?a=b%20',
    ]);
  });
});

describe('with a low rate, behind a proxy', () => {
  test('an address that asks too often hears that its call did not run, and when to come again; others do not', async () => {
    await using gateway = await startHere({ REQUESTS_PER_SECOND: '1', TRUSTED_PROXY: '127.0.0.1, ::1' });
    const from = (address: string) =>
      post(gateway.url, 'call-0001', revertOffFields('D-1001', 'demo-key-0001'), {
        headers: { 'x-forwarded-for': address },
      });
    const received = [];
    for (let index = 0; index < 40 && received.at(-1)?.status !== 429; index += 1)
      received.push(await from('192.0.2.1'));
    expect(received.length).toBeGreaterThan(10);
    expect(received.slice(0, -1).every(({ status }) => status === 200)).toBe(true);
    const last = received.at(-1);
    expect(last).toMatchObject({ status: 429, code: 'busy' });
    const type = last?.headers.get('content-type') ?? '';
    const retryAfter = last?.headers.get('retry-after') ?? undefined;
    const reply = { status: 429, contentType: type, body: Buffer.from(last?.text ?? '') };
    expect(classify(reply, defaultNames, undefined, retryAfter)).toEqual({
      kind: 'not-forwarded',
      reason: 'Too many requests come from this address.',
      isUnasked: true,
      retryAfterMs: 1_000,
    });
    expect((await from('192.0.2.2')).status).toBe(200);
    for (let index = 0; index < 40; index += 1) {
      const here = await post(gateway.url, 'call-0001', revertOffFields('D-1001', 'demo-key-0001'), {
        headers: gateway.here,
      });
      expect(here.status).toBe(200); // a program on this machine
    }
  });

  test('TLS in front of it makes the browser keep to https, where a trusted proxy says so', async () => {
    await using gateway = await startHere({ TRUSTED_PROXY: '127.0.0.1, ::1' });
    await using open = await startHere();
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
    const hsts = async (url: string): Promise<string | null> =>
      (await fetch(url, { headers })).headers.get('strict-transport-security');
    expect(await hsts(gateway.url)).toBe('max-age=31536000');
    expect(await hsts(open.url)).toBeNull();
    const packed = async (url: string): Promise<string | null> =>
      (await fetch(url, { headers: { ...headers, 'accept-encoding': 'br' } })).headers.get('content-encoding');
    expect([await packed(gateway.url), await packed(open.url)]).toEqual([null, 'br']); // BREACH
    expect(await packed(`${gateway.url}/assets/index-1a2b3c.js`)).toBe('br');
    const wsdl = async (url: string): Promise<string> => (await fetch(`${url}/PDAAPIV1.asmx?WSDL`, { headers })).text();
    expect(await wsdl(gateway.url)).toContain(`location="https://${new URL(gateway.url).host}/PDAAPIV1.asmx"`);
    expect(await wsdl(open.url)).toContain(`location="http://${new URL(open.url).host}/PDAAPIV1.asmx"`);
  });
});

describe('of a body', () => {
  test('who has no right to call, or says a length that is too long or none, is told so before a byte of the body was sent', async () => {
    await using gateway = await startHere({
      UPSTREAM_API_KEY: KEY,
      SUPERVISOR_PASSWORD: PASSWORD,
      ENROLMENT: 'required',
    });
    const keyed = `${FORM_CALL}Idempotency-Key: call-0001\r\n`;
    const [tooLong, noLength] = ['larger than 65536 bytes', 'Content-Length in its place'];
    for (const [status, head, says] of [
      [401, `${keyed}Content-Length: 1000000\r\n`, ''],
      [401, `${FORM_CALL}Content-Length: 1000000\r\n`, ''],
      [413, `${keyed}Content-Length: 1048577\r\n`, 'larger than 1048576 bytes'],
      [413, 'POST /gateway/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n', tooLong],
      [413, 'GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n', tooLong],
      [411, `${FORM_CALL}Transfer-Encoding: chunked\r\n`, noLength],
      [411, 'POST /gateway/sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n', noLength],
      [411, 'GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n', noLength],
    ] as const) {
      const reply = await rawly(gateway.url, `${head}\r\n`);
      expect([head, reply.slice(9, 12)]).toEqual([head, String(status)]);
      expect(reply).toContain('application/problem+json');
      expect(reply).toContain(says);
      expect(reply).toMatch(/\r\nconnection: close\r\n/i); // what is behind it is not read on
    }
  });

  test('who says no length is told so, and of what follows no more is read', async () => {
    await using gateway = await startHere();
    const CHANNEL = 'http.server.request.start';
    let taken: Socket | undefined;
    const note = (message: unknown): void => {
      taken = (message as { readonly socket: Socket }).socket;
    };
    subscribe(CHANNEL, note);
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let reply = '';
    socket.on('error', () => {}).on('data', (piece: Buffer) => (reply += piece.toString()));
    socket.write(`${FORM_CALL}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(2_000_000)}`);
    await new Promise((resolve) => socket.once('close', resolve)); // its writing breaks off before
    unsubscribe(CHANNEL, note);
    expect(reply).toMatch(/^HTTP\/1\.1 411 [^]*a body needs a Content-Length/);
    expect(taken?.bytesRead).toBeLessThan(132_000); // of 12,000,000: what came with the head
  });

  test('a page of the gateway takes no form that it cannot read for an empty one', async () => {
    await using gateway = await startHere();
    for (const path of ['/gateway/sign-in', '/gateway/sign-out', '/gateway/provision', '/gateway/ledger']) {
      for (const [body, says] of [
        ['a=%FF', 'The form is not in UTF-8.'],
        ['a=1&'.repeat(2_000), 'The form has more than 1000 fields.'],
      ] as const) {
        const reply = await fetch(gateway.url + path, { method: 'POST', body });
        expect([path, reply.status, await reply.text()]).toEqual([path, 400, expect.stringContaining(says)]);
      }
    }
  });

  test('the large bodies of all who send at once have a bound; what is small is read beside them', async () => {
    await using gateway = await startHere();
    const sockets = Array.from({ length: 15 }, () => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${FORM_CALL}Content-Length: 1048576\r\n\r\na`); // the rest never comes
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const ask = async (length: number): Promise<string> => {
      const body = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID='.padEnd(length, '7');
      return (
        await rawly(gateway.url, `${FORM_CALL}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      ).slice(9, 12);
    };
    await expect.poll(() => ask(1_048_576)).toBe('200'); // there is room for one more
    const last = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    last.on('error', () => {}).write(`${FORM_CALL}Content-Length: 1048576\r\n\r\na`);
    await expect.poll(() => ask(1_048_576)).toBe('429');
    expect(await ask(70)).toBe('200');
    for (const socket of [...sockets, last]) socket.destroy();
    await expect.poll(() => ask(1_048_576)).toBe('200');
  });
});
