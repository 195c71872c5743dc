import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { skipped, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';

const RIGHT = 'canary-right-5511';
const WRONG = 'canary-wrong-5512';

/** Starts a gateway, reads the key generation in its hello, and ends it. */
async function generationOf(env: Readonly<Record<string, string>>): Promise<unknown> {
  await using gateway = await startHere(env);
  return ((await (await fetch(`${gateway.url}/gateway/hello?nonce=n`)).json()) as Record<string, unknown>)[
    'keyGeneration'
  ];
}

test('a key has one generation over restarts, another key another one, and a key that comes back its own', async () => {
  using folder = tempDir();
  const DATA_DIR = folder.path;
  const first = await generationOf({ DATA_DIR, UPSTREAM_API_KEY: WRONG });
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(await generationOf({ DATA_DIR, UPSTREAM_API_KEY: WRONG })).toBe(first);
  const second = await generationOf({ DATA_DIR, UPSTREAM_API_KEY: RIGHT });
  expect(second).toMatch(/^[0-9a-f]{16}$/);
  expect(second).not.toBe(first);
  expect(await generationOf({ DATA_DIR, UPSTREAM_API_KEY: WRONG })).toBe(first);
});

test('it says nothing of the key: one key has another generation at another ledger, and no file holds the key', async () => {
  using here = tempDir();
  using there = tempDir();
  const [one, two] = await Promise.all(
    [here, there].map(({ path }) => generationOf({ DATA_DIR: path, UPSTREAM_API_KEY: RIGHT })),
  );
  expect(one).not.toBe(two);
  for (const name of readdirSync(here.path)) {
    expect(readFileSync(join(here.path, name), 'latin1')).not.toContain(RIGHT);
  }
});

test('a torn record begins anew, and a gateway without a key says nothing', async () => {
  using folder = tempDir();
  const DATA_DIR = folder.path;
  writeFileSync(join(DATA_DIR, 'key-generations.json'), '{"salt":"0');
  const first = await generationOf({ DATA_DIR, UPSTREAM_API_KEY: RIGHT });
  expect(await generationOf({ DATA_DIR, UPSTREAM_API_KEY: RIGHT })).toBe(first);
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(await generationOf({ DATA_DIR })).toBeUndefined();
});

const started = await sharedPostgresKind();

describe.skipIf(!started)('on one PostgreSQL', { timeout: 60_000 }, () => {
  const { server } = started ?? skipped;

  test('gateways with one key say one generation, also started at once; one with another key changes none of it', async () => {
    const DATABASE_URL = await server.database();
    const ask = (UPSTREAM_API_KEY: string) => generationOf({ DATABASE_URL, UPSTREAM_API_KEY });
    const [one, two] = await Promise.all([ask(WRONG), ask(WRONG)]);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(two).toBe(one);
    const other = await ask(RIGHT);
    expect(other).not.toBe(one);
    expect([await ask(WRONG), await ask(RIGHT)]).toEqual([one, other]);
  });
});
