import { languageTags } from '#contract/languages.ts';
import { type PageFacts, framed, pathOfPage } from '#gateway/pages/page.ts';
import { choice, escaped, field, postForm, sameNames } from '#gateway/pages/pageParts.ts';
import { timeOf } from '#gateway/pages/pageTime.ts';
import { type ProvisionCode, type ProvisionWish, scannerEndings, svgOf } from './provisionCode.ts';
import { pageWords } from '#gateway/pages/pageWords.ts';

export const PROVISION = pathOfPage('provision');

/** Where the key is, and whether a code enrols the one handheld that it sets up. */
export interface Holds {
  readonly key: boolean;
  readonly enrols: boolean;
}

export function wishPage(facts: PageFacts, wish: Omit<ProvisionWish, 'key'>, holds: Holds): string {
  const texts = pageWords('provision', facts.language);
  const name = holds.enrols ? field(texts.name, 'name', { maxlength: 60, value: wish.name ?? '' }) : '';
  const key = holds.key
    ? `<p>${texts.keyThere} ${holds.enrols ? texts.forOne : ''}</p>${name}`
    : field(texts.key, 'key', { type: 'password', autocomplete: 'off', required: true });
  const asIs = { none: texts.asIs };
  const fields = [
    field(texts.url, 'url', { type: 'url', required: true, value: wish.url }),
    key,
    field(texts.warehouse, 'warehouse', { inputmode: 'numeric', value: wish.warehouse ?? '' }),
    choice(texts.language, 'language', sameNames(languageTags), { ...asIs, chosen: wish.language }),
    choice(texts.scanner, 'scanner', sameNames(scannerEndings), { ...asIs, chosen: wish.scanner }),
    field(texts.validHours, 'validHours', { inputmode: 'decimal', value: wish.validHours ?? '24' }),
    `<button class="primary">${texts.make}</button>`,
  ];
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${holds.key ? texts.hintNoKey : texts.hint}</p>${postForm(PROVISION, {}, fields.join('\n'))}`,
  );
}

export function codePage(facts: PageFacts, { text, passcode, until }: ProvisionCode, holds: Holds): string {
  const texts = pageWords('provision', facts.language);
  return framed(
    facts,
    { current: 'provision', title: texts.title },
    `<p>${texts.made}</p><div class="code">${svgOf(text)}</div><p>${texts.until({ when: timeOf(until) })} ${holds.enrols ? texts.forOne : ''}</p>
<details class="secret"><summary>${texts.passcode}</summary><p><code class="verbatim">${escaped(passcode)}</code></p>
<p>${texts.passcodeHint}</p></details>
<p><a class="button" href="${PROVISION}">${texts.another}</a></p>`,
  );
}
