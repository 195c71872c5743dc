import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

import { versionOf } from './src/build/buildId.ts';
import { buildIdFile } from './src/build/buildIdFile.ts';
import { chunkGroups } from './src/build/chunks.ts';
import { compiledWhileRead } from './src/build/compiledWhileRead.ts';
import { compressed } from './src/build/compressed.ts';
import { firstView } from './src/build/firstView.ts';
import { devGateway } from './src/build/devGateway.ts';
import { messages } from './src/build/messages.ts';
import { NEWER, OLDER, fillGaps, olderBuild, olderTarget, readOlderGaps } from './src/build/older/older.ts';
import { serviceWorker } from './src/build/serviceWorker.ts';
import { aloneTests } from './src/build/aloneTests.ts';
import { floor } from './src/contract/browsers.ts';

const root = import.meta.dirname;
const GATEWAY = 'http://127.0.0.1:8080';
const TESTS = ['src/**/*.test.{ts,tsx}', '{e2e,lab}/**/*.test.ts'];
/** Processes and databases that are killed and waited for, and what is tried by the thousand: `npm run long`, and no part of `npm test`. */
const LONG_TESTS = ['src/**/*.long.test.ts', '{e2e,lab}/**/*.long.test.ts'];
/** The dearest of them, and no part of `.ci/run`: `npm run lab -- night`. */
const NIGHT_TESTS = ['src/**/*.night.test.ts', '{e2e,lab}/**/*.night.test.ts'];

export default defineConfig(async ({ command, mode }): Promise<ViteUserConfig> => {
  const isOlder = mode === OLDER;
  const dist = join(root, 'dist', isOlder ? OLDER : '');
  const gaps = isOlder ? await readOlderGaps(root) : undefined;
  const targets = isOlder ? olderTarget : { target: [`chrome${floor.chrome}`, `safari${floor.safari}`] };
  const banner = gaps === undefined ? {} : { banner: gaps };
  const version = command === 'build' ? await versionOf(root) : 'dev';
  const alone = mode === 'test' ? aloneTests(root, TESTS) : [];
  const define = { __VERSION__: JSON.stringify(version) };
  return {
    define,
    plugins: [
      messages(root),
      react(),
      devGateway(root, GATEWAY),
      firstView(root),
      buildIdFile(version),
      compiledWhileRead(),
      ...(gaps === undefined ? [] : [fillGaps(gaps)]),
      serviceWorker(root, dist, targets.target, define, banner),
      compressed(dist),
      ...(isOlder || mode === NEWER ? [] : [olderBuild(root)]),
    ],
    build: {
      outDir: dist,
      ...targets,
      sourcemap: false,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        transform: { assumptions: { setPublicClassFields: true } }, // else each error's name takes a helper
        checks: { pluginTimings: false }, // brotli takes its time
        output: {
          codeSplitting: { groups: chunkGroups },
        },
      },
    },
    // Stable names for what only the camera needs, so that its sizes have limits of their own.
    worker: {
      format: 'es',
      rolldownOptions: {
        output: { entryFileNames: 'assets/decoderWorker-[hash].js', ...banner },
      },
    },
    server: { proxy: { '/gateway': GATEWAY, '^/(OrderApiV1|WareHouseAPIV1|PDAAPIV1)\\.asmx': GATEWAY } },
    test: {
      environment: 'node',
      reporters: ['default', ...(process.env['CI'] === undefined ? [] : ['./lab/dearest/inVitest.ts'])],
      pool: 'threads', // each file as alone as in a process of its own, which takes a tenth more of the processor
      testTimeout: 60_000, // one core, and other work on it
      expect: { poll: { timeout: 30_000 } }, // what is waited for comes later on a busy machine
      hookTimeout: 120_000, // a database that is stopped beside other tests
      maxWorkers: 2, // as many as CI has cores: one core is left idle otherwise
      globalSetup: ['src/main/testing/freshGateway.ts', 'src/main/testing/sharedPostgresSetup.ts'],
      projects: [
        // Loading modules takes most of a run: who leaves nothing behind shares them with the others.
        {
          extends: true,
          test: { name: 'unit', include: TESTS, exclude: [...LONG_TESTS, ...NIGHT_TESTS, ...alone], isolate: false },
        },
        { extends: true, test: { name: 'unit-alone', include: alone, exclude: [...LONG_TESTS, ...NIGHT_TESTS] } },
        { extends: true, test: { name: 'long', include: LONG_TESTS } },
        { extends: true, test: { name: 'night', include: NIGHT_TESTS } },
      ],
    },
  };
});
