import { expect, test } from 'vitest';
import { startHere } from './appRig.ts';
import { RIG_KEY, post, revertOff, serviceReply, spawnGateway, startUpstream, tempDir } from './rig.ts';
import { type CheckPorts, type CheckReport, startUpstreamCheck } from './upstreamCheck.ts';
import { wsdlOf } from './wsdlRig.ts';
import type { BindingName } from '#wire/binding.ts';
import { defaultNames } from '#wire/names.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;

/** What one check finds, and what it logs. */
async function check(upstream: URL, upstreamBinding: BindingName = 'http-post') {
  const lines: string[] = [];
  const log: CheckPorts['log'] = {
    info: (facts, line) => lines.push(`info ${line} ${JSON.stringify(facts)}`),
    warn: (_facts, line) => lines.push(`warn ${line}`),
  };
  const running = startUpstreamCheck({ upstream, upstreamBinding, names: defaultNames, log });
  expect(running.wasAsked()).toBe(false);
  await running.asked;
  running.close();
  return { running, lines, report: running.report() as CheckReport };
}

test('it says what each group offers, and that a read was answered', async () => {
  await using upstream = await startUpstream(undefined, 0, wsdlOf(ALL));
  const { running, report } = await check(upstream.url);
  expect(running.group('handheld')).toEqual({ offered: ALL, namespace: 'http://tempuri.org/' });
  expect(report).toMatchObject({ binding: 'http-post', groups: { order: { offered: ALL } } });
  expect(upstream.requests).toHaveLength(0); // nothing but the WSDL and a read with nothing in it
});

test('another namespace is a warning that names both, and so is a binding that is not offered', async () => {
  await using upstream = await startUpstream(undefined, 0, wsdlOf(['soap11'], 'http://tempuri.org'));
  const { lines, report } = await check(upstream.url);
  for (const group of ['order', 'warehouse', 'handheld']) {
    const namespaces = `SERVICE_NAMESPACE is “http://tempuri.org/”, but the ${group} group says “http://tempuri.org”.`;
    expect(report.warnings).toContain(namespaces);
    expect(lines).toContain(`warn ${namespaces}`);
    expect(report.warnings).toContain(`UPSTREAM_BINDING is http-post, but the ${group} group offers soap11.`);
  }
});

test('a service that says nothing of itself offers nothing, and one that is not there is not known', async () => {
  await using upstream = await startUpstream();
  const { running, report } = await check(upstream.url);
  expect(running.group('order')).toEqual({ offered: [] });
  expect(report.groups['order']).toEqual({ problem: 'HTTP 404 in place of a WSDL.' });
  await using gone = await startUpstream();
  const nowhere = new URL(gone.url);
  await gone[Symbol.asyncDispose]();
  const unreached = await check(nowhere);
  expect(unreached.report).toMatchObject({ reachable: false, read: { answers: false } });
  expect(unreached.report.read.meaning).toBe('No answer of the service came over http-post.');
  expect(unreached.running.group('order')).toBeUndefined();
  expect(unreached.running.wasAsked()).toBe(true);
  expect(unreached.report.warnings).toHaveLength(4);
});

test('health tells the same, and the start does not wait for a service that hangs', async () => {
  await using upstream = await startUpstream(() => {}, 0, wsdlOf(ALL));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const health = async (): Promise<{ service: unknown }> =>
    (await (await fetch(`${gateway.url}/gateway/health`)).json()) as { service: unknown };
  await expect.poll(async () => (await health()).service).toMatchObject({ groups: { handheld: { offered: ALL } } });
  await using standin = await startHere();
  expect(await (await fetch(`${standin.url}/gateway/health`)).json()).not.toHaveProperty('service');
});

test('health says of a service that refuses the key of a read without one that it is there, and that no key was asked of', async () => {
  await using service = await startHere();
  await using gateway = await startHere({ UPSTREAM_URL: service.url, UPSTREAM_API_KEY: 'demo-key-0001' });
  const health = async (): Promise<{ service: CheckReport }> =>
    (await (await fetch(`${gateway.url}/gateway/health`)).json()) as { service: CheckReport };
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
  using folder = tempDir();
  const replies = [
    serviceReply(`OK ${RIG_KEY}`),
    `HTTP/1.1 302 Found\r\nLocation: /login?ReturnUrl=%2fPDAAPIV1.asmx%3fapiKey%3d${RIG_KEY}\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
  ];
  let next = 0;
  await using upstream = await startUpstream((request) => request.reply(replies[next++] ?? ''), 0, wsdlOf(ALL));
  await using gateway = await spawnGateway({
    DATA_DIR: folder.path,
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_BINDING: 'http-get',
    LOG_LEVEL: 'trace',
  });
  for (const [index] of replies.entries()) await post(gateway.url, `call-000${index}`, revertOff());
  expect(upstream.requests[0]?.text).toContain(
    `GET /PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001&storeCode=S-01-A&apiKey=${RIG_KEY}`,
  );
  await fetch(`${gateway.url}/PDAAPIV1.asmx/RevertOff?apiKey=${RIG_KEY}`);
  expect(gateway.output()).toContain('outcome unknown');
  expect(gateway.output()).not.toContain(RIG_KEY);
});
