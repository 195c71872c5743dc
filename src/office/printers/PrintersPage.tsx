import type { ReactNode } from 'react';
import type { PrinterStanding } from '#contract/printJob.ts';
import { pathOfPage } from '#office/pages/page.ts';
import { AsItIs, ButtonLink, FormChoice, PostForm, Table, Time, filled } from '#office/pages/parts.tsx';
import type { KeptPrint, PrintsWanted } from '#ledger/printRows.ts';
import {
  JobState,
  LabelLink,
  type PrintersView,
  askedBy,
  isStuck,
  jobWords,
  labelName,
  printerName,
  standingWords,
  workerCalled,
} from './printView.tsx';

export const PRINTERS = pathOfPage('printers');
/** The path to which it is posted what became of a label, or where it goes. */
export const SAY_PATH = `${PRINTERS}/say`;
export const PAPER_PATH = `${PRINTERS}/paper`;
export const PICTURE_PATH = `${PRINTERS}/picture`;

/** All that the page of printers shows. */
export interface PrintersShown {
  readonly standings: readonly PrinterStanding[];
  readonly printedToday: ReadonlyMap<string, number>;
  /** The last label of each printer, by the printer's code. */
  readonly last: ReadonlyMap<string, KeptPrint>;
  readonly open: readonly KeptPrint[];
  readonly queued: readonly KeptPrint[];
  readonly jobs: readonly KeptPrint[];
  readonly wish: PrintsWanted;
  /** The address of older jobs; absent: there are none. */
  readonly older?: string | undefined;
  /** `true`: a printer is none, and has a page of what came out. */
  readonly hasPaper: boolean;
}

interface PartProps {
  readonly shown: PrintersShown;
  readonly view: PrintersView;
}

/** The page of the site's printers: how each stands, what somebody has to say, what waits, and all labels. */
export function PrintersPage({ shown, view }: PartProps) {
  const { texts, floor, printers } = view;
  return (
    <>
      <p
        id="stale"
        className="note said-repeat"
        role="status"
        data-in-seconds={floor.stale({ age: floor.ages.seconds({ seconds: '#' }) })}
        data-in-minutes={floor.stale({ age: floor.ages.minutes({ minutes: '#' }) })}
        hidden
      />
      <div data-live>
        {printers.length === 0 && (
          <>
            <p>{texts.none}</p>
            <p>
              <ButtonLink to={`${pathOfPage('setup')}/printers`}>{texts.add}</ButtonLink>
            </p>
          </>
        )}
        {printers.length > 0 && <Standings shown={shown} view={view} />}
      </div>
      {shown.hasPaper && (
        <p>
          <ButtonLink to={PAPER_PATH}>{texts.paper}</ButtonLink>
        </p>
      )}
      <div data-live>
        <ToSay jobs={shown.open} view={view} />
        <Waiting jobs={shown.queued} view={view} />
      </div>
      <AllJobs shown={shown} view={view} />
    </>
  );
}

function Standings({ shown, view }: PartProps) {
  const { texts, printers, language } = view;
  const { columns } = texts;
  const rows = printers.map(({ code, name }) => {
    const standing = shown.standings.find(({ printer }) => printer === code);
    const last = shown.last.get(code);
    const words = standing ? standingWords(standing, language) : '';
    return [
      <AsItIs text={name} key="name" />,
      standing && isStuck(standing) ? (
        <strong className="check said-repeat" key="standing">
          {words}
        </strong>
      ) : (
        words
      ),
      standing && standing.unknown > 0 ? (
        <a href="#say" key="open">
          {standing.unknown}
        </a>
      ) : (
        ''
      ),
      String(standing?.queued ?? 0),
      last && <Last job={last} view={view} key="last" />,
      String(shown.printedToday.get(code) ?? 0),
    ];
  });
  return (
    <Table
      names={[columns.printer, columns.standing, view.ledger.unconfirmed, columns.queued, columns.last, columns.today]}
      rows={rows}
    />
  );
}

function Last({ job, view }: JobProps): ReactNode {
  return filled(view.texts.lastAt, {
    label: <LabelLink job={job} view={view} />,
    when: <Time at={job.settledAt ?? job.madeAt} />,
  });
}

interface JobProps {
  readonly job: KeptPrint;
  readonly view: PrintersView;
}

interface JobsProps {
  readonly jobs: readonly KeptPrint[];
  readonly view: PrintersView;
}

/** The labels of which nobody knows, each with the two words that a person may say. */
function ToSay({ jobs, view }: JobsProps) {
  const { texts } = view;
  if (jobs.length === 0) return null;
  return (
    <section className="panel" id="say">
      <h2>{texts.toCheck}</h2>
      <p className="hint">{texts.toCheckHint}</p>
      {jobs.map((job) => (
        <article className="row is-check" key={job.id}>
          <JobFacts job={job} view={view} />
          {view.maySay && (
            <div className="buttons">
              <Say job={job} word="came-out" says={texts.cameOut} view={view} />
              <Say job={job} word="again" says={texts.again({ copy: job.copy + 1 })} view={view} />
            </div>
          )}
          <PictureLink job={job} view={view} />
        </article>
      ))}
    </section>
  );
}

/** A label by its name, with its printer, its worker and how it stands. */
function JobFacts({ job, view }: JobProps) {
  return (
    <>
      <h3>
        <LabelLink job={job} view={view} /> <AsItIs text={printerName(job.printer, view)} />
      </h3>
      <p>
        <Time at={job.madeAt} /> <AsItIs text={workerCalled(job, view)} /> <JobState job={job} view={view} />
      </p>
    </>
  );
}

interface SayProps extends JobProps {
  readonly word: 'came-out' | 'again' | 'take-back';
  readonly says: string;
}

/** A button that says what became of a label, with its name for who cannot see the row. */
function Say({ job, word, says, view }: SayProps) {
  return (
    <PostForm action={SAY_PATH} hidden={{ id: job.id, word }}>
      <button className="button" aria-label={`${says}: ${labelName(job, view)}`}>
        {says}
      </button>
    </PostForm>
  );
}

function Waiting({ jobs, view }: JobsProps) {
  const { texts, printers } = view;
  if (jobs.length === 0) return null;
  const others = (code: string) =>
    Object.fromEntries(printers.filter((one) => one.code !== code).map((one) => [one.code, one.name]));
  return (
    <section className="panel">
      <h2>{texts.waiting}</h2>
      <p className="hint">{texts.waitingHint}</p>
      {jobs.map((job) => (
        <article className="row" key={job.id}>
          <JobFacts job={job} view={view} />
          {view.maySay && (
            <div className="buttons">
              <Say job={job} word="take-back" says={texts.takeBack} view={view} />
              {printers.length > 1 && (
                <PostForm action={SAY_PATH} hidden={{ id: job.id, word: 'move' }}>
                  <FormChoice caption={texts.move} name="printer" choices={others(job.printer)} />
                  <button className="button" aria-label={`${texts.doMove}: ${labelName(job, view)}`}>
                    {texts.doMove}
                  </button>
                </PostForm>
              )}
            </div>
          )}
        </article>
      ))}
    </section>
  );
}

/** The states by which jobs are found; `open`: of which nobody knows. */
export const soughtStates = ['open', 'queued', 'sending', 'printed', 'refused'] as const;

function AllJobs({ shown, view }: PartProps) {
  const { texts, printers } = view;
  const { jobs, wish, older } = shown;
  const query = new URLSearchParams({
    ...(wish.printer !== undefined && { printer: wish.printer }),
    ...(wish.state !== undefined && { state: wish.state }),
  }).toString();
  const found = query === '' ? '' : `?${query}`;
  return (
    <>
      <h2>{texts.jobs}</h2>
      <form className="finder" method="get" action={PRINTERS}>
        <FormChoice
          caption={texts.columns.printer}
          name="printer"
          choices={Object.fromEntries(printers.map(({ code, name }) => [code, name]))}
          none={texts.any}
          chosen={wish.printer}
        />
        <FormChoice
          caption={texts.columns.state}
          name="state"
          choices={Object.fromEntries(soughtStates.map((state) => [state, stateWord(state, view)]))}
          none={texts.any}
          chosen={wish.state}
        />
        <button className="button">{texts.doFind}</button>
      </form>
      <div data-live>
        <Table
          names={['made', 'printer', 'label', 'handheld', 'worker', 'state', 'labels'].map(
            (name) => texts.columns[name as keyof typeof texts.columns],
          )}
          rows={jobs.map((job) => [
            <Time at={job.madeAt} key="made" />,
            <AsItIs text={printerName(job.printer, view)} key="printer" />,
            <LabelLink job={job} view={view} key="label" />,
            <AsItIs text={askedBy(job, view)} key="asker" />,
            <AsItIs text={workerCalled(job, view)} key="worker" />,
            <JobState job={job} view={view} key="state" />,
            job.labels === undefined ? '' : String(job.labels),
          ])}
          none={texts.noneFound}
        />
      </div>
      <p className="buttons">
        {older !== undefined && <ButtonLink to={older}>{texts.older}</ButtonLink>}
        <ButtonLink to={`${PRINTERS}/csv${found}`}>{view.ledger.csv}</ButtonLink>
        <ButtonLink to={`${PRINTERS}/lines${found}`}>{view.ledger.jsonLines}</ButtonLink>
      </p>
    </>
  );
}

/** The way to the picture of a job's label. */
export function PictureLink({ job, view }: JobProps) {
  return (
    <p>
      <a href={`${PICTURE_PATH}?id=${encodeURIComponent(job.id)}`}>{view.texts.picture}</a>
    </p>
  );
}

function stateWord(state: (typeof soughtStates)[number], { language, ledger }: PrintersView): string {
  if (state === 'open') return ledger.unconfirmed;
  return jobWords({ state }, language).state;
}
