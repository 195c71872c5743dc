import { type SitePrinter, tellsOf } from '#site/printers.ts';
import type { Asking } from '#office/people/personPages.ts';
import { AsItIs, PostForm } from '#office/pages/parts.tsx';
import { type SetupProps, pathOfPart } from './setupPlaces.ts';

/** The path to which it is posted that a printer is tried. */
export const TRY_PATH = `${pathOfPart('printers')}/try`;

interface TryPrintersProps extends SetupProps {
  readonly asking: Pick<Asking, 'mayPost'>;
  readonly printers: readonly SitePrinter[] | undefined;
}

/** The printers that a gateway reaches, each with the button that prints a test label and reads what the printer tells of it. */
export function TryPrinters({ texts, asking, printers = [] }: TryPrintersProps) {
  const reached = printers.filter(({ way }) => way !== 'handheld');
  if (reached.length === 0 || !asking.mayPost(TRY_PATH)) return null;
  return (
    <section className="panel">
      <h2>{texts.printers.try}</h2>
      <p className="hint">{texts.printers.tryHint}</p>
      {reached.map((printer) => (
        <PostForm action={TRY_PATH} hidden={{ code: printer.code }} key={printer.code}>
          <button className="button">
            <AsItIs text={printer.name} /> · <span translate="no">{tellsOf(printer)}</span>
          </button>
        </PostForm>
      ))}
    </section>
  );
}
