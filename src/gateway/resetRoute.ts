import type { FastifyInstance, FastifyRequest } from 'fastify';

const PATH = '/gateway/reset';

/** For `refuseOtherSites`: another site's form could post here, and its reply would empty the handheld. */
export function isReset({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.split('?', 1)[0] === PATH;
}

/**
 * `POST /gateway/reset`: has the browser that asks forget this origin, its cookies included, which no script can.
 * Nothing changes here. Source: Clear Site Data, W3C.
 */
export function addResetRoute(app: FastifyInstance): void {
  app.post(PATH, (_request, reply) =>
    reply.code(204).headers({ 'clear-site-data': '"cache", "cookies", "storage"', 'cache-control': 'no-store' }).send(),
  );
}
