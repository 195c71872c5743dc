import { expect, test } from 'vitest';
import { rawly } from '#main/testing/appRig.ts';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/** In every place of a request; no two begin alike, so that half of one is found too. */
const VALUES = {
  parameter: 'PARAMcanary4711',
  key: 'APIKEYcanary4712',
  query: 'QUERYcanary4713',
  cookie: 'COOKIEcanary4714',
  token: 'TOKENcanary4715',
  header: 'HEADERcanary4716',
  path: 'PATHcanary4717',
  answer: 'ANSWERcanary4718',
  password: 'PASSWORDcanary4719',
  body: 'BODYcanary4720',
};

test('no value of a request or an answer comes into the log, on whatever path and at whatever level', async () => {
  using folder = tempDir();
  const pair = canCertify ? certify(folder.path, 'localhost') : undefined;
  const odd = [
    serviceReply(VALUES.answer),
    httpReply(500, 'text/plain', `System.Exception: ${VALUES.answer}`),
    httpReply(302, 'text/html', VALUES.answer).replace('\r\n', `\r\nLocation: http://${VALUES.answer}/\r\n`),
    `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 999\r\n\r\n${VALUES.answer}`,
    `${VALUES.answer}\r\n\r\n`,
  ];
  await using upstream = await startUpstream((request) =>
    request.reply(odd[upstream.requests.length % odd.length] ?? ''),
  );
  const env = {
    DATA_DIR: `${folder.path}/data`,
    UPSTREAM_URL: upstream.url.href,
    SUPERVISOR_PASSWORD: 'right-password-1',
    TRUSTED_PROXY: '127.0.0.1',
    REQUESTS_PER_SECOND: '30',
    LOG_LEVEL: 'trace',
  };
  await using gateway = await spawnGateway(env);
  await using standin = await spawnGateway({ DATA_DIR: `${folder.path}/b`, LOG_LEVEL: 'trace' });
  await using secure = await spawnGateway({
    DATA_DIR: `${folder.path}/c`,
    LOG_LEVEL: 'trace',
    ...(pair && { TLS_CERT_FILE: pair.certFile, TLS_KEY_FILE: pair.keyFile }),
  });
  const fields = { ...revertOffFields(VALUES.parameter, VALUES.key), [VALUES.body]: VALUES.body };
  const good = revertOffFields(VALUES.parameter, VALUES.key);
  const headers = {
    cookie: `scanline-device=${VALUES.cookie}; x=${VALUES.cookie}`,
    authorization: `Bearer ${VALUES.token}`,
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-proto': VALUES.header,
    referer: `http://x/?${VALUES.header}`,
    'user-agent': VALUES.header,
    'x-scanline': VALUES.header,
    soapaction: VALUES.header,
  };
  const paths = [
    '/PDAAPIV1.asmx/RevertOff',
    `/PDAAPIV1.asmx/RevertOff?apiKey=${VALUES.query}`,
    `/PDAAPIV1.asmx/${VALUES.path}`,
    `/PDAAPIV1.asmx?${VALUES.query}`,
    `/${VALUES.path}?${VALUES.query}`,
    `/gateway/${VALUES.path}?${VALUES.query}`,
    `/gateway/hello?nonce=${VALUES.query}&nonce=${VALUES.query}`,
    `/gateway/standin/journal?since=${VALUES.query}`,
    `/gateway/sign-in?${VALUES.query}`,
    '/gateway/enrol',
    '/gateway/provision',
    `/%zz${VALUES.path}?${VALUES.query}`,
  ];
  for (const { url } of [gateway, standin]) {
    for (const path of paths) {
      for (const key of ['call-0001', VALUES.token + '!', undefined]) {
        await post(url, key, good, { path, headers });
        await post(url, key, fields, { path, headers });
        await post(url, key, good, { path, headers: { ...headers, 'content-type': `text/${VALUES.header}` } });
      }
      await fetch(url + path, { headers, redirect: 'manual' });
      await fetch(url + path, {
        headers: { ...headers, origin: `https://${VALUES.header}.example` },
        method: 'DELETE',
      });
    }
    const tooLong = `Host: localhost\r\nContent-Length: 1048577\r\nIdempotency-Key: call-0002`;
    await rawly(url, `POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\n${tooLong}\r\n\r\n${VALUES.body}`);
    await post(
      url,
      undefined,
      { password: VALUES.password, code: VALUES.token },
      { path: '/gateway/sign-in', headers },
    );
  }
  for (const { url } of [gateway, standin, secure]) {
    await rawly(url, `POST /${VALUES.path} HTTP/9.9\r\nX: ${VALUES.header}\r\n\r\n${VALUES.body}`);
    await rawly(url, `${VALUES.header}\r\n\r\n`);
    await rawly(url, `GET / HTTP/1.1\r\nHost: ${VALUES.header} x\r\nConnection: close\r\n\r\n`);
    await rawly(url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${VALUES.header.repeat(2_000)}\r\n\r\n`);
  }
  for (let status = 0; status !== 429;) status = (await post(gateway.url, 'call-0003', good, { headers })).status;
  await gateway.says('"status":429');
  const output = gateway.output() + standin.output() + secure.output();
  expect(output).toContain('"key":"call-0001"');
  for (const value of Object.values(VALUES)) expect(output).not.toContain(value.slice(0, -4));
}, 60_000);
