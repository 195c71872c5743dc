import { type SitePrinter, tellsOf } from '#site/printers.ts';
import type { Asking } from '#office/people/personPages.ts';
import type { PageFacts } from '#office/pages/page.ts';
import type { PrintingTold } from '#label/printing.ts';
import { workersWords } from '#i18n/words/pages.ts';
import { AsItIs, AsSent, PostForm } from '#office/pages/parts.tsx';
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

interface TriedNoteProps {
  readonly facts: PageFacts;
  readonly printer: SitePrinter;
  readonly tried: PrintingTold;
}

/** Says what came of a test label, and what the printer told of it. */
export function TriedNote({ facts: { words, language }, printer, tried }: TriedNoteProps) {
  const texts = words.setup.printers.tried;
  const { end, countBefore, countAfter, toldNumber } = tried;
  const { known, causes, states } = workersWords[language];
  const said = end.is === 'printed' ? known[end.knownBy] : end.is === 'lost' ? states['unknown'] : causes[end.cause];
  const isSent = end.is === 'printed' || end.is === 'unknown';
  const count = countBefore !== undefined && texts.count({ before: countBefore, after: countAfter ?? countBefore });
  const seen = seenIn(tried);
  return (
    <section className={end.is === 'printed' ? 'note said-saved' : 'note said-repeat'} role="status">
      <p>
        <AsItIs text={printer.name} /> · {said}
      </p>
      {'detail' in end && end.detail !== undefined && (
        <p>
          <AsSent text={end.detail} />
        </p>
      )}
      {isSent && (
        <p>
          {count || texts.noCount} {toldNumber ? texts.number : texts.noNumber}
        </p>
      )}
      {isSent && seen !== tellsOf(printer) && (
        <PostForm action={TRY_PATH} hidden={{ code: printer.code, tells: seen }}>
          <button className="button">
            {words.setup.printers.tells} · <span translate="no">{seen}</span>
          </button>
        </PostForm>
      )}
    </section>
  );
}

/** Returns what a printer was seen to tell: its count went on by the one label, and the label's number came back. */
function seenIn({ countBefore, countAfter, toldNumber }: PrintingTold): ReturnType<typeof tellsOf> {
  if (countBefore === undefined || countAfter !== countBefore + 1) return 'nothing';
  return toldNumber ? 'count-and-numbers' : 'count';
}
