import { Fragment, type ReactElement } from 'react';
import { InvalidParameter } from '#contract/errors.ts';
import { originOf } from '#http/clientAddress.ts';
import { createPauses } from '#http/slices.ts';
import { tidied } from '#http/tidied.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { pagePlace, sameNames } from '#office/pages/page.ts';
import { ButtonLink, FormChoice, FormInput, PostForm, SideBySide, Time, filled } from '#office/pages/parts.tsx';
import type { PageWords } from '#office/pages/pageWords.ts';
import { CodeToScan } from './CodeToScan.tsx';
import {
  MOST_CODES,
  makeProvisionSheet,
  type ProvisionCode,
  type ProvisionWish,
  codeDrawing,
  scannerEndings,
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

  pages.page(PROVISION, ({ request, facts }) => (
    <Wish texts={facts.words.provision} wish={{ url: originOf(request) }} holds={holds()} />
  ));

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
    ({ facts, fields: { key: _secret, ...wish } }) => (
      <Wish texts={facts.words.provision} wish={{ url: '', ...wish }} holds={holds()} />
    ),
  );
}

interface WishProps {
  readonly texts: Words;
  readonly wish: Omit<ProvisionWish, 'key'> & { readonly count?: string };
  readonly holds: Holds;
}

/** The form of a wish, with what was entered before. */
function Wish({ texts, wish, holds }: WishProps) {
  const hints = holds.key ? [texts.hintNoKey, texts.keyThere, holds.enrols ? texts.forOne : ''] : [texts.hint];
  return (
    <>
      <p>{hints.join(' ')}</p>
      <section className="panel">
        <PostForm action={PROVISION.path}>
          <div className="fields">
            <FormInput caption={texts.url} name="url" type="url" required value={wish.url} />
            {holds.key ? (
              holds.enrols && <NameFields texts={texts} wish={wish} />
            ) : (
              <FormInput caption={texts.key} name="key" type="password" autoComplete="off" required />
            )}
            <WarehouseField texts={texts} wish={wish} holds={holds} />
            <FormChoice
              caption={texts.language}
              name="language"
              choices={sameNames(languageTags)}
              none={texts.asIs}
              chosen={wish.language}
            />
            <FormChoice
              caption={texts.scanner}
              name="scanner"
              choices={sameNames(scannerEndings)}
              none={texts.asIs}
              chosen={wish.scanner}
            />
            <FormInput
              caption={texts.validHours}
              name="validHours"
              inputMode="decimal"
              value={wish.validHours ?? '24'}
            />
          </div>
          <button className="button button-primary">{texts.make}</button>
        </PostForm>
      </section>
    </>
  );
}

/** The fields for the handhelds that are enrolled. */
function NameFields({ texts, wish }: Omit<WishProps, 'holds'>) {
  return (
    <>
      <FormInput caption={texts.name} name="name" maxLength={56} value={wish.name ?? ''} />
      <FormInput caption={texts.count} name="count" type="number" min={1} max={MOST_CODES} value={wish.count ?? '1'} />
    </>
  );
}

/** The field for the warehouse: by its name where the site has names. */
function WarehouseField({ texts, wish: { warehouse }, holds: { warehouses } }: WishProps) {
  return Object.keys(warehouses).length === 0 ? (
    <FormInput caption={texts.warehouse} name="warehouse" inputMode="numeric" value={warehouse ?? ''} />
  ) : (
    <FormChoice
      caption={texts.warehouseName}
      name="warehouse"
      choices={warehouses}
      none={texts.asIs}
      chosen={warehouse}
    />
  );
}

/** Makes the page of the codes, each with its handheld's name below; printed it is the sheet, without the passcode. */
async function codePage(
  texts: Words,
  made: readonly (ProvisionCode & { readonly name: string })[],
  enrols: boolean,
): Promise<ReactElement> {
  const pause = createPauses();
  const codes: ReactElement[] = [];
  for (const { text, name } of made) {
    codes.push(<CodeToScan drawing={codeDrawing(text)} name={name} key={codes.length} />);
    await pause();
  }
  const sheet = (
    <>
      <p>{texts.made}</p>
      <div className="sheet">{codes}</div>
    </>
  );
  const facts = <CodeFacts texts={texts} code={made[0]} enrols={enrols} />;
  const Around = made.length > 1 ? Fragment : SideBySide;
  return (
    <Around>
      {sheet}
      {facts}
    </Around>
  );
}

interface CodeFactsProps {
  readonly texts: Words;
  /** One of the sheet: their passcode and their time are the same. */
  readonly code: ProvisionCode | undefined;
  readonly enrols: boolean;
}

function CodeFacts({
  texts,
  code: { passcode, until } = { text: '', passcode: '', until: 0 },
  enrols,
}: CodeFactsProps) {
  return (
    <>
      <p>
        {filled(texts.until, { when: <Time at={until} /> })} {enrols && texts.forOne}
      </p>
      <details className="secret">
        <summary className="button">{texts.passcode}</summary>
        <p>
          <code className="verbatim">{passcode}</code>
        </p>
        <p>{texts.passcodeHint}</p>
      </details>
      <p>
        <ButtonLink to={PROVISION.path}>{texts.another}</ButtonLink>
      </p>
    </>
  );
}
