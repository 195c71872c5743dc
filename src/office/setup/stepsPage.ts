import type { LaidAside } from '#site/readSite.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { sideBySide, escaped, pagePlace, postForm, table } from '#office/pages/page.ts';
import type { TriedWay } from '#office/ports/gatewayPorts.ts';
import type { ServiceStep } from './serviceSteps.ts';
import type { ReplyInPlace } from '#site/frontReply.ts';
import { oftenCard } from './frontsPage.ts';
import { asidePart } from './asidePart.ts';
import { keylessCard } from './keylessCard.ts';
import { type SetupWords, type SitePart, pathOfPart, siteParts } from './setupFrame.ts';

/** The form that asks the service again, over each binding. */
export const ASK_AGAIN = pagePlace('setup', '/ask');

/** The form that takes the service's own namespace into use. */
export const USE_NAMESPACE = pagePlace('setup', '/namespace');

/** The first page's content. */
export interface StepsView {
  readonly steps: readonly ServiceStep[];
  /** Variables that look misspelt, a sentence each. */
  readonly doubts?: readonly string[] | undefined;
  /** The result of trying each binding, where somebody asked for it. */
  readonly probed?: readonly TriedWay[] | undefined;
  /** Source: `KeylessAnswer`. */
  readonly keyless?: string | undefined;
  readonly site: SiteConfiguration;
  readonly siteFile: string;
  /** The rules of the site's file that are not used. */
  readonly aside: readonly LaidAside[];
  readonly inPlace: readonly ReplyInPlace[];
}

/** Shows the first page: the service step by step, then the links to the site's steps. */
export function stepsPage(
  texts: SetupWords,
  { steps, doubts = [], probed, keyless, site, siteFile, aside, inPlace }: StepsView,
): string {
  const parts = siteParts.map(
    (part) => `<li><a href="${pathOfPart(part)}">${texts.pages[part]}</a>${countOf(part, site)}</li>`,
  );
  const misspelt = doubts.map((line) => `<p class="note said-repeat verbatim" lang="en">${escaped(line)}</p>`);
  const service = `<h2>${texts.service}</h2>${misspelt.join('')}
<ol class="steps">${steps.map((step) => stepItem(texts, step)).join('\n')}</ol>
${keylessCard(texts, site, keyless)}${oftenCard(texts, inPlace)}${postForm(ASK_AGAIN.path, {}, `<button class="button">${texts.again}</button>`)}
<p><a class="button button-primary" href="${pathOfPart('read')}">${texts.next({ step: texts.pages.read })}</a></p>
${probed ? `<h2>${texts.ways}</h2>${waysTable(texts, probed)}` : ''}`;
  const ofSite = `<h2>${texts.site}</h2>${asidePart(texts, aside)}<p>${texts.siteHint({ file: `<code class="verbatim">${escaped(siteFile)}</code>` })}</p>
<ol class="parts">${parts.join('')}</ol>`;
  return `<p>${texts.hint({ address: '<code class="verbatim">/gateway/health</code>' })}</p>${sideBySide(service, ofSite)}`;
}

/** The names that the states of a step have in the app's style. */
const moods = { good: 'good', look: 'check', wrong: 'bad', open: 'plain' } as const;

function stepItem(texts: SetupWords, { name, state, asked, answered, why, line, use }: ServiceStep): string {
  const said = why === undefined ? '' : `<p class="verbatim" lang="en">${escaped(why)}</p>`;
  const mend = line === undefined ? '' : `<p>${texts.set}</p><pre class="line">${escaped(line)}</pre>`;
  const take = use === undefined ? '' : `<p>${texts.useHint}</p>${useForm(texts, use)}`;
  return `<li data-state="${state}" class="row is-${moods[state]}"><h3>${texts.steps[name]} <span class="state">${texts.states[state]}</span></h3>${said}${mend}${take}
<dl lang="en"><dt>${texts.asked}</dt><dd class="verbatim">${escaped(asked)}</dd><dt>${texts.answered}</dt><dd class="verbatim">${escaped(answered)}</dd></dl></li>`;
}

function useForm(texts: SetupWords, namespace: string): string {
  const shown = `<span class="verbatim" lang="en">${escaped(namespace)}</span>`;
  const button = `<button class="button button-primary">${texts.use({ namespace: shown })}</button>`;
  return postForm(USE_NAMESPACE.path, { namespace }, button);
}

function waysTable(texts: SetupWords, rows: readonly TriedWay[]): string {
  const names = [texts.group, texts.steps.bindings, texts.offered, texts.answered, texts.tried];
  const said = (is: boolean | undefined): string => (is === undefined ? '?' : is ? texts.yes : texts.no);
  const verbatim = (text: string): string => `<span class="verbatim" lang="en">${escaped(text)}</span>`;
  return table(
    names,
    rows.map((row) => [
      verbatim(row.group),
      verbatim(row.binding),
      said(row.offered),
      said(row.answers),
      { html: verbatim(row.said.slice(0, 200)), tag: { 'data-long': true } },
    ]),
  );
}

function countOf(part: SitePart, site: SiteConfiguration): string {
  const counts: Partial<Record<SitePart, number>> = {
    answers: site.answerRules.length,
    cards: site.cards?.length ?? 0,
    fronts: site.frontReplies?.length ?? 0,
    codes: Object.keys(site.codes ?? {}).length,
    units: site.weightUnits?.length ?? 0,
    workers: site.workers?.length ?? 0,
    warehouses: site.warehouses?.length ?? 0,
  };
  const count = counts[part];
  return count === undefined ? '' : ` <span class="state">${count}</span>`;
}
