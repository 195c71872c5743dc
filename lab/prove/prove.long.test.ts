import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, check, missingPrograms } from './spin.ts';

// Two compilers' runs and more: no bound of this machine's.
describe.skipIf((await missingPrograms()).length > 0)('SPIN', { timeout: 180_000 }, () => {
  const oneStop = { name: 'one stop', defines: ['CRASHES=1'], search: 'every', expects: 'holds' } as const;

  test('finds nothing in the ledger as it is, and a ledger that sends again what a stop cut short', async () => {
    expect(await check(oneStop)).toMatchObject({ found: 'holds', isAsExpected: true, isWhole: true });
    const model = mutated(
      'ledger.pml',
      '== dispatching -> row[at_(LIVE, k)] = outcomeUnknown',
      '== dispatching -> row[at_(LIVE, k)] = received',
    );
    const found = await check(oneStop, model);
    expect(found).toMatchObject({ found: 'once', isAsExpected: false });
    expect(found.trail).toContain('gateway 0 stops');
    rmSync(model, { recursive: true });
  });

  test('a model that it cannot read is no proof', async () => {
    const model = mutated('gateway.pml', 'proctype Gateways() {', 'proctype Gateways( {');
    expect(await check(oneStop, model)).toMatchObject({ found: 'no result', isAsExpected: false });
    rmSync(model, { recursive: true });
  });
});

function mutated(file: string, from: string, to: string): string {
  const where = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const each of FILES) cpSync(join(import.meta.dirname, each), join(where, each));
  const text = readFileSync(join(where, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(where, file), text.replace(from, to));
  return where;
}
