import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { keyForms } from '#wire/keyForms.ts';

/** Searches what was found at a place for a secret, in whatever form it is written there. */
export type Search = (place: string, found: string | Uint8Array) => void;

/**
 * Every way of writing it that we could think of: those that the app knows, and beyond them numbers of XML, escapes of
 * JSON, percents in small letters, base64 in each of its three alignments and both alphabets, and two bytes a character.
 */
export function everyForm(secret: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(secret);
  const code = (write: (at: number) => string): string =>
    Array.from(secret, (letter) => write(letter.codePointAt(0) ?? 0)).join('');
  const hex4 = (at: number): string => at.toString(16).padStart(4, '0');
  const percent = encodeURIComponent(secret);
  const texts: [string, string][] = [
    ...keyForms(secret).map((text, index): [string, string] => [`form ${index}`, text]),
    ['percent, small', percent.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase())],
    ['every byte in percent', bytes.toString('hex').replace(/../g, '%$&')],
    ['XML, decimal', code((at) => `&#${at};`)],
    ['XML, hexadecimal', code((at) => `&#x${at.toString(16)};`)],
    ['JSON, numbers', code((at) => `\\u${hex4(at)}`)],
    ['JSON, markup in numbers', secret.replace(/[&<>'"\\+]/g, (one) => `\\u${hex4(one.charCodeAt(0))}`)],
    ['backwards', Array.from(secret).toReversed().join('')],
    ...[0, 1, 2].flatMap((shift): [string, string][] => {
      const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
      const inner = shifted
        .toString('base64')
        .slice(shift === 0 ? 0 : 4)
        .replace(/.?=*$/, '');
      return [
        [`base64, after ${shift}`, inner],
        [`base64url, after ${shift}`, inner.replaceAll('+', '-').replaceAll('/', '_')],
      ];
    }),
  ];
  const forms = new Map(texts.map(([name, text]) => [name, Buffer.from(text)]));
  return forms
    .set('two bytes a character', Buffer.from(secret, 'utf16le'))
    .set('latin-1', Buffer.from(secret, 'latin1'));
}

/** Looks for a secret in whatever it is given. @returns what looks, and where it was found so far. */
export function secretSearch(secret: string): { readonly look: Search; readonly found: readonly string[] } {
  const forms = everyForm(secret);
  const found: string[] = [];
  return {
    found,
    look(place, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      for (const [form, written] of forms) if (bytes.includes(written)) found.push(`${place}: ${form}`);
    },
  };
}

/** Every file below a folder, as it is on the disk. */
export async function lookInFolder(look: Search, folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    look(path.slice(folder.length), await readFile(path).catch(() => Buffer.alloc(0))); // a browser removes its own
  }
  return files.length;
}

/** Everything that a page's origin keeps in the browser, and the history of its tab. */
export async function lookInBrowser(look: Search, page: Page, context: BrowserContext): Promise<void> {
  const kept = await page.evaluate(async () => {
    const texts: [string, string][] = [
      ['localStorage', JSON.stringify(localStorage)],
      ['sessionStorage', JSON.stringify(sessionStorage)],
      ['document.cookie', document.cookie],
      ['history', JSON.stringify(history.state)],
      ['the page', document.documentElement.outerHTML],
      ...[...document.querySelectorAll('input, textarea')].map((field): [string, string] => [
        'a field',
        (field as HTMLInputElement).value,
      ]),
    ];
    const shown = (_key: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return shown('', new Uint8Array(value));
      if (value instanceof Uint8Array) return new TextDecoder().decode(value.subarray(0, 100_000));
      return value;
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      for (const store of opening.result.objectStoreNames) {
        const rows = opening.result.transaction(store).objectStore(store);
        for (const all of [rows.getAllKeys(), rows.getAll()]) {
          await new Promise((resolve) => all.addEventListener('success', resolve));
          texts.push([`IndexedDB ${name} ${store}`, all.result.map((row) => JSON.stringify(row, shown)).join('\n')]);
        }
      }
      opening.result.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push([`cache ${name}`, `${request.url} ${await (await cache.match(request))?.text()}`]);
      }
    }
    return texts;
  });
  for (const [place, text] of kept) look(place, text);
  look('cookies', JSON.stringify(await context.cookies()));
  const session = await context.newCDPSession(page);
  look('tab history', JSON.stringify(await session.send('Page.getNavigationHistory')));
  await session.detach();
}
