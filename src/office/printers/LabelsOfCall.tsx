import { AsItIs, Time } from '#office/pages/parts.tsx';
import type { KeptPrint } from '#ledger/printRows.ts';
import { PRINTERS, PictureLink } from './PrintersPage.tsx';
import { JobState, type PrintersView, printerName } from './printView.tsx';

interface LabelsOfCallProps {
  readonly jobs: readonly KeptPrint[];
  readonly view: PrintersView;
}

/** The labels of a call that went to printers, each copy with what became of it. */
export function LabelsOfCall({ jobs, view }: LabelsOfCallProps) {
  const { texts } = view;
  return (
    <section className="panel">
      <h2>{texts.ofCall}</h2>
      {jobs.map((job) => (
        <article className="row" key={job.id}>
          <p>
            <a href={PRINTERS}>
              <AsItIs text={printerName(job.printer, view)} />
            </a>
            {job.copy > 1 && ` · ${texts.copy({ copy: job.copy })}`} · <JobState job={job} view={view} /> ·{' '}
            <Time at={job.settledAt ?? job.madeAt} />
          </p>
          <PictureLink job={job} view={view} />
        </article>
      ))}
    </section>
  );
}
