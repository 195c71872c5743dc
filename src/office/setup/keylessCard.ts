import type { SiteConfiguration } from '#site/site.ts';
import { escaped, postForm } from '#office/pages/page.ts';
import { unreadAs } from '#site/keyless.ts';
import type { SetupWords } from './setupFrame.ts';
import { TEACH } from './teachForm.tsx';

/**
 * Asks what the service's words to a read without a key mean, as long as no rule of the site reads them: one press makes
 * the rule, for all operations.
 *
 * @returns HTML; empty where there is nothing to ask.
 */
export function keylessCard(texts: SetupWords, site: SiteConfiguration, text: string | undefined): string {
  const operation = text === undefined ? undefined : unreadAs(site, text);
  if (text === undefined || operation === undefined) return '';
  const press = (verdict: 'key-refused' | 'refused', kind = ''): string =>
    `<button class="button${kind}" name="verdict" value="${verdict}">${texts.means[verdict]}</button>`;
  const taught = { operation, text, way: 'whole', everywhere: '1' };
  const form = postForm(TEACH, taught, press('key-refused', ' button-primary') + press('refused'));
  return `<section class="note said-repeat" data-card="keyless"><p>${texts.keyless}</p><pre class="verbatim" lang="en">${escaped(text)}</pre><p>${texts.keylessHint}</p>${form}</section>`;
}
