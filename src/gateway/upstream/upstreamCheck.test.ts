import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { groupPaths } from '#contract/catalogue.ts';
import { startHere } from '#main/testing/appRig.ts';
import { RIG_KEY, listening, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { type CheckPorts, type CheckReport, startUpstreamCheck } from './upstreamCheck.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import type { BindingName } from '#wire/binding.ts';
import { escapeMarkup } from '#contract/entities.ts';
import { keyForms } from '#wire/keyForms.ts';
import { defaultNames } from '#wire/names.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;

/** Runs one check. @returns its report, and the lines that it logs. */
async function check(
  upstream: URL,
  upstreamBinding: BindingName = 'http-post',
  upstreamApiKey?: string,
  isOwn?: CheckPorts['isOwn'],
) {
  const lines: string[] = [];
  const log: CheckPorts['log'] = {
    info: (facts, line) => lines.push(`info ${line} ${JSON.stringify(facts)}`),
    warn: (_facts, line) => lines.push(`warn ${line}`),
  };
  const running = startUpstreamCheck({ upstream, upstreamBinding, names: defaultNames, upstreamApiKey, isOwn, log });
  expect(running.wasAsked()).toBe(false);
  await running.asked;
  running.close();
  return { running, lines, report: running.report() as CheckReport };
}

test('it says what each group offers, and that a read was answered', async () => {
  await using upstream = await startUpstream(undefined, 0, wsdlOffering(ALL));
  const { running, report } = await check(upstream.url);
  expect(running.offered('handheld')).toEqual(ALL);
  expect(report).toMatchObject({
    binding: 'http-post',
    groups: { order: { offered: ALL, namespace: 'http://tempuri.org/' } },
  });
  expect(upstream.requests).toHaveLength(0); // nothing but the WSDL and a read with nothing in it
});

test('clocks that are apart are told in words that a drift does not change, and nobody is told of some seconds', async () => {
  const aheadMs = [10_000, -95_000, 600_000];
  const told = [];
  for (const ms of aheadMs) {
    const server = createServer((request, reply) => {
      request.resume();
      reply.writeHead(404, { date: new Date(Date.now() + ms).toUTCString() }).end();
    });
    await using open = await listening(server);
    const { report, lines } = await check(new URL(`http://127.0.0.1:${open.port}`));
    told.push(report.warnings.filter((line) => line.includes('clock')));
    expect(lines.filter((line) => line.startsWith('warn') && line.includes('clock'))).toHaveLength(
      ms === 10_000 ? 0 : 1,
    );
  }
  const line = (about: string) => [
    `The clock of this machine is about ${about} the service’s: set both by the same time server.`,
  ];
  expect(told).toEqual([[], line('90 s ahead of'), line('600 s behind')]);
});

test('a megabyte is no answer to a question of the gateway’s own: it is not read, and the check says so', async () => {
  const server = createServer((request, reply) => {
    request.resume();
    const isWsdl = request.url?.includes('WSDL');
    const text = `<string xmlns="http://tempuri.org/">${' '.repeat(isWsdl ? 0 : 1024 * 1024)}</string>`;
    reply.writeHead(isWsdl ? 404 : 200, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
  });
  await using open = await listening(server);
  const { report } = await check(new URL(`http://127.0.0.1:${open.port}`));
  expect(report.read).toMatchObject({
    answers: false,
    said: expect.stringMatching(/short question with 10486\d\d bytes/),
  });
});

test.each([
  ['Sat, 26 Dec 2026 10:00:00 GMT', Date.UTC(2026, 11, 26, 10)],
  ['soon', undefined],
])('it hears the service’s clock by the Date of its reply: %s', async (date, shown) => {
  const server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(404, { date }).end();
  });
  await using open = await listening(server);
  const url = new URL(`http://127.0.0.1:${open.port}`);
  const elsewhere = await check(url, 'http-post', undefined, () => false);
  const heard = elsewhere.running.heardAt();
  expect(heard === undefined ? undefined : Math.abs(heard - (shown ?? 0)) < 60_000).toBe(shown && true);
  const here = await check(url);
  expect(here.running.heardAt()).toBeUndefined(); // this machine's own clock can say nothing of itself
  expect(typeof here.report.read.clockAheadMs).toBe(typeof shown);
});

test('the gateway’s key is in nothing that is told of a service that writes it into its WSDL and its answers', async () => {
  const key = 'k&y/0001-<secret>';
  const server = createServer((request, reply) => {
    request.resume();
    const isWsdl = request.method === 'GET' && request.url?.startsWith('/PDAAPIV1') === true;
    if (isWsdl) reply.end(wsdlOffering(ALL, `urn:${escapeMarkup(key)}`));
    else if (request.method === 'POST') reply.writeHead(200, { 'content-type': 'text/xml' }).end(documentWith(key));
    else reply.writeHead(404).end(key);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { lines, report, running } = await check(url, 'http-post', key);
  server.close();
  expect(report.groups['handheld']).toMatchObject({ namespace: 'urn:‹apiKey›' });
  const told = JSON.stringify([lines, report, running.held('handheld')]);
  expect(told).toContain('‹apiKey›');
  for (const form of keyForms(key)) expect(told).not.toContain(form);
});

function documentWith(text: string): string {
  return `<string xmlns="http://tempuri.org/">${escapeMarkup(text)}</string>`;
}

test('another namespace holds each group, and is one warning that names both', async () => {
  await using upstream = await startUpstream(undefined, 0, wsdlOffering(ALL, 'http://tempuri.org'));
  const { lines, report } = await check(upstream.url);
  for (const path of Object.values(groupPaths)) {
    const asked = new URL(`${path}?WSDL`, upstream.url).href;
    const why = `Calls are held: SERVICE_NAMESPACE is “http://tempuri.org/”, but ${asked} says “http://tempuri.org”.`;
    expect(Object.values(report.held)).toContain(why);
  }
  expect(Object.keys(report.held)).toEqual(['order', 'warehouse', 'handheld']);
  // Once, and nothing of the read that fails for the same reason.
  expect(report.warnings).toEqual([report.held.order]);
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([`warn ${report.held.order}`]);
});

test('where the namespace is changed, every call waits from that moment until the service was asked in the new one', async () => {
  await using upstream = await startUpstream(undefined, 0, wsdlOffering(ALL));
  const names = { ...defaultNames };
  const log = { info: () => {}, warn: () => {} };
  const running = startUpstreamCheck({ upstream: upstream.url, upstreamBinding: 'http-post', names, log });
  await running.asked;
  expect(running.held('order')).toBeUndefined();
  const asking = running.again(); // in the one before
  names.namespace = 'urn:other';
  for (const group of ['handheld', 'order'] as const)
    expect(running.held(group)).toMatch(/^Calls are held: .+ has not answered yet in “urn:other”\.$/);
  await asking;
  expect(running.held('order')).toMatch(/^Calls are held: SERVICE_NAMESPACE is “urn:other”, but /);
  names.namespace = defaultNames.namespace;
  expect(running.held('order')).toContain('has not answered yet');
  await running.again();
  expect(running.held('order')).toBeUndefined();
  running.close();
});

test('what fails later closes nothing; what shows later that it is another service does, until it is right again', async () => {
  let wsdl: string | undefined = wsdlOffering(ALL);
  let asksSignIn = false;
  const server = createServer((request, reply) => {
    const isRead = request.url?.endsWith('/ExistsDomesticDeliveryCode');
    request.resume();
    if (asksSignIn) reply.writeHead(401, { 'www-authenticate': ['Negotiate', 'NTLM'] }).end();
    else if (isRead)
      reply.writeHead(200, { 'content-type': 'text/xml' }).end('<string xmlns="http://tempuri.org/">OK</string>');
    else if (wsdl === undefined) request.socket.destroy();
    else reply.writeHead(200, { 'content-type': 'text/xml' }).end(wsdl);
  });
  await using open = await listening(server);
  const upstream = new URL(`http://127.0.0.1:${open.port}`);
  const log = { info: () => {}, warn: () => {} };
  const ports = { upstream, upstreamBinding: 'http-post', names: defaultNames, log, againMs: 20 } as const;
  const running = startUpstreamCheck(ports);
  expect(running.held('order')).toBe(
    `Calls are held: ${upstream.href}OrderApiV1.asmx (UPSTREAM_URL) has not answered yet.`,
  );
  await running.asked;
  expect(running.held('order')).toBeUndefined();
  wsdl = undefined;
  await expect.poll(() => running.report()?.groups['order']).toHaveProperty('problem');
  expect(running.held('order')).toBeUndefined();
  wsdl = wsdlOffering(ALL, 'urn:elsewhere');
  await expect.poll(() => running.held('order')).toContain('“urn:elsewhere”');
  wsdl = undefined;
  await expect.poll(() => running.report()?.groups['order']).toHaveProperty('problem');
  expect(running.held('order')).toContain('Calls are held: UPSTREAM_URL: nothing was learnt of the service at');
  wsdl = wsdlOffering(ALL);
  await expect.poll(() => running.held('order')).toBeUndefined();
  asksSignIn = true;
  await expect.poll(() => running.held('order')).toContain('Windows authentication (Negotiate, NTLM)');
  running.close();
});

test('a service that says nothing of itself offers nothing, and one that is not there is not known', async () => {
  await using upstream = await startUpstream();
  const { running, report } = await check(upstream.url);
  expect(running.offered('order')).toEqual([]);
  expect(report.groups['order']).toEqual({ problem: 'HTTP 404 in place of a WSDL.' });
  await using gone = await startUpstream();
  const nowhere = new URL(gone.url);
  await gone[Symbol.asyncDispose]();
  const unreached = await check(nowhere);
  expect(unreached.running.reachability.isReachable()).toBe(false);
  expect(unreached.report.read.answers).toBe(false);
  expect(unreached.report.read.meaning).toBe('No answer of the service came over http-post.');
  expect(unreached.running.offered('order')).toEqual([]);
  expect(unreached.running.wasAsked()).toBe(true);
  expect(unreached.report.warnings).toEqual([unreached.running.held('order')]);
  expect(unreached.running.held('order')).toMatch(
    /^Calls are held: UPSTREAM_URL: nothing was learnt of the service at http\S+\/OrderApiV1\.asmx: .*refused/,
  );
});

test('a redirect says where it leads and what to set to a check, without what stands behind a question mark; of a call a handheld hears that it was one', async () => {
  const to = 'https://sso.example.com/log-in';
  const redirect = `HTTP/1.1 302 X\r\nLocation: ${to}?apiKey=${RIG_KEY}\r\nContent-Length: 0\r\n\r\n`;
  const server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(302, { location: '/other/place?token=1' }).end();
  });
  await using service = await listening(server);
  const { running } = await check(new URL(`http://127.0.0.1:${service.port}`));
  const place = `http://127.0.0.1:${service.port}/other/place`;
  expect(running.held('order')).toContain(
    `HTTP 302: the service answers with a redirect to ${place}, which the gateway does not follow: UPSTREAM_URL`,
  );
  await using upstream = await startUpstream((request) => request.reply(redirect), 0, wsdlOffering(ALL));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const { text } = await post(gateway.url, 'call-0001');
  expect(text).toContain('The network answered with a redirect.');
  expect(text).not.toContain(RIG_KEY);
  expect(text).not.toContain('sso.example.com');
});

test('health tells the same, and the start does not wait for a service that hangs', async () => {
  await using upstream = await startUpstream(() => {}, 0, wsdlOffering(ALL));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const health = async (): Promise<{ service: unknown }> =>
    (await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json()) as { service: unknown };
  await expect.poll(async () => (await health()).service).toMatchObject({ groups: { handheld: { offered: ALL } } });
  await using standin = await startHere();
  expect(await (await fetch(`${standin.url}/gateway/health`, { headers: standin.here })).json()).not.toHaveProperty(
    'service',
  );
});

test('health says of a service that refuses the key of a read without one that it is there, and that no key was asked of', async () => {
  await using service = await startHere();
  await using gateway = await startHere({ UPSTREAM_URL: service.url, UPSTREAM_API_KEY: 'demo-key-0001' });
  const health = async (): Promise<{ service: CheckReport & { readonly reachable?: boolean } }> =>
    (await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json()) as {
      service: CheckReport & { readonly reachable?: boolean };
    };
  await expect.poll(async () => (await health()).service.reachable).toBe(true);
  const { read, warnings } = (await health()).service;
  expect(read).toMatchObject({ answers: true, said: 'ERR: apiKey is not valid' });
  expect(read.meaning).toBe(
    'The service is there and answers over http-post. It was asked without an access key and without a code: ' +
      'what it said to that judges neither the key nor a call.',
  );
  expect(Object.keys(read).indexOf('meaning')).toBeLessThan(Object.keys(read).indexOf('said'));
  expect(warnings).toEqual([]);
});

test('over GET the key is in a URL to the service, and in no line of a log and in nothing that is kept', async () => {
  const replies = [
    serviceReply(`OK ${RIG_KEY}`),
    `HTTP/1.1 302 Found\r\nLocation: /login?ReturnUrl=%2fPDAAPIV1.asmx%3fapiKey%3d${RIG_KEY}\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
  ];
  let next = 0;
  await using upstream = await startUpstream((request) => request.reply(replies[next++] ?? ''), 0, wsdlOffering(ALL));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_BINDING: 'http-get',
    LOG_LEVEL: 'trace',
  });
  for (const [index] of replies.entries()) await post(gateway.url, `call-000${index}`, revertOffFields());
  expect(upstream.requests[0]?.text).toContain(
    `GET /PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001&storeCode=S-01-A&apiKey=${RIG_KEY}`,
  );
  await fetch(`${gateway.url}/PDAAPIV1.asmx/RevertOff?apiKey=${RIG_KEY}`);
  expect(gateway.logged()).toContain('outcome unknown');
  expect(gateway.logged()).not.toContain(RIG_KEY);
});
