import { createServer } from 'node:http';
import { listening } from './rig.ts';
import { UNSYNCED, startPostgres } from './postgresRig.ts';
import { DESK, type Shared } from './sharedPostgres.ts';

/** Gives a run of tests one PostgreSQL, which is started when the first of them asks for it. */
export async function setup(): Promise<() => Promise<void>> {
  let starting: ReturnType<typeof startPostgres> | undefined;
  const told = async (): Promise<Shared> => {
    const server = await (starting ??= startPostgres(UNSYNCED));
    return typeof server === 'string' ? { missing: server } : { port: server.port };
  };
  const desk = await listening(
    createServer((_request, reply) => {
      void told().then(
        (said) => reply.end(JSON.stringify(said)),
        (error: unknown) => reply.writeHead(500).end(String(error)),
      );
    }),
  );
  process.env[DESK] = String(desk.port);
  return async () => {
    await desk[Symbol.asyncDispose]();
    const server = await starting;
    if (typeof server === 'object') await server[Symbol.asyncDispose]();
  };
}
