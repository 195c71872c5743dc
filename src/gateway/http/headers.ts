import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal, replyWith } from './answer.ts';
import { clientOf } from './clientAddress.ts';

/** Nothing but our own files runs, WebAssembly included; script's addresses come from two Trusted Types policies. */
function contentSecurityPolicy(imageHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    // pictures of answers come from the hosts that the site names: over TLS where the app does
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
  'x-xss-protection': '1; mode=block', // no browser that is served has the filter: for those who look over the address
  'referrer-policy': 'no-referrer',
};

/** The headers that every reply has. @param imageHosts - as the site was read: letters, digits, dots, a port. */
export function securityHeaders(secure: boolean, imageHosts: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(imageHosts),
    ...SECURITY_HEADERS,
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * Puts the security headers on every reply, forwarded ones included: what the upstream says must not run on this
 * origin either. There is no CORS header on any of them.
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

/** Browsers say where a request comes from; programs say nothing and are let through. Source: Fetch Metadata, W3C. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true; // an insecure origin has no Sec-Fetch headers, but its posts say their origin
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
