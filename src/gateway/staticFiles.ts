import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { problemAnswer } from '#gateway/answer.ts';
import { allowInline, freshText } from '#gateway/inlineParts.ts';
import { groupPaths } from '#contract/catalogue.ts';
import { replyWith } from '#gateway/replyWith.ts';

const NOT_BUILT = 'The app is not built yet. Run “npm run build”, or start with “npm start”, which builds it.\n';

/**
 * Serves the built app. Files below `assets/` carry a hash of their content in their name and are kept for a year;
 * everything else (index.html, sw.js, the manifest) is asked for anew each time. Compressed copies made by the build
 * are sent where they are accepted.
 *
 * @param allowOf - the methods that a path takes.
 */
export async function serveStaticFiles(
  app: FastifyInstance,
  distDir: string,
  allowOf: (path: string) => string,
): Promise<void> {
  const hashed = join(distDir, 'assets') + sep;
  const index = join(distDir, 'index.html');
  const page = freshText(index);
  await app.register(fastifyStatic, {
    root: distDir,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(hashed);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      const policy = reply.getHeader('content-security-policy');
      if (path.startsWith(index) && typeof policy === 'string')
        reply.header('content-security-policy', allowInline(policy, page() ?? ''));
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) {
      if (existsSync(join(distDir, 'index.html'))) return reply.sendFile('index.html');
      return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    }
    const method = request.method !== 'GET' && request.method !== 'HEAD';
    if (method) reply.header('allow', allowOf(request.url.split('?', 1)[0] ?? ''));
    const detail = method ? `${request.method} is not possible here.` : 'There is nothing at this path.';
    return replyWith(reply, problemAnswer('refused', detail, { status: method ? 405 : 404 }));
  });
}

/** A person opening one of the app's own addresses, such as a bookmarked task: the app itself finds the screen. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !/\btext\/html\b/.test(headers.accept ?? '')) return false;
  const path = url.split('?', 1)[0] ?? '';
  const ours = ['/gateway', '/assets', ...Object.values(groupPaths)];
  return !ours.some((own) => path === own || path.startsWith(`${own}/`)) && !/\.asmx(\/|$)/i.test(path);
}
