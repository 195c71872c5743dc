import fastify from 'fastify';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAddressRange } from '#settings/addressRange.ts';
import { clientOf, trustIn } from './clientAddress.ts';

const PROXIES = ['10.0.0.1', '10.9.0.0/16', '2001:db8::1', '127.0.0.1'];

const app = fastify({ trustProxy: trustIn(PROXIES) });
beforeAll(async () => {
  app.get('/', (request) => clientOf(request));
  await app.ready();
});
afterAll(() => app.close());

async function clientFrom(remoteAddress: string, headers: Record<string, string>): Promise<unknown> {
  const reply = await app.inject({ url: '/', remoteAddress, headers });
  return reply.json();
}

test.each<[from: string, header: string | undefined, address: string]>([
  ['192.0.2.7', undefined, '192.0.2.7'],
  ['192.0.2.7', '198.51.100.1', '192.0.2.7'], // nobody of ours says it
  ['::ffff:192.0.2.7', '198.51.100.1', '192.0.2.7'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '203.0.113.66, 198.51.100.1', '198.51.100.1'], // the first was said by the device itself
  ['10.0.0.1', '198.51.100.1, 10.9.4.4', '198.51.100.1'],
  ['10.0.0.1', '203.0.113.66, 10.0.0.1, 198.51.100.1, 10.9.4.4', '198.51.100.1'],
  ['10.0.0.1', '10.9.4.4', '10.9.4.4'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:5312', '198.51.100.1'],
  ['10.0.0.1', '[2001:DB8:0::7]:443', '2001:db8::7'],
  ['2001:db8::1', '2001:db8:0:0::7', '2001:db8::7'],
  ['10.0.0.1', '', '10.0.0.1'],
])('from %s with X-Forwarded-For “%s” it is %s', async (from, header, address) => {
  const headers = { ...(header !== undefined && { 'x-forwarded-for': header }) };
  expect(await clientFrom(from, headers)).toEqual({ address, secure: false });
});

test.each<[from: string, proto: string, secure: boolean]>([
  ['10.0.0.1', 'https', true],
  ['10.0.0.1', 'HTTPS', true],
  ['10.0.0.1', 'http', false],
  ['10.0.0.1', 'https, http', false], // the nearest proxy's word
  ['192.0.2.7', 'https', false],
])('from %s X-Forwarded-Proto “%s” means TLS: %s', async (from, proto, secure) => {
  expect(await clientFrom(from, { 'x-forwarded-proto': proto })).toMatchObject({ secure });
});

test('without a proxy to trust nobody speaks for another', async () => {
  const bare = fastify();
  bare.get('/', (request) => clientOf(request));
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' };
  const reply = await bare.inject({ url: '/', remoteAddress: '127.0.0.1', headers });
  expect(reply.json()).toEqual({ address: '127.0.0.1', secure: false });
  await bare.close();
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['proxy', false],
  ['', false],
])('“%s” names addresses: %s', (text, is) => {
  expect(isAddressRange(text)).toBe(is);
});

test('over one connection each request is read anew for whom its proxy speaks', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  let connections = 0;
  app.server.on('connection', () => (connections += 1));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const clientWith = (headers: Record<string, string>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent, headers }, (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
        reply.once('end', () => resolve(JSON.parse(text)));
      }).once('error', reject);
    });
  const [first, second] = ['198.51.100.1', '198.51.100.2'];
  expect(await clientWith({ 'x-forwarded-for': first })).toEqual({ address: first, secure: false });
  const tls = { 'x-forwarded-for': second, 'x-forwarded-proto': 'https' };
  expect(await clientWith(tls)).toEqual({ address: second, secure: true });
  expect(await clientWith({})).toEqual({ address: '127.0.0.1', secure: false });
  expect(connections).toBe(1);
  agent.destroy();
});
