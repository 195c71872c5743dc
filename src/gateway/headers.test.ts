import { expect, test } from 'vitest';
import { securityHeaders } from '#gateway/headers.ts';

test('pictures come from the hosts that the site names, and nothing else comes from them', () => {
  const csp = securityHeaders(true, ['img.example.com', 'files.example.com:8443'])['content-security-policy'] ?? '';
  expect(csp).toContain("; img-src 'self' blob: data: img.example.com files.example.com:8443;");
  expect(csp.match(/example\.com/g)).toHaveLength(2);
  expect(securityHeaders(true)['content-security-policy']).toContain("; img-src 'self' blob: data:;");
});

test('a frame holds what this page has made, and no address of the network', () => {
  expect(securityHeaders(true, ['img.example.com'])['content-security-policy']).toContain('; frame-src blob:;');
});
