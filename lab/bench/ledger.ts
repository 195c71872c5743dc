import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';
import { printGate, percentile, spread } from './figures.ts';

const CALLS = 1_000;

/** Measures what one call does to the ledger: entered, dispatching on disk, answered on disk. No HTTP. */
export async function benchLedger(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scanline-ledger-'));
  const ledger = await openSqliteLedger({ dataDir, now: Date.now, log: () => undefined });
  try {
    const reply = { status: 200, contentType: 'text/xml; charset=utf-8', body: Buffer.alloc(117, 'x'), marker: null };
    const samples: number[] = [];
    for (let index = 0; index < CALLS; index += 1) {
      const key = `bench-${index}-0001`;
      const call = { key, fingerprint: 'a'.repeat(64), operation: 'RevertOff' };
      const from = performance.now();
      await ledger.receive(call, Date.now());
      await ledger.dispatch(call, Date.now());
      await ledger.answer(key, reply, Date.now());
      samples.push(performance.now() - from);
    }
    printGate(
      'ledger: insert + two updates, SQLite WAL, FULL',
      spread(samples),
      'p95 ≤ 10 ms',
      percentile(samples, 0.95) <= 10,
    );
  } finally {
    await ledger.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
