import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join, sep } from 'node:path';
import { refusal, replyWith } from '#http/answer.ts';
import { clientOf } from '#http/clientAddress.ts';
import { createKeptPage } from './keptPage.ts';
import { floor } from '#contract/browsers.ts';
import { groupPaths } from '#contract/catalogue.ts';
import { appearanceIn } from '#contract/appearance.ts';
import type { SiteConfiguration } from '#site/site.ts';

const NOT_BUILT = 'The app is not built yet. Run “npm run build”, or start with “npm start”, which builds it.\n';

/**
 * Serves the built app. Files below `assets/` carry a hash of their content in their name and are kept for a year;
 * everything else (index.html, sw.js, the manifest) is asked for anew each time. Compressed copies of the build are sent
 * where they are accepted. An older browser gets the page and the worker of its own build, which lies in `old`
 * (src/build/older); the files that these name have their hash in their names, so they are looked for in both. No cache can
 * mix the two: it asks for page and worker each time, by a tag that only one build has.
 *
 * @param allowOf - returns the methods that a path takes.
 * @param site - the site, of which the page tells a handheld at its first start.
 */
export async function serveStaticFiles(
  app: FastifyInstance,
  distDir: string,
  allowOf: (path: string) => string,
  site: () => SiteConfiguration,
): Promise<void> {
  const olderDir = join(distDir, 'old');
  const hashed = [distDir, olderDir].map((dir) => join(dir, 'assets') + sep);
  const page = createKeptPage(join(distDir, 'index.html'), site);
  const olderPage = createKeptPage(join(olderDir, 'index.html'), site);
  page(); // packed before anybody waits for it
  olderPage();
  await app.register(fastifyStatic, {
    root: [distDir, olderDir],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    // The app's own addresses are no files: a look for three copies of each on the disk would take time for nothing.
    allowedPath: (path, _root, request) => path.includes('.') || !isNavigation(request),
    setHeaders: (reply, path) => {
      const immutable = hashed.some((dir) => path.startsWith(dir));
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const appearance = appearanceIn(request.headers.cookie);
    const older = isOlder(request) ? olderPage(appearance) : undefined;
    const now = older ?? page(appearance);
    if (!now) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') reply.header('content-security-policy', now.policy(policy));
    const vary = `accept-encoding, cookie${older ? ', user-agent' : ''}`;
    reply.headers({ 'cache-control': 'no-cache', etag: now.etag, vary });
    if (request.headers['if-none-match']?.includes(now.etag)) return reply.code(304).send();
    // A page that a request may change is not packed over TLS: its length would tell of its content (BREACH). This one has no
    // secret, but a scanner of the address cannot know that, and 5 kB are little.
    const accepted = clientOf(request).secure ? undefined : request.headers['accept-encoding'];
    const { encoding, bytes } = now.packed(typeof accepted === 'string' ? accepted : '');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(bytes);
  };
  for (const url of ['/', '/index.html']) app.route({ method: ['GET', 'HEAD'], url, handler: sendPage });
  app.get('/sw.js', (request, reply) =>
    isOlder(request) && olderPage()
      ? reply.header('vary', 'user-agent').sendFile('sw.js', olderDir)
      : reply.sendFile('sw.js', distDir),
  );
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return sendPage(request, reply);
    const method = request.method !== 'GET' && request.method !== 'HEAD';
    if (method) reply.header('allow', allowOf(request.url.split('?', 1)[0] ?? ''));
    const detail = method ? `${request.method} is not possible here.` : 'There is nothing at this path.';
    return replyWith(reply, refusal(detail, method ? 405 : 404));
  });
}

/** Tells whether a Chrome, Chromium or WebView is too old for the build for all, by the number that it sends. */
function isOlder({ headers }: FastifyRequest): boolean {
  const [, major = ''] = /Chrom(?:e|ium)\/(\d+)/.exec(headers['user-agent'] ?? '') ?? [];
  return major !== '' && Number(major) < floor.chrome;
}

/** Tells whether a person opens one of the app's own addresses, such as a bookmarked task: the app finds the screen. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !/\btext\/html\b/.test(headers.accept ?? '')) return false;
  const path = url.split('?', 1)[0] ?? '';
  const ours = ['/gateway', '/assets', ...Object.values(groupPaths)];
  return !ours.some((own) => path === own || path.startsWith(`${own}/`)) && !/\.asmx(\/|$)/i.test(path);
}
