import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { FaultyNet } from './faultyNet.ts';

const RETRY_MS = 250;

/** Serves a page with Workbox's queue as its service worker. */
export async function serveWorkbox(net: FaultyNet): Promise<void> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('workboxWorker.ts', import.meta.url)), formats: ['iife'], name: 'unused' },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const script = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
  net.files.set('/sw-workbox.js', { type: 'text/javascript', text: script });
  net.files.set('/workbox', { type: 'text/html', text: '<!doctype html><title>workbox</title>' });
}

export async function openWorkbox(page: Page, net: FaultyNet): Promise<void> {
  await page.goto(`${net.origin}/workbox`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw-workbox.js');
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Posts calls that the worker keeps, as the network is down. @param keyed - with an Idempotency-Key of the page's own. */
export async function queueInWorkbox(page: Page, count: number, keyed: boolean): Promise<void> {
  await page.evaluate(
    async ({ calls, withKey }) => {
      for (let index = 0; index < calls; index += 1) {
        const reply = await fetch('/PDAAPIV1.asmx/RevertOff', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
            ...(withKey && { 'idempotency-key': crypto.randomUUID() }),
          },
          body: `deliveryCode=D-${20_000 + index}&storeCode=S-${index}&apiKey=demo-key-0001&userID=7`,
        });
        if (reply.status !== 202) throw new Error(`not queued: HTTP ${reply.status}`);
      }
    },
    { calls: count, withKey: keyed },
  );
}

/** Asks for a replay again and again until the queue is empty. */
export async function drainWorkbox(page: Page): Promise<void> {
  for (;;) {
    const left = await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise<number>((resolve) => {
        port1.addEventListener('message', ({ data }) => resolve(data as number));
        port1.start();
      });
      (await navigator.serviceWorker.ready).active?.postMessage('replay', [port2]);
      return answered;
    });
    if (left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
