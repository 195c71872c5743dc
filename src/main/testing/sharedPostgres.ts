import { type PostgresHere, reachPostgres, sayWhySkipped } from './postgresRig.ts';

/** The variable with the port where a test asks for the PostgreSQL of its run. */
export const DESK = 'SCANLINE_TEST_POSTGRES';

/** Its port, or why there is none. */
export type Shared = { readonly port: number } | { readonly missing: string };

/** Returns the PostgreSQL that all tests of a run share, each in databases of its own; where there is none it says why, and returns `undefined`. */
export async function sharedPostgres(): Promise<PostgresHere | undefined> {
  const reply = await fetch(`http://127.0.0.1:${process.env[DESK]}`);
  if (!reply.ok) throw new Error(await reply.text());
  const said = (await reply.json()) as Shared;
  if ('port' in said) return reachPostgres(said.port);
  sayWhySkipped(said.missing);
  return undefined;
}
