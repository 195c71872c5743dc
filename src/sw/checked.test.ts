import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withAppearance } from '#contract/appearance.ts';
import { PAGE, createCheck } from './checked.ts';

const ORIGIN = 'https://scan.example';
const built: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>\n<html lang="en" data-build="1a2b3c4" translate="no"><title>Scanline</title></html>\n',
  'assets/index-1a2b3c.js': 'export const said = "Öl и шрифт";',
  'assets/reader-1a2b3c.wasm': '\0asm\u0001\0\0\0',
  'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const list = Object.entries(built).map(([url, text]) => ({
  url,
  revision: null,
  hash: hash('sha256', text, 'base64'),
}));
const check = createCheck(list, ORIGIN);

/** The replies that a front, a pipe or another version may give in a file's place. */
const faults: Readonly<Record<string, (text: string) => Response>> = {
  'a page of a front': () =>
    new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  nothing: () => new Response(''),
  'a half': (text) => new Response(text.slice(0, text.length / 2)),
  'the file of another build': (text) =>
    new Response(text.replace('1a2b3c4', '5d6e7f8').replace(/^[^<]/, ' ').replace('<svg ', '<svg id="" ')),
  'a part of it': (text) => new Response(text, { status: 206 }),
  'no such file': () => new Response('', { status: 404 }),
  'a body that breaks off': () =>
    new Response(new ReadableStream({ start: (to) => to.error(new TypeError('network error')) })),
};

let answers: (() => Response)[] = [];
const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  answers = [];
  asked.mockReset();
  asked.mockImplementation(async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

describe.each(Object.entries(built))('%s', (url, text) => {
  const address = `${ORIGIN}/${url}`;

  test('is kept as it was built', async () => {
    expect(await (await check.right(address, new Response(text)))?.text()).toBe(text);
    expect(asked).not.toHaveBeenCalled();
  });

  test.each(Object.entries(faults))('is not kept where there is %s in its place', async (_, fault) => {
    answers = Array.from({ length: 20 }, () => () => fault(text));
    expect(await check.right(address, fault(text))).toBeUndefined();
    expect(asked.mock.calls.length).toBeLessThan(5);
  });

  test.each(Object.entries(faults))(
    'is asked for again past every cache after %s, and is kept once it is right',
    async (_, fault) => {
      answers = [() => fault(text), () => new Response(text)];
      expect(await (await check.right(address, fault(text)))?.text()).toBe(text);
      for (const [, how] of asked.mock.calls) expect(how).toMatchObject({ cache: 'reload' });
    },
  );

  test('that an older version has kept wrong is known by its address among what is kept', async () => {
    expect(await check.isOfBuild(`${address}?__WB_REVISION__=0a1b`, new Response(text))).toBe(true);
    expect(await check.isOfBuild(`${address}?__WB_REVISION__=0a1b`, new Response(`${text} `))).toBe(false);
  });
});

test('the page is right with what a site and a handheld put on it, and with nothing else', async () => {
  const page = built['index.html'] ?? '';
  const sites = page.replace(
    '<html lang="en"',
    (tag) => `${tag} data-gateway="{&quot;demo&quot;:true,&quot;a&gt;&quot;:1}"`,
  );
  for (const dressed of [sites, withAppearance(sites, 'dark.left.off'), withAppearance(page, '..')])
    expect(await check.isOfBuild(PAGE, new Response(dressed))).toBe(true);
  for (const other of [
    sites.replace('<title>', '<script src="/x.js"></script><title>'),
    page.replace('lang="en"', 'lang="en" onload="x()"'),
  ])
    expect(await check.isOfBuild(PAGE, new Response(other))).toBe(false);
});

test('a file that is not on the list is never right', async () => {
  expect(await check.isOfBuild('/assets/other.js', new Response(''))).toBe(false);
});
