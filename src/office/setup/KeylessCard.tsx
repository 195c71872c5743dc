import type { SiteConfiguration } from '#site/site.ts';
import { unreadAs } from '#site/keyless.ts';
import { PostForm } from '#office/pages/parts.tsx';
import type { SetupWords } from './setupPlaces.ts';
import { TEACH } from './teachForm.tsx';

interface KeylessCardProps {
  readonly texts: SetupWords;
  readonly site: SiteConfiguration;
  /** Source: `KeylessAnswer`. */
  readonly text: string | undefined;
}

/**
 * Asks what the service's words to a read without a key mean, as long as no rule of the site reads them: one press makes
 * the rule, for all operations. Nothing where there is nothing to ask.
 */
export function KeylessCard({ texts, site, text }: KeylessCardProps) {
  const operation = text === undefined ? undefined : unreadAs(site, text);
  if (text === undefined || operation === undefined) return null;
  return (
    <section className="note said-repeat" data-card="keyless">
      <p>{texts.keyless}</p>
      <pre className="verbatim" lang="en">
        {text}
      </pre>
      <p>{texts.keylessHint}</p>
      <PostForm action={TEACH} hidden={{ operation, text, way: 'whole', everywhere: '1' }}>
        <button className="button button-primary" name="verdict" value="key-refused">
          {texts.means['key-refused']}
        </button>
        <button className="button" name="verdict" value="refused">
          {texts.means.refused}
        </button>
      </PostForm>
    </section>
  );
}
