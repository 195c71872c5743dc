import type { FastifyInstance } from 'fastify';

/**
 * Learns which methods each address takes, from the routes that are added after. @returns the value of `Allow` for a
 * path, without a query.
 */
export function learnMethods(app: FastifyInstance): (path: string) => string {
  const methods = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return (path) => {
    const [, first = ''] = path.split('/');
    const known = methods.get(path) ?? methods.get(`/${first}/*`) ?? methods.get('/*') ?? [];
    return [...new Set(known)].toSorted().join(', ');
  };
}
