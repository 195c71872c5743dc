import type { OperationName } from '#contract/catalogue.ts';
import { refusalInWords } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { language } from '#i18n/spoken.ts';

/** Returns a refusal of the service in the workers' words, in this handheld's language; `undefined`: the site has none for it. */
export function refusalHere(
  site: Pick<SiteConfiguration, 'answerRules'>,
  operation: OperationName,
  text: string | null | undefined,
): string | undefined {
  return refusalInWords(site, operation, text ?? null, language());
}
