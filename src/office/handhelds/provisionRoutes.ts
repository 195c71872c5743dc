import { InvalidParameter } from '#contract/errors.ts';
import { originOf } from '#http/clientAddress.ts';
import { createPauses } from '#http/slices.ts';
import { tidied } from '#http/tidied.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { choice, escaped, field, pagePlace, postForm, sameNames, sideBySide, timeOf } from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import {
  MOST_CODES,
  makeProvisionSheet,
  type ProvisionCode,
  type ProvisionWish,
  scannerEndings,
  svgOf,
} from './provisionCode.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { PersonPages } from '#office/people/personPages.ts';
import { languageTags } from '#contract/languages.ts';

const PROVISION = pagePlace('provision');

type Words = PageWords['provision'];

/** `key`: the gateway holds the access key. `enrols`: a code enrols the one handheld that it sets up. */
interface Holds {
  readonly key: boolean;
  readonly enrols: boolean;
  /** The site's warehouses, by their numbers; empty: it names none. */
  readonly warehouses: Readonly<Record<string, string>>;
}

/**
 * Adds the page that makes set-up codes, for whoever may see the gateway's pages. It needs no script. The key is never sent
 * back, and no body is logged.
 *
 * @param keyThere - `true`: the gateway holds the access key.
 * @param enrolment - present where the handheld is enrolled by its code.
 */
export function addProvisionRoutes(
  pages: PersonPages,
  keyThere: boolean,
  enrolment: HandheldList | undefined,
  site: () => Pick<SiteConfiguration, 'warehouses'>,
): void {
  const newCode = enrolment && ((name: string, until: number) => enrolment.newCode(tidied(name), until));
  const holds = (): Holds => {
    const warehouses = Object.fromEntries((site().warehouses ?? []).map(({ id, name }) => [id, name]));
    return { key: keyThere, enrols: enrolment !== undefined, warehouses };
  };

  pages.page(PROVISION, ({ request, facts }) => {
    return wishPage(facts.words.provision, { url: originOf(request) }, holds());
  });

  pages.form(
    PROVISION,
    async ({ note, facts, fields: { key, count = '', ...wish } }) => {
      const all = { url: '', ...wish, ...(!keyThere && { key: key ?? '' }) };
      if (!keyThere && !key?.trim()) throw new InvalidParameter('key', 'enter the access key of the service.');
      const made = await makeProvisionSheet(all, enrolment ? count : '', Date.now(), newCode);
      const names = made.length === 1 ? (made[0]?.name ?? '') : `${wish['name'] ?? ''} (${made.length})`;
      await note('code-made', names.trim(), { codes: made.length });
      return codePage(facts.words.provision, made, enrolment !== undefined);
    },
    ({ facts, fields: { key: _secret, ...wish } }) => wishPage(facts.words.provision, { url: '', ...wish }, holds()),
  );
}

function wishPage(texts: Words, wish: Omit<ProvisionWish, 'key'> & { readonly count?: string }, holds: Holds): string {
  const count = { type: 'number', min: 1, max: MOST_CODES, value: wish.count ?? '1' };
  const name = holds.enrols
    ? field(texts.name, 'name', { maxlength: 56, value: wish.name ?? '' }) + field(texts.count, 'count', count)
    : '';
  const key = holds.key ? name : field(texts.key, 'key', { type: 'password', autocomplete: 'off', required: true });
  const asIs = { none: texts.asIs };
  const fields = [
    field(texts.url, 'url', { type: 'url', required: true, value: wish.url }),
    key,
    warehouseField(texts, wish.warehouse, holds),
    choice(texts.language, 'language', sameNames(languageTags), { ...asIs, chosen: wish.language }),
    choice(texts.scanner, 'scanner', sameNames(scannerEndings), { ...asIs, chosen: wish.scanner }),
    field(texts.validHours, 'validHours', { inputmode: 'decimal', value: wish.validHours ?? '24' }),
  ];
  const hints = holds.key ? [texts.hintNoKey, texts.keyThere, holds.enrols ? texts.forOne : ''] : [texts.hint];
  const inside = `<div class="fields">${fields.join('\n')}</div><button class="button button-primary">${texts.make}</button>`;
  return `<p>${hints.join(' ')}</p><section class="panel">${postForm(PROVISION.path, {}, inside)}</section>`;
}

/** Makes the field for the warehouse: by its name where the site has names. */
function warehouseField(texts: Words, chosen: string | undefined, { warehouses }: Holds): string {
  if (Object.keys(warehouses).length === 0)
    return field(texts.warehouse, 'warehouse', { inputmode: 'numeric', value: chosen ?? '' });
  return choice(texts.warehouseName, 'warehouse', warehouses, { none: texts.asIs, chosen });
}

/** Makes the page of the codes, each with its handheld's name below; printed it is the sheet, without the passcode. */
async function codePage(
  texts: Words,
  made: readonly (ProvisionCode & { readonly name: string })[],
  enrols: boolean,
): Promise<string> {
  const passcode = made[0]?.passcode ?? '';
  const until = made[0]?.until ?? 0;
  const pause = createPauses();
  const codes: string[] = [];
  for (const { text, name } of made) {
    codes.push(
      `<figure class="set-up-code">${svgOf(text)}<figcaption translate="no">${escaped(name)}</figcaption></figure>`,
    );
    await pause();
  }
  const sheet = `<p>${texts.made}</p><div class="sheet">${codes.join('')}</div>`;
  const facts = `<p>${texts.until({ when: timeOf(until) })} ${enrols ? texts.forOne : ''}</p>
<details class="secret"><summary class="button">${texts.passcode}</summary><p><code class="verbatim">${escaped(passcode)}</code></p>
<p>${texts.passcodeHint}</p></details>
<p><a class="button" href="${PROVISION.path}">${texts.another}</a></p>`;
  return made.length === 1 ? sideBySide(sheet, facts) : sheet + facts;
}
