import type { ReactElement } from 'react';
import { framed } from '#office/pages/Frame.tsx';
import type { PageFacts, PagePlace } from '#office/pages/page.ts';
import { ButtonLink } from '#office/pages/parts.tsx';
import { SETUP, type SetupProps, type SitePart, pathOfPart, siteParts } from './setupPlaces.ts';

/** Returns a step's place, framed with links to all steps and to the next. @param path - of a form that has its own. */
export function stepAt(part: SitePart, path = pathOfPart(part)): PagePlace {
  const frame = (facts: PageFacts, inside: ReactElement): string => {
    const texts = facts.words.setup;
    const step = (
      <>
        <AboveStep texts={texts} facts={facts} />
        {inside}
        <Onward texts={texts} part={part} />
      </>
    );
    return framed(facts, 'setup', step, texts.pages[part]);
  };
  return { path, name: 'setup', frame };
}

/** The link to all steps, and what has become of a form. */
function AboveStep({ texts, facts: { isKept, unwritten } }: SetupProps & { readonly facts: PageFacts }) {
  return (
    <>
      <p>
        <a href={SETUP}>‹ {texts.all}</a>
      </p>
      {isKept && (
        <p className="note said-saved" role="status">
          {texts.kept}
        </p>
      )}
      {unwritten !== undefined && (
        <>
          <p>{texts.byHand}</p>
          <pre>{unwritten}</pre>
        </>
      )}
    </>
  );
}

/** The link to the next step; nothing after the last. */
function Onward({ texts, part }: SetupProps & { readonly part: SitePart }) {
  const next = siteParts[siteParts.indexOf(part) + 1];
  if (!next) return null;
  return (
    <p>
      <ButtonLink to={pathOfPart(next)}>{texts.next({ step: texts.pages[next] })}</ButtonLink>
    </p>
  );
}
