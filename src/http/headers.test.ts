import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addSecurityHeaders, securityHeaders } from './headers.ts';

test('pictures come from the hosts that the site names, and nothing else comes from them', () => {
  const csp = securityHeaders(true, ['img.example.com', 'files.example.com:8443'])['content-security-policy'] ?? '';
  expect(csp).toContain("; img-src 'self' blob: data: img.example.com files.example.com:8443;");
  expect(csp.match(/example\.com/g)).toHaveLength(2);
  expect(securityHeaders(true)['content-security-policy']).toContain("; img-src 'self' blob: data:;");
});

test('a frame holds what this page has made, and no address of the network', () => {
  expect(securityHeaders(true, ['img.example.com'])['content-security-policy']).toContain('; frame-src blob:;');
});

test('the hosts of pictures are those of the site as it is now', async () => {
  const app = fastify();
  let hosts: readonly string[] | undefined;
  addSecurityHeaders(app, () => hosts);
  app.get('/', () => 'here');
  const images = async (): Promise<string | undefined> => {
    const { headers } = await app.inject('/');
    return /img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0];
  };
  expect(await images()).toBe("img-src 'self' blob: data:");
  hosts = ['https://pictures.example'];
  expect(await images()).toBe("img-src 'self' blob: data: https://pictures.example");
  hosts = ['https://others.example'];
  expect(await images()).toBe("img-src 'self' blob: data: https://others.example");
  hosts = undefined;
  expect(await images()).toBe("img-src 'self' blob: data:");
  await app.close();
});
