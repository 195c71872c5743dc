import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { messages } from '#build/messages.ts';

const root = join(import.meta.dirname, '..', '..');
const ORIGIN = 'https://parts.invalid';

/**
 * Opens the page of all parts: built of the product's own parts and styles, and no file of the product's build.
 *
 * @param hash - `#dialog` for the dialog.
 */
export async function openParts(page: Page, hash = ''): Promise<void> {
  const files = await builtParts();
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const body = path === '' ? files.page : files.of.get(path);
    const contentType = path.endsWith('.css') ? 'text/css' : path === '' ? 'text/html' : 'text/javascript';
    await (body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType, body }));
  });
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(`${ORIGIN}/${hash}`);
  await Promise.race([page.waitForLoadState('networkidle'), failed]); // with the parts that come when they are shown
}

async function builtParts() {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [messages(root)],
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: { input: fileURLToPath(new URL('./page.tsx', import.meta.url)) },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const of = new Map(
    output.map(
      (file) => [file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source).toString()] as const,
    ),
  );
  const script = output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
  const styles = [...of.keys()].filter((name) => name.endsWith('.css'));
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scanline: its parts</title>
<meta name="viewport" content="width=device-width">
${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}
<body><div id="sheet"></div><script type="module" src="/${script}"></script></body></html>`;
  return { of, page };
}
