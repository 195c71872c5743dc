import { InvalidParameter } from '#contract/errors.ts';
import { originOf } from '#gateway/http/clientAddress.ts';
import { tidied } from '#gateway/http/tidied.ts';
import type { Enrolment } from './enrolment.ts';
import { choice, escaped, field, pagePlace, postForm, sameNames, timeOf } from '#gateway/pages/page.ts';
import type { PageWords } from '#gateway/pages/pageWords.ts';
import { makeProvisionCode, type ProvisionCode, type ProvisionWish, scannerEndings, svgOf } from './provisionCode.ts';
import type { PersonPages } from '#gateway/people/personPages.ts';
import { languageTags } from '#contract/languages.ts';

const PROVISION = pagePlace('provision');

type Words = PageWords['provision'];

/** `key`: the gateway holds the access key. `enrols`: a code enrols the one handheld that it sets up. */
interface Holds {
  readonly key: boolean;
  readonly enrols: boolean;
}

/**
 * Adds the page that makes set-up codes, for whoever may see the gateway's pages. It needs no script. The key is never sent
 * back, and no body is logged.
 *
 * @param keyThere - `true`: the gateway holds the access key.
 * @param enrolment - present where the handheld is enrolled by its code.
 */
export function addProvisionRoutes(pages: PersonPages, keyThere: boolean, enrolment: Enrolment | undefined): void {
  const newCode = enrolment && ((name: string, until: number) => enrolment.newCode(tidied(name), until));
  const holds = { key: keyThere, enrols: enrolment !== undefined };

  pages.page(PROVISION, ({ request, facts }) => {
    return wishPage(facts.words.provision, { url: originOf(request) }, holds);
  });

  pages.form(
    PROVISION,
    async ({ note, facts, fields: { key, ...wish } }) => {
      const all = { url: '', ...wish, ...(!keyThere && { key: key ?? '' }) };
      if (!keyThere && !key?.trim()) throw new InvalidParameter('key', 'enter the access key of the service.');
      const made = await makeProvisionCode(all, Date.now(), newCode);
      await note('code-made', wish['name'] ?? '');
      return codePage(facts.words.provision, made, holds);
    },
    ({ facts, fields: { key: _secret, ...wish } }) => wishPage(facts.words.provision, { url: '', ...wish }, holds),
  );
}

function wishPage(texts: Words, wish: Omit<ProvisionWish, 'key'>, holds: Holds): string {
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
    `<button class="button button-primary">${texts.make}</button>`,
  ];
  return `<p>${holds.key ? texts.hintNoKey : texts.hint}</p>${postForm(PROVISION.path, {}, fields.join('\n'))}`;
}

function codePage(texts: Words, { text, passcode, until }: ProvisionCode, holds: Holds): string {
  return `<p>${texts.made}</p><div class="code">${svgOf(text)}</div><p>${texts.until({ when: timeOf(until) })} ${holds.enrols ? texts.forOne : ''}</p>
<details class="secret"><summary class="button">${texts.passcode}</summary><p><code class="verbatim">${escaped(passcode)}</code></p>
<p>${texts.passcodeHint}</p></details>
<p><a class="button" href="${PROVISION.path}">${texts.another}</a></p>`;
}
