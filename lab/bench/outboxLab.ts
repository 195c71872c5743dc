import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { Gateway } from '#e2e/rig/gateway.ts';
import type { Lab } from './outboxLabPage.ts';

/** The page's global object with src/outbox in it. */
export type LabWindow = typeof globalThis & { readonly lab: Lab };

/** Builds src/outbox as the app's build would. @returns a script that puts it on a page's global object. */
export async function buildLab(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('outboxLabPage.ts', import.meta.url)), formats: ['iife'], name: 'unused' },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
}

/** Opens a page of the gateway's origin that is not the app, with src/outbox on it. */
export async function openLab(page: Page, gateway: Gateway, script: string): Promise<void> {
  await page.goto(`${gateway.origin}/gateway/health`);
  await page.evaluate(script);
}
