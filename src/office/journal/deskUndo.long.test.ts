import { describe, expect, test, vi } from 'vitest';
import { signIn } from '#main/testing/operating.ts';
import { KEY, PASSWORD, call, enrolled } from '#main/testing/deviceRig.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { pageFor, postAs } from '#main/testing/peopleRig.ts';
import { httpReply, startUpstream, tempDir } from '#main/testing/rig.ts';

const postgres = await sharedPostgresKind();

/** Returns the last thing of the call's line of time, as a gateway's page says it. */
async function lastOf({ url }: Pick<GatewayProcess, 'url'>): Promise<string> {
  const { html } = await pageFor({ url }, '/gateway/ledger/one?key=call-0001', await signIn(url, PASSWORD));
  return [...html.matchAll(/<h3>(.*?)<\/h3>/g)].at(-1)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
}

/** Says at a gateway's desk that a call of which nobody knows was done, and kills the gateway at once. */
async function sayAndKill(gateway: GatewayProcess): Promise<void> {
  const { url } = gateway;
  const browser = await signIn(url, PASSWORD);
  await call(url, 'call-0001', await enrolled(url, 'Dock 3', browser));
  expect((await postAs({ url }, '/gateway/ledger/decide', { call: 'call-0001', says: 'done' }, browser)).status).toBe(
    303,
  );
  expect(await lastOf(gateway)).not.toContain('done');
  await gateway.kill();
}

/** Waits for a gateway to enter the word. @returns the last thing of the call's line of time. */
const enteredBy = (gateway: GatewayProcess): Promise<string> =>
  vi.waitUntil(
    async () => {
      const last = await lastOf(gateway);
      return last.includes('done') && last;
    },
    { timeout: 40_000, interval: 500 },
  );

describe(
  'a gateway that is killed within the ten seconds in which a word of the desk can be undone',
  { timeout: 120_000 },
  () => {
    test('has it on disk: the one that is started again enters it', async () => {
      await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
      using folder = tempDir();
      const env = {
        UPSTREAM_URL: upstream.url.href,
        UPSTREAM_API_KEY: KEY,
        SUPERVISOR_PASSWORD: PASSWORD,
        TRUSTED_PROXY: '127.0.0.1',
        DATA_DIR: folder.path,
      };
      await sayAndKill(await spawnGateway(env));
      const again = await spawnGateway(env);
      expect(await enteredBy(again)).toBe('SUPERVISOR_PASSWORD: done');
      await again.kill();
    });

    test.skipIf(!postgres)('has it in the PostgreSQL that it shares: another gateway enters it', async () => {
      await using place = await postgres?.newPlace();
      await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
      const env = {
        UPSTREAM_URL: upstream.url.href,
        UPSTREAM_API_KEY: KEY,
        SUPERVISOR_PASSWORD: PASSWORD,
        TRUSTED_PROXY: '127.0.0.1',
        DATABASE_URL: place?.url ?? '',
      };
      await using one = await spawnGateway(env);
      await using other = await spawnGateway(env);
      await sayAndKill(one);
      expect(await lastOf(other)).not.toContain('done');
      expect(await enteredBy(other)).toBe('SUPERVISOR_PASSWORD: done');
      await other.kill();
    });
  },
);
