import { siteLanguages } from '#contract/site.ts';
import { type PageFacts, escaped, framed, pathOfPage } from '#gateway/pages/page.ts';
import { timeOf } from '#gateway/pages/pageTime.ts';
import { type ProvisionCode, type ProvisionWish, scannerEndings, svgOf } from './provisionCode.ts';
import { type ProvisionTexts, textsOf } from './provisionTexts.ts';

export const PROVISION = pathOfPage('provision');

/** Where the key is, and whether a code enrols the one handheld that it sets up. */
export interface Holds {
  readonly key: boolean;
  readonly enrols: boolean;
}

export function wishPage(facts: PageFacts, wish: Omit<ProvisionWish, 'key'>, holds: Holds): string {
  const texts = textsOf(facts.language);
  const name = holds.enrols
    ? `<label>${texts.name}<input name="name" maxlength="60" value="${escaped(wish.name ?? '')}"></label>`
    : '';
  const key = holds.key
    ? `<p>${texts.keyThere} ${holds.enrols ? texts.forOne : ''}</p>${name}`
    : `<label>${texts.key}<input type="password" name="key" autocomplete="off" required></label>`;
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${holds.key ? texts.hintNoKey : texts.hint}</p>
<form method="post" action="${PROVISION}">
<label>${texts.url}<input name="url" type="url" required value="${escaped(wish.url)}"></label>
${key}
<label>${texts.warehouse}<input name="warehouse" inputmode="numeric" value="${escaped(wish.warehouse ?? '')}"></label>
${select(texts, 'language', texts.language, siteLanguages, wish.language)}
${select(texts, 'scanner', texts.scanner, scannerEndings, wish.scanner)}
<label>${texts.validHours}<input name="validHours" inputmode="decimal" value="${escaped(wish.validHours ?? '24')}"></label>
<button>${texts.make}</button></form>`,
  );
}

export function codePage(facts: PageFacts, { text, passcode, until }: ProvisionCode, holds: Holds): string {
  const texts = textsOf(facts.language);
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${texts.made}</p>${svgOf(text)}<p>${texts.until(timeOf(until))} ${holds.enrols ? texts.forOne : ''}</p>
<details class="secret"><summary>${texts.passcode}</summary><p><code>${escaped(passcode)}</code></p>
<p>${texts.passcodeHint}</p></details>
<p><a href="${PROVISION}">${texts.another}</a></p>`,
  );
}

function select(
  texts: ProvisionTexts,
  name: string,
  label: string,
  choices: readonly string[],
  chosen: string | undefined,
): string {
  const options = choices.map(
    (choice) => `<option${choice === chosen ? ' selected' : ''} value="${choice}">${choice}</option>`,
  );
  return `<label>${label}<select name="${name}"><option value="">${texts.asIs}</option>${options.join('')}</select></label>`;
}
