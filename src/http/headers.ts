import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal, replyWith } from './answer.ts';
import { clientOf } from './clientAddress.ts';

/** Returns a policy that runs nothing but our own files, WebAssembly included; scripts come through two Trusted Types policies. */
function contentSecurityPolicy(imageHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    // the pictures in answers come from the hosts that the site names, over TLS where the app does
    ["img-src 'self' blob: data:", ...imageHosts].join(' '),
    'frame-src blob:', // the browser's own viewer of a label's PDF
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-sw scan-worker',
  ].join('; ');
}

const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), screen-wake-lock=(self), geolocation=(), microphone=(), usb=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '1; mode=block', // no served browser has the filter: it is for scanners of the address
  'referrer-policy': 'no-referrer',
};

/** Returns the headers that every reply has. @param imageHosts - as the site was read: letters, digits, dots, a port. */
export function securityHeaders(secure: boolean, imageHosts: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(imageHosts),
    ...SECURITY_HEADERS,
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * Puts the security headers on every reply, forwarded ones included, as nothing of the service may run on this origin.
 * No reply has a CORS header.
 */
export function addSecurityHeaders(app: FastifyInstance, imageHosts: () => readonly string[] | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(clientOf(request).secure, imageHosts()));
    done();
  });
}

/** Refuses what another site's page sends: a form there can post here, and no CORS rule would stop it. */
export function refuseOtherSites(app: FastifyInstance, concerns: (request: FastifyRequest) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!concerns(request) || isOwnPage(request)) done();
    else replyWith(reply, refusal("It comes from another site's page.", 403));
  });
}

/** Tells whether a page of ours asks, or a program, which says nothing of where it comes from. Source: Fetch Metadata, W3C. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true; // an insecure origin has no Sec-Fetch headers, but its posts say their origin
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
