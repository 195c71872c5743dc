import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { rawly, startHere } from '#main/testing/appRig.ts';
import { RIG_KEY, httpReply, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

/** Makes a key of its own: a call that is refused is entered under it too. */
const newKey = (): string => `call-${randomUUID()}`;

describe('with the stand-in', async () => {
  const gateway = await startHere();
  afterAll(() => gateway[Symbol.asyncDispose]());
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(gateway.url + path, { headers: { connection: 'close', ...headers }, redirect: 'manual' });

  test.each<
    [
      what: string,
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string>,
      status: number,
      says: RegExp,
    ]
  >([
    ['a short key', '', {}, { 'idempotency-key': 'short' }, 400, /Idempotency-Key: expected 8 to 100/],
    ['a key of other letters', '', {}, { 'idempotency-key': 'call 00001' }, 400, /Idempotency-Key/],
    ['an unknown operation', '/PDAAPIV1.asmx/Nothing', {}, {}, 404, /no operation of this name/],
    ['an operation of another group', '/OrderApiV1.asmx/RevertOff', {}, {}, 404, /no operation of this name/],
    ['a query', '/PDAAPIV1.asmx/RevertOff?userID=7', {}, {}, 400, /no query/],
    ['a missing parameter', '', { userID: '' }, {}, 400, /storeCode: RevertOff needs it/],
    ['an unknown parameter', '', { deliverycode: 'D' }, {}, 400, /deliverycode: RevertOff has no such parameter/],
    ['JSON', '', {}, { 'content-type': 'application/json' }, 400, /application\/x-www-form-urlencoded/],
    ['another charset', '', {}, { 'content-type': 'application/x-www-form-urlencoded; charset=gbk' }, 400, /UTF-8/],
    ["another site's page", '', {}, { 'sec-fetch-site': 'cross-site' }, 403, /another site/],
    ["another site's page, on one machine", '', {}, { 'sec-fetch-site': 'same-site' }, 403, /another site/],
    ["another site's page, of an old browser", '', {}, { origin: 'https://evil.example' }, 403, /another site/],
    ['a page of no origin', '', {}, { origin: 'null' }, 403, /another site/],
    ['a path beside the groups', '/PDAAPIV1.asmx/a%2f..%2fb', {}, {}, 404, /nothing at this path/],
  ])('%s is refused, and nothing ran', async (_, path, change, headers, status, says) => {
    const { storeCode, ...rest } = revertOffFields('D-1001', 'demo-key-0001');
    const whole =
      'userID' in change && change['userID'] === '' ? rest : { ...rest, storeCode: storeCode ?? '', ...change };
    const received = await post(gateway.url, newKey(), whole, { ...(path !== '' && { path }), headers });
    expect(received).toMatchObject({ status, code: 'refused', text: expect.stringMatching(says) });
    expect(received.headers.get('content-type')).toBe('application/problem+json');
    expect(await (await get('/gateway/standin/journal')).json()).toEqual({ executions: [] });
  });

  test.each([
    [
      'twice the same parameter',
      'deliveryCode=D-1&deliveryCode=D-2&storeCode=S&apiKey=k&userID=7',
      /deliveryCode: .*more than once/,
    ],
    ['bytes that are not UTF-8', 'deliveryCode=%FF&storeCode=S&apiKey=k&userID=7', /not in UTF-8/],
    ['a broken escape', 'deliveryCode=%zz&storeCode=S&apiKey=k&userID=7', /not in UTF-8/],
  ])('%s is refused', async (_, body, says) => {
    const reply = await fetch(`${gateway.url}/PDAAPIV1.asmx/RevertOff`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': newKey() },
      body,
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(says);
  });

  test.each([
    ['sWeight', '1,5', /comma as grouping/],
    ['sWeight', '1e3', /exponent/],
    ['logTransferDtlID', 'abc', /not a whole number/],
    ['userID', '3000000000', /out of range/],
  ])('%s=%s, which the service would misread or refuse, does not leave', async (name, value, says) => {
    const fields = {
      apiKey: 'k',
      logTransferDtlID: '5001',
      userID: '7',
      sWeight: '1.5',
      WarehouseID: '1',
      [name]: value,
    };
    const received = await post(gateway.url, newKey(), fields, { path: '/WareHouseAPIV1.asmx/CompleteBag' });
    expect(received).toMatchObject({ status: 400, code: 'refused', text: expect.stringMatching(says) });
    expect(received.text).toContain(`${name}: `);
  });

  test('a call without a key is passed on as it came, every time, and so is what other clients speak', async () => {
    const fields = { USERID: '7', apikey: 'demo-key-0001', storecode: 'S-99', DeliveryCode: 'D-1001', more: '1' };
    for (let i = 0; i < 2; i += 1) {
      const received = await post(gateway.url, undefined, fields);
      expect(received).toMatchObject({ status: 200, text: expect.stringContaining('ERR: shelf S-99 is unknown') });
    }
    const { executions } = (await (await get('/gateway/standin/journal')).json()) as {
      executions: { order: string[] }[];
    };
    expect(executions.map(({ order }) => order)).toEqual([Object.keys(fields), Object.keys(fields)]);
    await fetch(`${gateway.url}/gateway/standin/journal`, { method: 'DELETE' });
    const missing = await post(gateway.url, undefined, { deliveryCode: 'D-1001' });
    expect(missing).toMatchObject({ status: 500, text: 'Missing parameter: storeCode.\r\n' });
    const soap = await post(
      gateway.url,
      undefined,
      {},
      { path: '/PDAAPIV1.asmx', headers: { 'content-type': 'text/xml' } },
    );
    expect(soap.status).toBe(500);
    expect((await get('/PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001')).status).toBe(500);
    expect((await get('/PDAAPIV1.asmx?WSDL')).headers.get('content-type')).toBe('text/xml; charset=utf-8');
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']) {
      const reply = await rawly(
        gateway.url,
        `${method} /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 40[45] /);
    }
  });

  test("the stand-in's controls count executions and order faults, for programs on this machine", async () => {
    const faults = `${gateway.url}/gateway/standin/faults`;
    const order = (fault: unknown): Promise<Response> => fetch(faults, { method: 'POST', body: JSON.stringify(fault) });
    expect(await (await order({ kind: 'html-200', operation: 'RevertOff' })).json()).toEqual({
      id: expect.any(Number),
      kind: 'html-200',
      operation: 'RevertOff',
      times: 1,
      delayMs: 0,
    });
    expect((await order({ kind: 'nonsense' })).status).toBe(400);
    expect((await fetch(faults, { method: 'POST', body: '{' })).status).toBe(400);
    expect(await (await fetch(faults)).json()).toMatchObject({ faults: [{ kind: 'html-200', times: 1 }] });
    expect(await post(gateway.url, 'call-faulty', revertOffFields('D-1005', 'demo-key-0001'))).toMatchObject({
      status: 504,
    });
    expect(await (await fetch(faults)).json()).toEqual({ faults: [] });
    const journal = (await (await get('/gateway/standin/journal')).json()) as { executions: { id: number }[] };
    expect(journal.executions).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Number),
        operation: 'RevertOff',
        binding: 'http-post',
        parameters: [
          ['deliveryCode', 'D-1005'],
          ['storeCode', 'S-01-A'],
          ['userID', '7'],
        ],
        order: ['deliveryCode', 'storeCode', 'apiKey', 'userID'],
      },
    ]);
    expect(await (await get(`/gateway/standin/journal?since=${journal.executions[0]?.id}`)).json()).toEqual({
      executions: [],
    });
    for (const headers of [{ 'x-forwarded-for': '10.0.0.9' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await get('/gateway/standin/journal', headers)).status).toBe(403);
    }
    expect((await fetch(`${gateway.url}/gateway/standin/journal`, { method: 'DELETE' })).status).toBe(204);
  });
});

test('only the content type and the SOAPAction of a passed request reach the service, and only the path of a group', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(418, 'text/weird', '\u00ff')));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const sent = {
    'content-type': 'text/xml',
    soapaction: '"x"',
    cookie: 'a=b',
    'x-forwarded-for': '1.2.3.4',
    authorization: 'y',
  };
  const received = await post(gateway.url, undefined, { a: '1' }, { path: '/PDAAPIV1.asmx?x=%zz&y', headers: sent });
  expect(received).toMatchObject({ status: 418, text: '\u00ff' });
  expect(received.headers.get('content-type')).toBe('text/weird');
  expect(upstream.requests[0]?.text).toBe(
    `POST /PDAAPIV1.asmx?x=%zz&y HTTP/1.1\r\nhost: ${upstream.url.host}\r\naccept-encoding: identity\r\ncontent-type: text/xml\r\nsoapaction: "x"\r\n` +
      'content-length: 3\r\nconnection: keep-alive\r\n\r\na=1',
  );
  for (const path of [
    '/PDAAPIV1.asmx/..',
    '/PDAAPIV1.asmx/%2e%2e',
    '/PDAAPIV1.asmx%2f..',
    '/pdaapiv1.asmx/RevertOff',
    '//PDAAPIV1.asmx',
  ]) {
    expect(await rawly(gateway.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 40[034] /,
    );
  }
  expect(upstream.requests).toHaveLength(1);
  expect((await fetch(`${gateway.url}/gateway/standin/journal`)).status).toBe(404);
  expect(await (await fetch(`${gateway.url}/gateway/site`)).json()).not.toHaveProperty('demo');
});

test('with the key on the gateway, a read without one is passed on with it, in its place', async () => {
  await using upstream = await startUpstream((request) =>
    request.reply(upstream.requests.length === 1 ? serviceReply(RIG_KEY) : httpReply(200, 'text/html', RIG_KEY)),
  );
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, UPSTREAM_API_KEY: RIG_KEY });
  const path = '/WareHouseAPIV1.asmx/GetBagDetailByBagCode';
  const fields = { bagCode: 'BAG-2001', APIKEY: 'mine' };
  const received = await post(gateway.url, undefined, fields, { path, headers: gateway.here });
  expect(upstream.requests[0]?.body).toBe(`apiKey=${RIG_KEY}&bagCode=BAG-2001`);
  expect(received).toMatchObject({ status: 200, text: expect.stringContaining('>‹apiKey›</string>') });
  const page = await post(gateway.url, undefined, fields, { path, headers: gateway.here });
  expect(page).toMatchObject({ status: 504, code: 'outcome-unknown' }); // not a letter of what is no answer
  expect(await (await fetch(`${gateway.url}/gateway/site`, { headers: gateway.here })).json()).toMatchObject({
    keyOnGateway: true,
  });
});

test('the partner operation is known under the name it has at this service', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/xml', 'x')));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, PARTNER_OPERATION: 'GetReportDataMüller' });
  const fields = { apiKey: 'k', inputNumber: '1', userId: '7' };
  await post(gateway.url, 'call-0001', fields, { path: '/WareHouseAPIV1.asmx/GetReportDataMüller' });
  expect(upstream.requests[0]?.text).toMatch(/^POST \/WareHouseAPIV1\.asmx\/GetReportDataM%C3%BCller HTTP/);
  const other = await post(gateway.url, 'call-0002', fields, { path: '/WareHouseAPIV1.asmx/GetReportDataPartner' });
  expect(other).toMatchObject({ status: 404, code: 'refused' });
});

test.each([
  [256, 200],
  [4_000, 200],
  [4_096, 200],
  [4_097, 400],
  [5_000, 400],
])('a key of %i letters is asked for with HTTP %i, and shows in no reply and no log', async (letters, status) => {
  const key = 'aB3'.repeat(2_000).slice(0, letters);
  await using upstream = await startUpstream((request) =>
    request.reply(serviceReply(`OK ${key} ${'aB'.repeat(50_000)}`)),
  );
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'trace' });
  for (const id of ['call-0001', 'call-0001', undefined]) {
    const received = await post(gateway.url, id, revertOffFields('D-1001', key));
    expect(received.status).toBe(status);
    expect(received.text).not.toContain(key.slice(0, 60));
  }
  const detail = 'apiKey: expected a key of at most 4096 letters.';
  const refused = await post(gateway.url, 'call-0001', revertOffFields('D-1001', 'x'.repeat(4_097)));
  expect(JSON.parse(refused.text)).toMatchObject(status === 400 ? { code: 'refused', detail } : { code: 'key-reuse' });
  expect(upstream.requests).toHaveLength(status === 200 ? 2 : 0);
  await expect.poll(() => gateway.logged().match(/"msg":"call"/g)).toHaveLength(4);
  expect(gateway.logged()).not.toContain(key.slice(0, 60));
});
