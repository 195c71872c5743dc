import type { ReactNode } from 'react';
import type { Language } from '#contract/languages.ts';
import type { PrintJob, PrinterStanding } from '#contract/printJob.ts';
import type { SitePrinter } from '#site/printers.ts';
import { workersWords } from '#i18n/words/pages.ts';
import { type LedgerWords, type PageWords, addressCalled, calledOf } from '#office/pages/pageWords.ts';
import { callAddress } from '#office/pages/page.ts';
import { AsItIs, AsSent } from '#office/pages/parts.tsx';
import type { KeptPrint } from '#ledger/printRows.ts';

/** The words and the names with which pages show printers and the jobs for them. */
export interface PrintersView {
  readonly texts: PageWords['printers'];
  readonly ledger: LedgerWords;
  readonly floor: PageWords['floor'];
  readonly language: Language;
  readonly printers: readonly SitePrinter[];
  /** The names of the enrolled handhelds, by their numbers. */
  readonly names: ReadonlyMap<string, string>;
  /** The names of the site's workers, by their ids. */
  readonly workers: ReadonlyMap<string, string>;
  /** Unix ms; the beginning of the site's day. */
  readonly today: number;
  /** `true`: whoever looks may say what became of a label. */
  readonly maySay: boolean;
}

/** Returns the words for a job, in a language. */
export function jobWords({ state, cause, knownBy }: Pick<PrintJob, 'state' | 'cause' | 'knownBy'>, language: Language) {
  const { states, known, causes } = workersWords[language];
  return {
    state: (state === 'printed' ? known[knownBy ?? 'count'] : states[state]) ?? state,
    cause: cause === undefined ? undefined : causes[cause],
  };
}

/** Returns the words for how a printer stands, such as `paper out`. */
export function standingWords({ is, cause }: PrinterStanding, language: Language): string {
  const { causes, standings } = workersWords[language];
  return (is === 'waits' && cause !== undefined ? causes[cause] : standings[is]) ?? is;
}

/** Tells whether a printer needs a person: something keeps it, or nobody knows what came out of it. */
export function isStuck({ is, unknown }: PrinterStanding): boolean {
  return is === 'waits' || unknown > 0;
}

export function printerName(code: string, { printers }: Pick<PrintersView, 'printers'>): string {
  return printers.find((printer) => printer.code === code)?.name ?? code;
}

/** Names what a label is of: the codes of its call, else the workers' word for the operation; a copy by its number. */
export function labelName(
  { codes = '', operation, copy }: KeptPrint,
  { language, texts }: Pick<PrintersView, 'language' | 'texts'>,
): string {
  const of = codes === '' ? (calledOf(operation, language) ?? operation) : codes;
  return copy > 1 ? `${of} · ${texts.copy({ copy })}` : of;
}

interface JobProps {
  readonly job: KeptPrint;
  readonly view: PrintersView;
}

/** A label's name, with the way to its call. */
export function LabelLink({ job, view }: JobProps) {
  return (
    <a href={callAddress(job.call)}>
      <AsItIs text={labelName(job, view)} />
    </a>
  );
}

/** A job's state, with what keeps it or why nobody knows. */
export function JobState({ job, view }: JobProps): ReactNode {
  if (job.decided !== undefined) return view.texts.lost;
  const { state, cause } = jobWords(job, view.language);
  const isOpen = job.state === 'unknown';
  return (
    <>
      {isOpen ? <strong className="check said-repeat">{state}</strong> : state}
      {cause !== undefined && <span className="hint"> · {cause}</span>}
      {job.detail !== undefined && (
        <>
          {' '}
          <AsSent text={job.detail} />
        </>
      )}
    </>
  );
}

/** Names the handheld that asked for a label. */
export function askedBy({ asker }: KeptPrint, { names, ledger }: PrintersView): string {
  const name = names.get(asker);
  return name === undefined ? addressCalled(asker, ledger) : ledger.handheld({ name, number: asker });
}

export function workerCalled({ worker }: KeptPrint, { workers }: PrintersView): string {
  const name = workers.get(worker) ?? '';
  return name === '' ? worker : `${name} (${worker})`;
}
