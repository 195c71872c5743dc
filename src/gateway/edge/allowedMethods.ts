import type { FastifyInstance } from 'fastify';

/**
 * Learns which methods each address takes, from the routes that are added after. @returns the value of `Allow` for a
 * path, without a query.
 */
export function learnMethods(app: FastifyInstance): (path: string) => string {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  return (path) => {
    const exact = methods.get(path);
    const below = [...methods.keys()].filter((url) => url.endsWith('/*') && path.startsWith(url.slice(0, -1)));
    const nearest = below.toSorted((a, b) => b.length - a.length)[0];
    return [...(exact ?? (nearest === undefined ? undefined : methods.get(nearest)) ?? [])].toSorted().join(', ');
  };
}
