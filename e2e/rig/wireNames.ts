import type { Page } from '@playwright/test';

/** Names of products and of the web: words of everybody, whatever their capitals. */
const products = new Set([
  'IndexedDB',
  'WebView',
  'GitHub',
  'iOS',
  'macOS',
  'WebKit',
  'BroadcastChannel',
  'ServiceWorker',
  'localStorage',
]);

/**
 * Returns the names of the service that are read on the screen as it stands, such as `deliveryCode` or `RevertOff`. What is
 * folded is not read, and what a person entered, and an answer as it came, are no names.
 */
export async function wireNames(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const isData = '.verbatim, pre, input, textarea, svg, script, style, .vh';
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(isData) || !element.checkVisibility({ visibilityProperty: true })) continue;
      for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '');
    }
    return found;
  });
  const names = texts.flatMap((text) => text.match(/(?<![\w./-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)/g) ?? []);
  return [...new Set(names)]
    .filter((name) => !products.has(name))
    .map((name) => `a name of the service is read: ${name}`);
}
