import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Imported before a gateway starts: each route that it adds is written to its output, so that none is forgotten. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
    for (const one of [method].flat()) process.stdout.write(`ROUTE ${one} ${url} ${bodyLimit ?? ''}\n`);
  });
});
