import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonIn, valueAt } from '#contract/json.ts';
import { type Database, openAllotment } from '#ledger/connections.ts';
import { inTransaction, databaseAway } from '#ledger/postgresConnection.ts';
import { readMeta, writeMeta } from '#ledger/postgresSchema.ts';
import { ENTRY_LOCK } from '#ledger/gatewayLease.ts';
import type { Settings } from '#settings/settings.ts';

const NAME = 'key_generations';
const FILE = 'key-generations.json';

/**
 * Derives the name of the gateway's key in `hello`: the same for the same key, over restarts and at every gateway of one
 * ledger. It is made of the key and of a salt that only the ledger has, so it says nothing of the key; and slowly, as a
 * key may be weak and a ledger may be copied.
 *
 * @returns `undefined` where the gateway holds no key. @throws CannotStart where the salt cannot be kept.
 */
export async function keyGenerationOf(
  { upstreamApiKey: key, dataDir }: Pick<Settings, 'upstreamApiKey' | 'dataDir'>,
  database: Database | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const salt = database === undefined ? saltInFile(join(dataDir, FILE)) : await saltInDatabase(database);
  return scryptSync(key, salt, 8).toString('hex');
}

function saltInFile(path: string): string {
  const { salt, kept } = saltIn(existsSync(path) ? readFileSync(path, 'utf8') : '');
  if (kept !== undefined) writeFileSync(path, kept, { mode: 0o600 });
  return salt;
}

async function saltInDatabase(database: Database): Promise<string> {
  try {
    return await inTransaction(openAllotment(database, 1), async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]); // two that start at once draw one
      const { salt, kept } = saltIn((await readMeta(client, NAME)) ?? '');
      if (kept !== undefined) await writeMeta(client, NAME, kept);
      return salt;
    });
  } catch (error) {
    throw databaseAway(database.url, error);
  }
}

/** Reads the kept salt, or draws one, to be kept, where it is missing or torn: that costs a paused handheld one more try. */
function saltIn(text: string): { readonly salt: string; readonly kept?: string } {
  const known = valueAt(jsonIn(text), ['salt']);
  if (typeof known === 'string') return { salt: known };
  const salt = randomBytes(16).toString('hex');
  return { salt, kept: JSON.stringify({ salt }) };
}
