import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Heard, listening, post, revertOffFields } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { defaultNames } from '#wire/names.ts';
import { escapeXml } from '#wire/xml.ts';
import { serviceEnd } from '#wire/testing/serviceEnd.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;

/** State of the small service, which a test may change while it runs. */
interface Ways {
  namespace: string;
  /** The path before the groups' paths. */
  base: string;
  offered: readonly BindingName[];
  /** It has a `?WSDL`: `<remove name="Documentation"/>` takes it away. */
  isDescribed: boolean;
  /** A read without a key ends in an exception in the service, and gets no answer. */
  readFails: boolean;
  /** Form in which each body leaves, in place of as it is. */
  written: { readonly encoding?: string; bytes(text: string): string | Buffer };
  /** Nothing is answered until then. */
  ready: Promise<void>;
}

/** A service of its own over HTTP POST, GET and SOAP 1.1, which counts what it executes. */
async function startService(given: Partial<Ways> = {}) {
  const ways: Ways = {
    namespace: 'http://tempuri.org/',
    base: '',
    offered: ALL,
    isDescribed: true,
    readFails: false,
    written: { bytes: (text) => text },
    ready: Promise.resolve(),
    ...given,
  };
  const executed: string[] = [];
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    void serve(request, reply, ways, executed, asked);
  });
  const open = await listening(server);
  return { ...open, ways, executed, asked, requests: server, url: `http://127.0.0.1:${open.port}` };
}

async function serve(
  request: IncomingMessage,
  reply: ServerResponse,
  ways: Ways,
  executed: string[],
  asked: string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  await ways.ready;
  const body = Buffer.concat(chunks).toString();
  const { url = '' } = request;
  asked.push(url);
  const say = (status: number, type: string, text: string): void =>
    void reply
      .writeHead(status, {
        'content-type': type,
        connection: 'close',
        ...(ways.written.encoding !== undefined && { 'content-encoding': ways.written.encoding }),
      })
      .end(ways.written.bytes(text));
  const names = { ...defaultNames, namespace: ways.namespace };
  const path = /^\/(?:PDAAPI|WareHouseAPI|OrderApi)V1\.asmx(?:\/(\w+))?(\?.*)?$/.exec(url.slice(ways.base.length));
  if (!path || !url.startsWith(`${ways.base}/`)) return say(404, 'text/html', '<html>IIS 404</html>');
  const [operation = '', query] = path.slice(1);
  if (query === '?WSDL') {
    if (ways.isDescribed) return say(200, 'text/xml; charset=utf-8', wsdlOffering(ways.offered, ways.namespace));
    return say(500, 'text/html', '<html>Request format is unrecognized.</html>');
  }
  const action = request.headers['soapaction'];
  if (typeof action === 'string') {
    const fault = (text: string): void =>
      say(
        500,
        'text/xml; charset=utf-8',
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode>' +
          `<faultstring>${escapeXml(text)}</faultstring></s:Fault></s:Body></s:Envelope>`,
      );
    const called = action.replaceAll('"', '');
    const name = called.startsWith(ways.namespace) ? called.slice(ways.namespace.length) : '';
    if (name !== 'RevertOff' && name !== 'ExistsDomesticDeliveryCode') {
      return fault(`Server did not recognize the value of HTTP Header SOAPAction: ${called}.`);
    }
    if (name === 'RevertOff') executed.push(body);
    else if (ways.readFails) return fault('Server was unable to process request. ---> No such key.');
    const answer = serviceEnd.soap11.encodeAnswer(name, 'OK', names);
    return say(200, answer.contentType, Buffer.from(answer.body).toString());
  }
  if (!ways.offered.includes('http-post')) return say(500, 'text/html', '<html>Request format is unrecognized.</html>');
  if (operation !== 'RevertOff' && operation !== 'ExistsDomesticDeliveryCode') {
    return say(500, 'text/plain; charset=utf-8', `${operation} Web Service method name is not valid.\r\n`);
  }
  if (operation === 'RevertOff') executed.push(body);
  else if (ways.readFails) return say(500, 'text/plain', 'System.Exception: No such key.\r\n   at A.B()');
  const answer = serviceEnd['http-post'].encodeAnswer(operation, 'OK', names);
  say(200, answer.contentType, Buffer.from(answer.body).toString());
}

/** A gateway before a service, as a process, and calls through it with keys of their own. */
async function before(url: string, env: Readonly<Record<string, string>> = {}) {
  const gateway = await spawnGateway({ UPSTREAM_URL: url, ...env });
  let count = 0;
  return {
    gateway,
    call: (key = `call-${(count += 1).toString().padStart(4, '0')}`): Promise<Heard> => post(gateway.url, key),
    [Symbol.asyncDispose]: gateway[Symbol.asyncDispose],
  };
}

interface Health {
  readonly service: { readonly reachable: boolean; readonly held: Readonly<Record<string, string>> };
}

async function healthOf({ url, here }: GatewayProcess): Promise<Health> {
  return (await (await fetch(`${url}/gateway/health`, { headers: here })).json()) as Health;
}

/** Asks with one key until it is answered, and says what all the answers were. */
async function untilAnswered(ask: (key: string) => Promise<Heard>): Promise<void> {
  await expect.poll(async () => (await ask('call-again')).status, { timeout: 15_000, interval: 200 }).toBe(200);
}

const HELD = { status: 503, code: 'not-forwarded' };
const said = ({ text }: Heard): string => (JSON.parse(text) as { detail: string }).detail;

test('in a wrong namespace over HTTP POST nothing runs: calls are held with a sentence, and go when the service is right', async () => {
  await using service = await startService({ namespace: 'http://other.example/' });
  await using site = await before(service.url);
  const received = await site.call();
  expect(received).toMatchObject(HELD);
  expect(said(received)).toBe(
    `Calls are held: SERVICE_NAMESPACE is “http://tempuri.org/”, but ${service.url}/PDAAPIV1.asmx?WSDL says “http://other.example/”.`,
  );
  expect(received.headers.get('retry-after')).toBe('5');
  expect(await post(site.gateway.url, undefined)).toMatchObject(HELD); // a form without a key of the ledger's
  expect(service.executed).toEqual([]);
  const health = await healthOf(site.gateway);
  expect(health.service.reachable).toBe(true);
  expect(health.service.held['handheld']).toBe(said(received));
  expect(site.gateway.output()).toContain('Calls are held: SERVICE_NAMESPACE');
  const metrics = await (await fetch(`${site.gateway.url}/gateway/metrics`, { headers: site.gateway.here })).text();
  expect(metrics).toContain('scanline_service_held{group="handheld"} 1');
  service.ways.namespace = 'http://tempuri.org/';
  await untilAnswered(site.call);
  expect(service.executed).toHaveLength(1);
  expect((await healthOf(site.gateway)).service.held).toEqual({});
});

test('with the right setting the same service is open from the first call on', async () => {
  await using service = await startService({ namespace: 'http://other.example/' });
  await using site = await before(service.url, { SERVICE_NAMESPACE: 'http://other.example/' });
  expect(await site.call()).toMatchObject({ status: 200 });
  expect(service.executed).toHaveLength(1);
});

test('a wrong path in UPSTREAM_URL holds every call and names the address that was asked', async () => {
  await using service = await startService({ base: '/logistics' });
  await using site = await before(`${service.url}/logistic`);
  const received = await site.call();
  expect(received).toMatchObject(HELD);
  expect(said(received)).toMatch(
    new RegExp(
      `^Calls are held: UPSTREAM_URL: ${service.url}/logistic/PDAAPIV1.asmx is no page of the service: .*HTTP 404`,
    ),
  );
  service.ways.base = '/logistic';
  await untilAnswered(site.call);
  expect(service.executed).toHaveLength(1);
});

test('a binding that the service does not offer holds calls and is named', async () => {
  await using service = await startService({ offered: ['soap11', 'soap12'] });
  await using site = await before(service.url);
  const received = await site.call();
  expect(received).toMatchObject(HELD);
  expect(said(received)).toMatch(
    /UPSTREAM_BINDING is http-post, but http\S+\/PDAAPIV1\.asmx\?WSDL offers soap11, soap12\.$/,
  );
  expect(service.executed).toEqual([]);
});

test.each([
  ['http-post', false],
  ['http-post', true],
  ['soap11', false],
  ['soap11', true],
] as const)(
  'a service that hides its WSDL is open over %s once a read was answered (read fails: %s)',
  async (binding, readFails) => {
    await using service = await startService({ isDescribed: false, readFails });
    await using site = await before(service.url, { UPSTREAM_BINDING: binding });
    await untilAnswered(site.call);
    expect(service.executed).toHaveLength(1);
    expect((await healthOf(site.gateway)).service.held).toEqual({}); // the group whose read failed is open too
  },
);

test.each(['http-post', 'soap11'] as const)(
  'and a wrong namespace is known without a WSDL too, over %s',
  async (binding) => {
    await using service = await startService({ isDescribed: false, namespace: 'http://other.example/' });
    await using site = await before(service.url, { UPSTREAM_BINDING: binding });
    const received = await site.call();
    expect(received).toMatchObject(HELD);
    expect(said(received)).toContain('SERVICE_NAMESPACE is “http://tempuri.org/”, but');
    expect(said(received)).toContain(service.url);
    expect(service.executed).toEqual([]);
  },
);

test.each<[what: string, says: string, written: Ways['written']]>([
  ['packed', 'packed its answer (gzip)', { encoding: 'gzip', bytes: (text) => gzipSync(text) }],
  ['half', 'is not whole', { bytes: (text) => text.replace('</string>', '') }],
])(
  'answers that are %s can be read in no group, so calls to each are held, and go when they can be read',
  async (_, says, written) => {
    await using service = await startService({ isDescribed: false, written });
    await using site = await before(service.url);
    const received = await site.call();
    expect(received).toMatchObject(HELD);
    expect(said(received)).toContain(says);
    const { held } = (await healthOf(site.gateway)).service;
    expect(Object.keys(held).toSorted()).toEqual(['handheld', 'order', 'warehouse']);
    expect(service.executed).toEqual([]);
    service.ways.written = { bytes: (text) => `\r\n ${text}` }; // blanks before a document do no harm
    await untilAnswered(site.call);
    expect(service.executed).toHaveLength(1);
    expect((await healthOf(site.gateway)).service.held).toEqual({});
  },
);

test('a service that packs what it may is asked not to', async () => {
  await using service = await startService();
  const encodings = new Set<unknown>();
  service.requests.on('request', (request: IncomingMessage) => encodings.add(request.headers['accept-encoding']));
  await using site = await before(service.url);
  expect(await site.call()).toMatchObject({ status: 200 });
  expect([...encodings]).toEqual(['identity']);
});

test('a call that comes while the service is slow with its first word waits for it, and is answered', async () => {
  let open = (): void => {};
  await using service = await startService({ ready: new Promise((resolve) => (open = resolve)) });
  await using site = await before(service.url);
  const called = site.call();
  const calls = async (): Promise<string> =>
    (await fetch(`${site.gateway.url}/gateway/health`, { headers: site.gateway.here })).text();
  expect(await calls()).toContain('not asked yet');
  open();
  expect(await called).toMatchObject({ status: 200 });
  expect(service.executed).toHaveLength(1);
});

test('once it agreed, a service that is away closes nothing: the call says so itself', async () => {
  const service = await startService();
  await using site = await before(service.url);
  expect(await site.call()).toMatchObject({ status: 200 });
  await service[Symbol.asyncDispose]();
  const received = await site.call();
  expect(received).toMatchObject(HELD);
  expect(said(received)).toBe('The service was not reached: the connection was refused.');
});

test('documentation and SOAP of a client that brings its own namespace pass while calls are held', async () => {
  await using service = await startService({ namespace: 'http://other.example/' });
  await using site = await before(service.url);
  expect(await site.call()).toMatchObject(HELD);
  expect((await fetch(`${site.gateway.url}/PDAAPIV1.asmx?WSDL`)).status).toBe(200);
  const { path, headers, body } = bindings.soap11.encodeCall('RevertOff', Object.entries(revertOffFields()), {
    ...defaultNames,
    namespace: 'http://other.example/',
  });
  const reply = await fetch(site.gateway.url + path, { method: 'POST', headers, body });
  expect(reply.status).toBe(200);
  expect(service.executed).toHaveLength(1);
});
