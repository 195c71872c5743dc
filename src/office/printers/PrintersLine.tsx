import type { Language } from '#contract/languages.ts';
import type { PrinterStanding } from '#contract/printJob.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import { AsItIs } from '#office/pages/parts.tsx';
import { PRINTERS } from './PrintersPage.tsx';
import { isStuck, printerName, standingWords } from './printView.tsx';

/** The site's printers as the floor shows them. */
export interface PrintersSeen {
  readonly standings: readonly PrinterStanding[];
  readonly printers: readonly SitePrinter[];
  readonly language: Language;
  readonly texts: PageWords['printers'];
}

/** The printers in a line, those that need a person first, with the way to their page; nothing where the site has none. */
export function PrintersLine({ seen }: { readonly seen: PrintersSeen | undefined }) {
  if (!seen) return null;
  const { standings, language, texts } = seen;
  if (standings.length === 0) return null;
  const ordered = standings.toSorted((one, other) => Number(isStuck(other)) - Number(isStuck(one)));
  return (
    <nav className="printers" aria-label={texts.all}>
      {ordered.map((standing) => {
        const { printer, queued, unknown } = standing;
        return (
          <a className={isStuck(standing) ? 'row is-check' : 'row'} href={PRINTERS} key={printer}>
            <AsItIs text={printerName(printer, seen)} /> · {standingWords(standing, language)}
            {queued > 0 && ` · ${texts.waits({ many: queued })}`}
            {unknown > 0 && ` · ${texts.open({ many: unknown })}`}
          </a>
        );
      })}
    </nav>
  );
}
