import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

import { buildId } from './src/build/buildId.ts';
import { chunkGroups } from './src/build/chunks.ts';
import { compressed } from './src/build/compressed.ts';
import { firstView } from './src/build/firstView.ts';
import { gatewayBeside } from './src/build/gatewayBeside.ts';
import { messages } from './src/build/messages.ts';
import { serviceWorker } from './src/build/serviceWorker.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const GATEWAY = 'http://127.0.0.1:8080';

/** The oldest browsers served. public/too-old.js tells older ones so. */
const target = ['chrome93', 'safari15.4'];

export default defineConfig(async ({ command }): Promise<ViteUserConfig> => {
  const define = { __BUILD_ID__: JSON.stringify(command === 'build' ? await buildId(root) : 'dev') };
  return {
    define,
    plugins: [
      messages(root),
      react(),
      gatewayBeside(root, GATEWAY),
      firstView(root),
      serviceWorker(root, target, define),
      compressed(dist),
    ],
    build: {
      outDir: dist,
      target,
      sourcemap: false,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        transform: { assumptions: { setPublicClassFields: true } }, // else each error's name takes a helper
        checks: { pluginTimings: false }, // brotli takes its time
        output: {
          codeSplitting: {
            groups: chunkGroups(join(root, 'src')),
          },
        },
      },
    },
    // Stable names for what only the camera needs, so that its sizes have limits of their own.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/decoderWorker-[hash].js' } } },
    server: { proxy: { '/gateway': GATEWAY, '^/(OrderApiV1|WareHouseAPIV1|PDAAPIV1)\\.asmx': GATEWAY } },
    test: {
      environment: 'node',
      include: ['src/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000, // a database that is stopped beside other tests
      maxWorkers: 2, // as many as CI has cores: one core is left idle otherwise
    },
  };
});
