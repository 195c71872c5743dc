import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { connectionOf, databaseAway } from '#gateway/ledger/postgresConnection.ts';
import { readMeta, writeMeta } from '#gateway/ledger/postgresSchema.ts';
import { ENTRY_LOCK } from '#gateway/ledger/gatewayLease.ts';
import type { Settings } from '#gateway/settings/settings.ts';

const NAME = 'key_generations';
const FILE = 'key-generations.json';
/** So many keys are known again; gateways with different keys on one ledger keep an identity each. */
const KEPT_KEYS = 8;

/** The keys that the gateways of one ledger have had, the youngest last: not the keys, only what tells one again. */
interface Kept {
  readonly salt: string;
  readonly keys: readonly { readonly id: string; readonly hash: string }[];
}

/**
 * What stands for the gateway's key in `hello`: random, so it says nothing of the key; the same as long as the key is,
 * over restarts and at every gateway of one ledger; another one for another key.
 *
 * @returns `undefined` where the gateway holds no key. @throws CannotStart where it cannot be kept.
 */
export async function keyGenerationOf(
  settings: Pick<Settings, 'upstreamApiKey' | 'databaseUrl' | 'dataDir'>,
): Promise<string | undefined> {
  const { upstreamApiKey: key, databaseUrl, dataDir } = settings;
  if (key === undefined) return undefined;
  return databaseUrl === undefined ? inFile(key, join(dataDir, FILE)) : inDatabase(key, databaseUrl);
}

function inFile(key: string, path: string): string {
  const { id, kept } = recognise(
    key,
    parsed(() => readFileSync(path, 'utf8')),
  );
  if (kept) writeFileSync(path, kept, { mode: 0o600 });
  return id;
}

async function inDatabase(key: string, url: string): Promise<string> {
  const client = new Client(connectionOf(url));
  client.on('error', () => {}); // the statement under way tells it
  try {
    await client.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]); // two that start at once draw one
    const id = await inMeta(key, client);
    await client.query('commit');
    return id;
  } catch (error) {
    throw databaseAway(url, error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function inMeta(key: string, client: ClientBase): Promise<string> {
  const text = await readMeta(client, NAME);
  const { id, kept } = recognise(
    key,
    parsed(() => text ?? ''),
  );
  if (kept) await writeMeta(client, NAME, kept);
  return id;
}

/** What was kept, or nothing where it is missing or torn: a new identity costs a paused handheld one more try. */
function parsed(read: () => string): Kept {
  try {
    return JSON.parse(read()) as Kept;
  } catch {
    return { salt: randomBytes(16).toString('hex'), keys: [] };
  }
}

/** @returns its identity, and what is to be kept where the key is new. */
function recognise(key: string, { salt, keys }: Kept): { readonly id: string; readonly kept?: string } {
  const hash = scryptSync(key, salt, 32).toString('hex'); // slow, as a key may be weak and the ledger may be copied
  const known = keys.find((each) => each.hash === hash);
  if (known) return { id: known.id };
  const id = randomBytes(8).toString('hex');
  return { id, kept: JSON.stringify({ salt, keys: [...keys, { id, hash }].slice(-KEPT_KEYS) }) };
}
