import { createElement } from 'react';
import type { SiteConfiguration } from '#site/site.ts';
import { markupOf } from '#office/pages/markup.ts';
import { KeylessCard } from './KeylessCard.tsx';
import type { SetupWords } from './setupFrame.ts';

/** Makes `KeylessCard` as HTML for a page that is still a string. */
export function keylessCard(texts: SetupWords, site: SiteConfiguration, text: string | undefined): string {
  return markupOf(createElement(KeylessCard, { texts, site, text }));
}
