import { expect, test } from 'vitest';
import { UNSYNCED, sayWhySkipped, startPostgres } from '#main/testing/postgresRig.ts';
import { ownAddress, proveLabels } from './proof.ts';

test('labels under killed gateways and cut printers are on paper once at most, and shown where nobody knows', async () => {
  const host = ownAddress();
  const server = await startPostgres(UNSYNCED);
  if (host === undefined || typeof server === 'string')
    return sayWhySkipped(typeof server === 'string' ? server : 'This machine has no address beside its loopback.');
  try {
    const report = await proveLabels(server, host, { labels: 80, printers: 4, seed: 11 });
    expect(report.wrong).toEqual([]);
    expect(report.ends['printed']).toBeGreaterThan(0);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}, 300_000);
