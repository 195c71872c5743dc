import { readFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { canCertify, certify, createAuthority } from '#main/testing/certificateRig.ts';
import { listening, tempDir } from '#main/testing/rig.ts';
import { type ShownStep, startSetup, stepsIn } from '#main/testing/setupRig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import { type ServiceFacts, serviceSteps } from './serviceSteps.ts';
import { defaultNames } from '#wire/names.ts';

/** Starts a service that answers by a listener, with `tls` over TLS. */
async function serve(listener: RequestListener, tls?: { readonly cert: Buffer; readonly key: Buffer }) {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const open = await listening(server);
  return { ...open, url: `${tls ? 'https' : 'http'}://localhost:${open.port}` };
}

/** Makes a listener that describes itself, and answers all else, with `isHtml` as an ASMX host does where a binding is off. */
const describes =
  (wsdl: string, headers: Readonly<Record<string, string>> = {}, isHtml = false): RequestListener =>
  (request, reply) => {
    request.resume();
    const isWsdl = request.url?.endsWith('?WSDL') ?? false;
    const answer = '<string xmlns="http://tempuri.org/">no</string>';
    if (!isWsdl && isHtml) {
      reply.writeHead(500, { 'content-type': 'text/html' }).end('<html>Server Error</html>');
    } else reply.writeHead(200, { 'content-type': 'text/xml', ...headers }).end(isWsdl ? wsdl : answer);
  };

/** Returns the steps that the page calls wrong. */
async function wrongBefore(env: Readonly<Record<string, string>>): Promise<readonly ShownStep[]> {
  await using setup = await startSetup(env);
  return stepsIn(await setup.page()).filter(({ state }) => state === 'wrong');
}

describe('each mistake is one step that is wrong, with one sentence that names the setting', () => {
  test('the namespace that was set, which counts, and the line that mends it', async () => {
    await using service = await serve(describes(wsdlOffering(['http-post'], 'http://logistics.example/')));
    await using setup = await startSetup({ UPSTREAM_URL: service.url, SERVICE_NAMESPACE: 'http://tempuri.org/' });
    const html = await setup.page();
    expect(html).not.toContain('/setup/namespace');
    expect(stepsIn(html).filter(({ state }) => state === 'wrong')).toEqual([
      {
        name: 'Namespace',
        state: 'wrong',
        why: `SERVICE_NAMESPACE is “http://tempuri.org/”, but ${service.url}/OrderApiV1.asmx?WSDL says “http://logistics.example/”. It is set where the gateway is started, and that counts.`,
        line: 'SERVICE_NAMESPACE=http://logistics.example/',
      },
    ]);
  });

  test('the namespace that nobody has set, and the press that mends it', async () => {
    await using service = await serve(describes(wsdlOffering(['http-post'], 'http://logistics.example/')));
    await using setup = await startSetup({ UPSTREAM_URL: service.url });
    const html = await setup.page();
    expect(stepsIn(html).filter(({ state }) => state === 'wrong')).toMatchObject([{ name: 'Namespace', line: '' }]);
    expect(html).toContain('Use <span class="verbatim" lang="en">http://logistics.example/</span>');
  });

  test('the path', async () => {
    await using service = await serve((_request, reply) => void reply.writeHead(404).end());
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: `${service.url}/logistic` });
    expect(more).toEqual([]);
    expect(step?.name).toBe('Address and path');
    expect(step?.why).toBe(
      `UPSTREAM_URL: ${service.url}/logistic/OrderApiV1.asmx is no page of the service: HTTP 404 in place of a WSDL.`,
    );
  });

  test('the port', async () => {
    const service = await serve(() => {});
    await service[Symbol.asyncDispose]();
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url });
    expect(more).toEqual([]);
    expect(step?.why).toMatch(/^UPSTREAM_URL: .+: The service was not reached: the connection was refused\.$/);
  });

  test('the binding, and the line that mends it', async () => {
    await using service = await serve(describes(wsdlOffering(['soap11', 'soap12']), {}, true));
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url, UPSTREAM_BINDING: 'http-get' });
    expect(more.map(({ name }) => name)).toEqual([]);
    expect(step).toMatchObject({ name: 'Way of speaking', line: 'UPSTREAM_BINDING=soap12' });
    expect(step?.why).toContain('UPSTREAM_BINDING is http-get, but');
  });

  test('a binding that its description offers to the machine itself alone', async () => {
    await using service = await serve(describes(wsdlOffering(['http-post']), {}, true));
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url });
    expect(more).toEqual([]);
    expect(step?.name).toBe('Harmless read');
    expect(step?.why).toContain('UPSTREAM_BINDING: a read over http-post was not answered');
  });

  test('the key', async () => {
    await using service = await startHere();
    await using setup = await startSetup({ UPSTREAM_URL: service.url, UPSTREAM_API_KEY: 'not-the-key-1' });
    const { html } = await setup.post('/read', { operation: 'GetBagDetailByBagCode', 'in-bagCode': 'BAG-2001' });
    expect(html).toContain('UPSTREAM_API_KEY changes nothing');
    const wrong = stepsIn(await setup.page()).filter(({ state }) => state === 'wrong');
    expect(wrong.map(({ name }) => name)).toEqual(['Access key']);
    expect(wrong[0]?.why).toContain('UPSTREAM_API_KEY changes nothing: the service said the same');
  });

  test.runIf(canCertify)('http:// where TLS is spoken', async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'service');
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    await using service = await serve(describes(wsdlOffering(['http-post'])), pair);
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url.replace('https', 'http') });
    expect(more).toEqual([]);
    expect(step?.why).toMatch(
      /^UPSTREAM_URL: .+: The service was not reached: TLS is spoken at its port: https:\/\/ is meant\./,
    );
  });

  test.runIf(canCertify)('an authority that nobody has named, and none where it is', async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'service');
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    await using service = await serve(describes(wsdlOffering(['http-post'])), pair);
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url });
    expect(more).toEqual([]);
    expect(step?.why).toMatch(
      /^UPSTREAM_CA_FILE: .+ name a file with the certificate of that authority in UPSTREAM_CA_FILE\.$/,
    );
    expect(await wrongBefore({ UPSTREAM_URL: service.url, UPSTREAM_CA_FILE: certFile })).toEqual([]);
  });

  test.runIf(canCertify)('a certificate that has expired', async () => {
    using folder = tempDir();
    const authority = createAuthority(folder.path, 'company');
    const { certFile, keyFile } = authority.sign('service', { days: -1 });
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    await using service = await serve(describes(wsdlOffering(['http-post'])), pair);
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url, UPSTREAM_CA_FILE: authority.caFile });
    expect(more).toEqual([]);
    expect(step?.why).toMatch(/^UPSTREAM_URL: .+ its certificate, or that of its authority, has expired and/);
  });

  test('a variable that is misspelt, above the step that misses it', async () => {
    await using service = await serve(describes(wsdlOffering(['http-post'], 'http://logistics.example/')));
    await using setup = await startSetup({ UPSTREAM_URL: service.url, SERVICE_NAMSPACE: 'http://logistics.example/' });
    expect((await setup.page()).replace(/<ol class="steps">[^]*/, '')).toContain(
      'SERVICE_NAMSPACE is not a variable of Scanline; did you mean SERVICE_NAMESPACE?',
    );
  });

  test('https:// where none is spoken', async () => {
    await using service = await serve(describes(wsdlOffering(['http-post'])));
    const [step, ...more] = await wrongBefore({ UPSTREAM_URL: service.url.replace('http', 'https') });
    expect(more).toEqual([]);
    expect(step?.why).toMatch(/^UPSTREAM_URL: .+: The service was not reached: there is no TLS at its port/);
  });

  test('clocks that differ are told, by how much and which way', async () => {
    const ahead = {
      get date() {
        return new Date(Date.now() + 600_000).toUTCString(); // of each reply
      },
    };
    await using service = await serve(describes(wsdlOffering(['http-post']), ahead));
    await using setup = await startSetup({ UPSTREAM_URL: service.url });
    const clock = stepsIn(await setup.page()).find(({ name }) => name === 'Clock');
    expect(clock?.state).toBe('look');
    expect(clock?.why).toMatch(
      /^The clock of this machine is (?:599|600) s behind the service’s: set both by the same time server\.$/,
    );
  });
});

const facts: ServiceFacts = {
  upstreamUrl: undefined,
  upstreamBinding: 'http-post',
  names: defaultNames,
  isNamespaceSet: false,
  report: undefined,
  keyThere: true,
  keySeen: undefined,
  isSecure: true,
  host: 'scanline.example',
  storage: { setting: 'DATA_DIR', place: '.data', freeBytes: 5e10, siteFile: 'site.json' },
};

test.each<[string, Partial<ServiceFacts>, string, string, RegExp]>([
  [
    'a disk that takes nothing',
    { storage: { ...facts.storage, problem: 'disk I/O error' } },
    'storage',
    'wrong',
    /^DATA_DIR: .*disk I\/O error$/,
  ],
  [
    'a database that is away',
    { storage: { ...facts.storage, setting: 'DATABASE_URL', problem: 'refused' } },
    'storage',
    'wrong',
    /^DATABASE_URL: /,
  ],
  [
    'a disk that is nearly full',
    { storage: { ...facts.storage, freeBytes: 3e8 } },
    'storage',
    'look',
    /^DATA_DIR: .* 0\.3 GB free/,
  ],
  [
    'a site file that is wrong',
    { storage: { ...facts.storage, siteProblem: 'SITE_CONFIG: x.' } },
    'siteFile',
    'wrong',
    /^SITE_CONFIG: x\.$/,
  ],
  [
    'plain http',
    { isSecure: false },
    'tls',
    'look',
    /over which no handheld works: TLS_CERT_FILE and TLS_KEY_FILE .* TRUSTED_PROXY/,
  ],
  ['no service', {}, 'address', 'look', /^UPSTREAM_URL names no service/],
])('%s is told by the variable that is meant', (_, given, name, state, why) => {
  const step = serviceSteps({ ...facts, ...given }).find((one) => one.name === name);
  expect(step?.state).toBe(state);
  expect(step?.why).toMatch(why);
});

test('plain http is said to work for a browser on this machine where the page is seen at localhost, and for nobody elsewhere', () => {
  const said = (host: string) =>
    serviceSteps({ ...facts, isSecure: false, host }).find((one) => one.name === 'tls')?.why;
  for (const host of ['localhost:8080', 'LOCALHOST', '127.0.0.1:8080', '[::1]:8080'])
    expect(said(host)).toMatch(/from localhost, which works for a browser on this machine; .*TLS_CERT_FILE/);
  for (const host of ['localhost.example', '10.0.0.127', 'my-localhost:80'])
    expect(said(host)).toContain('over which no handheld works: TLS_CERT_FILE');
});

test('where all is well nothing is wrong, and what nobody has tried yet is open', () => {
  const states = serviceSteps({ ...facts, upstreamUrl: new URL('https://logistics.example/') }).map(
    ({ name, state }) => [name, state],
  );
  expect(states).toEqual([
    ['address', 'open'],
    ['tls', 'good'],
    ['storage', 'good'],
    ['siteFile', 'good'],
  ]);
});
