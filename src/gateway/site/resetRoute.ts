import type { FastifyInstance } from 'fastify';

const PATH = '/gateway/reset';

/**
 * `POST /gateway/reset`: has the browser that asks forget this origin, its cookies included, which no script can.
 * Nothing changes here. Another site's page is refused before (`refuseOtherSites`). Source: Clear Site Data, W3C.
 */
export function addResetRoute(app: FastifyInstance): void {
  app.post(PATH, (_request, reply) =>
    reply.code(204).headers({ 'clear-site-data': '"cache", "cookies", "storage"', 'cache-control': 'no-store' }).send(),
  );
}
