import type { ReactElement, ReactNode } from 'react';
import { languageAttribute } from '#contract/languages.ts';
import {
  LIVE_SCRIPT_PATH,
  type PageFacts,
  type PageName,
  SIGN_OUT_PATH,
  STYLE_PATH,
  VIEWER_TIME_PATH,
  pathOfPage,
} from './page.ts';
import { markupOf } from './markup.ts';
import type { PageWords } from './pageWords.ts';
import { PostForm, Time, filled } from './parts.tsx';

/** The pages whose links are behind “More”, so that the others stand in one line on a phone. */
const SELDOM: ReadonlySet<PageName> = new Set(['printers', 'devices', 'provision', 'setup', 'people', 'audit']);

/**
 * Makes a whole page with links to the others. It works without its scripts: times in the viewer's zone, and what is now.
 *
 * @param current - its name; `undefined`: the sign-in, which has no links.
 * @param inside - its content; `null`: there is no more than what its head says.
 * @param otherTitle - the title in place of the page's own.
 * @param goesOnTo - an address to which the page leads by itself.
 */
export function framed(
  facts: PageFacts,
  current: PageName | undefined,
  inside: ReactElement | null,
  otherTitle?: string,
  goesOnTo?: string,
): string {
  const page = markupOf(
    <Frame facts={facts} current={current} otherTitle={otherTitle} goesOnTo={goesOnTo}>
      {inside}
    </Frame>,
  );
  return `<!doctype html>\n${page}\n`;
}

interface FrameProps {
  readonly facts: PageFacts;
  readonly current: PageName | undefined;
  readonly otherTitle: string | undefined;
  readonly goesOnTo: string | undefined;
  readonly children: ReactNode;
}

/** Draws the document. Its `<html` begins with `lang`: `withAppearance` looks for that. */
function Frame({ facts, current, otherTitle, goesOnTo, children }: FrameProps) {
  const { language, words, pages, problem, ending, again } = facts;
  const texts = words.shared;
  const title = otherTitle ?? (current ? texts.pages[current] : texts.signIn);
  const isTab = current !== undefined && otherTitle === undefined && !SELDOM.has(current); // its link says the same
  return (
    <html lang={languageAttribute(language)}>
      <head>
        <meta charSet="utf-8" />
        {goesOnTo !== undefined && <meta httpEquiv="refresh" content={`0;url=${goesOnTo}`} />}
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <title>{`${title} · Scanline`}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
        <script src={VIEWER_TIME_PATH} defer />
        {again !== undefined && <Live again={again} />}
      </head>
      <body className={pages.length > 0 ? 'wide' : undefined}>
        <header className="top">
          <div className="top-row">
            <h1 className={isTab ? 'is-tab' : undefined}>{title}</h1>
            <Navigation facts={facts} current={current} />
            <Me facts={facts} current={current} />
          </div>
        </header>
        <main>
          {problem !== undefined && (
            <p className="note said-wrong" role="alert">
              {problem}
            </p>
          )}
          {current &&
            ending.map((one) => (
              <p className="note said-wrong" key={one.owner}>
                {endingNotice(texts, one)}
              </p>
            ))}
          {children}
        </main>
      </body>
    </html>
  );
}

/** Keeps a page as things are now: the script, or without it the page anew after 30 seconds. */
function Live({ again }: { readonly again: string }) {
  return (
    <>
      <script src={LIVE_SCRIPT_PATH} data-again={again} defer />
      <noscript>
        <meta httpEquiv="refresh" content={`30;url=${again}`} />
      </noscript>
    </>
  );
}

type TopProps = Pick<FrameProps, 'facts' | 'current'>;

/** The links to the pages; whoever is signed in, and the way out, is on a phone behind “More” too. */
function Navigation({ facts, current }: TopProps) {
  const { words, pages, signedIn } = facts;
  const texts = words.shared;
  if (pages.length === 0) return null;
  const links = (isSeldom: boolean) =>
    pages
      .filter((name) => SELDOM.has(name) === isSeldom)
      .map((name) => (
        <a href={pathOfPage(name)} aria-current={name === current ? 'page' : undefined} key={name}>
          {texts.pages[name]}
        </a>
      ));
  const seldom = links(true);
  const isHere = current !== undefined && SELDOM.has(current);
  return (
    <nav aria-label={texts.navigation}>
      {links(false)}
      {(seldom.length > 0 || signedIn !== undefined) && (
        <details className={seldom.length > 0 ? 'more' : 'more of-phones'}>
          <summary aria-current={isHere ? 'true' : undefined}>{texts.more}</summary>
          <div>
            {seldom}
            <Me facts={facts} current={current} />
          </div>
        </details>
      )}
    </nav>
  );
}

/** Whoever is signed in, and the way out. */
function Me({ facts: { words, signedIn }, current }: TopProps) {
  if (signedIn === undefined) return null;
  return (
    <div className="me">
      <p className="who" translate="no">
        {signedIn}
      </p>
      <PostForm action={SIGN_OUT_PATH} hidden={{ next: current ? pathOfPage(current) : '' }}>
        <button>{words.shared.signOut}</button>
      </PostForm>
    </div>
  );
}

function endingNotice(texts: PageWords['shared'], { owner, isOver, expiresAt }: PageFacts['ending'][number]) {
  const when = <Time at={expiresAt} />;
  if (owner === 'own') return filled(isOver ? texts.ownCertificateOver : texts.ownCertificateEnds, { when });
  return filled(isOver ? texts.serviceCertificateOver : texts.serviceCertificateEnds, { when });
}
