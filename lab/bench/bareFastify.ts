import fastify from 'fastify';

/** `node bareFastify.ts`: a server of Fastify that has one route and a log, and nothing else. It says when it listens. */
const app = fastify({ logger: true });
app.get('/gateway/hello', () => ({ nonce: 'n1' }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Fastify on ${address} (bare)\n`);
