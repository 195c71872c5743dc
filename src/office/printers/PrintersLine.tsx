import type { Language } from '#contract/languages.ts';
import type { PrinterStanding } from '#contract/printJob.ts';
import type { SitePrinter } from '#site/printers.ts';
import { AsItIs } from '#office/pages/parts.tsx';
import { PRINTERS } from './PrintersPage.tsx';
import { isStuck, printerName, standingWords } from './printView.tsx';

/** The site's printers as the floor shows them. */
export interface PrintersSeen {
  readonly standings: readonly PrinterStanding[];
  readonly printers: readonly SitePrinter[];
  readonly language: Language;
}

/** The printers in a line, those that need a person first, with the way to their page; nothing where the site has none. */
export function PrintersLine({ seen, caption }: { readonly seen: PrintersSeen; readonly caption: string }) {
  const { standings, language } = seen;
  if (standings.length === 0) return null;
  const ordered = standings.toSorted((one, other) => Number(isStuck(other)) - Number(isStuck(one)));
  return (
    <nav className="printers" aria-label={caption}>
      {ordered.map((standing) => {
        const { printer, queued, unknown } = standing;
        const waits = queued + unknown;
        return (
          <a className={isStuck(standing) ? 'row is-check' : 'row'} href={PRINTERS} key={printer}>
            <AsItIs text={printerName(printer, seen)} /> · {standingWords(standing, language)}
            {waits > 0 && <span className="state">{waits}</span>}
          </a>
        );
      })}
    </nav>
  );
}
