import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aloneTests } from './aloneTests.ts';

const of = {
  mock: "vi.mock('./a.ts');",
  global: "vi.stubGlobal('navigator', {});",
  clock: 'beforeEach(() => void vi.useFakeTimers());',
  spy: "vi.spyOn(console, 'log');",
  longSpy: "return vi\n  .spyOn(globalThis, 'setInterval')",
  environment: "process.env['A'] = 'b';",
  database: "import 'fake-indexeddb/auto';",
  chain: "import { createChain } from './rig/chain.ts';",
  pure: "const path = process.env['PATH'];\nexpect(vi.fn<() => void>()).not.toHaveBeenCalled();",
};

test('a test file has modules of its own where it changes what others in its thread would see, and shares them else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-alone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(of)) writeFileSync(join(folder, 'src', `${name}.test.ts`), text);
  writeFileSync(join(folder, 'src', 'mock.ts'), of.mock);
  const { pure: _, ...alone } = of;
  expect(aloneTests(folder, ['src/**/*.test.{ts,tsx}'])).toEqual(
    Object.keys(alone)
      .map((name) => `src/${name}.test.ts`)
      .sort(),
  );
});
