import type { ReactNode } from 'react';
import type { LaidAside } from '#site/readSite.ts';
import type { SetupWords } from './setupPlaces.ts';

interface AsidePartProps {
  readonly texts: SetupWords;
  readonly aside: readonly LaidAside[];
  /** Draws the form of one. Absent: it is mended in the file, or where such rules are entered. */
  readonly form?: (rule: LaidAside) => ReactNode;
}

/** Names the rules of the site's file that are laid aside, each with the reason; nothing where there is none. */
export function AsidePart({ texts, aside, form }: AsidePartProps) {
  if (aside.length === 0) return null;
  return (
    <section className="note said-wrong" data-card="aside" role="alert">
      <h2>{texts.aside}</h2>
      <p>{texts.asideHint}</p>
      <ul>
        {aside.map((one) => (
          <li key={one.place}>
            <p>
              <code className="verbatim">{one.place}</code>
            </p>
            <p className="verbatim" lang="en">
              {one.why}
            </p>
            {form?.(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}
