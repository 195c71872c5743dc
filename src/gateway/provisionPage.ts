import { siteLanguages } from '#contract/site.ts';
import { type PageFacts, escaped, framed, pathOfPage } from '#gateway/page.ts';
import { type ProvisionCode, type ProvisionWish, scannerEndings, svgOf } from '#gateway/provisionCode.ts';
import { type ProvisionTexts, textsOf } from '#gateway/provisionTexts.ts';

export const PROVISION = pathOfPage('provision');

/** @param keyThere - whether the gateway holds the key. */
export function wishPage(facts: PageFacts, wish: Omit<ProvisionWish, 'key'>, keyThere: boolean): string {
  const texts = textsOf(facts.language);
  const key = keyThere
    ? `<p>${texts.keyThere}</p>`
    : `<label>${texts.key}<input type="password" name="key" autocomplete="off" required></label>`;
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${texts.hint}</p>
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

export function codePage(facts: PageFacts, { text, passcode, until }: ProvisionCode): string {
  const texts = textsOf(facts.language);
  const when = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${texts.made}</p>${svgOf(text)}<p>${texts.until(when)}</p>
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
