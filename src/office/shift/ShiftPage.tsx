import { pathOfPage } from '#office/pages/page.ts';
import { AsItIs, ButtonLink, FormInput, Table } from '#office/pages/parts.tsx';
import type { CountedShift } from './countShift.ts';
import { Plot } from './plots.tsx';
import { type ShiftPreset, type ShiftTime, askedAs, fieldTime } from './shiftAsked.ts';
import { type MainEnd, type SeveralCalls, mainEnds } from './shiftSums.ts';
import { type ShiftView, columnName, doubtText, reasonText, spanName } from './shiftView.ts';
import {
  Newest,
  OthersPart,
  ReasonsPart,
  type SumsProps,
  TasksPart,
  WorkersPart,
  headCell,
  numberCell,
  numberIn,
  searchOf,
  tallyCells,
} from './sumTables.tsx';

const SHIFT = pathOfPage('shift');
/** The reasons that stand first. */
const FIRST_REASONS = 3;

interface ShiftPageProps {
  /** Absent: only the choice of a time is shown. */
  readonly shift?: CountedShift | undefined;
  readonly time: ShiftTime;
  /** The times that are offered. */
  readonly presets: readonly ShiftPreset[];
  readonly view: ShiftView;
}

/** The shift at a glance: what went wrong first, then what was done, by hour, task and worker, and how doubts were settled. */
export function ShiftPage({ shift, time, presets, view }: ShiftPageProps) {
  const { texts } = view;
  return (
    <>
      <TimeChoice time={time} presets={presets} view={view} />
      {shift && <Sums shift={shift} view={view} />}
      {shift && (
        <p>
          <ButtonLink to={addressOf(time, '/csv')}>{texts.csv}</ButtonLink>{' '}
          <ButtonLink to={addressOf(time, '/lines')}>{texts.lines}</ButtonLink>
        </p>
      )}
    </>
  );
}

function addressOf(time: ShiftTime, below = ''): string {
  return `${SHIFT}${below}?${new URLSearchParams(askedAs(time)).toString()}`;
}

/** Shows a time in the site's zone, whatever the reader's is. */
function ShownTime({ time: { from, until, zone }, view }: { readonly time: ShiftTime; readonly view: ShiftView }) {
  const clock = new Intl.DateTimeFormat(view.language === 'en' ? 'en-GB' : view.language, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (
    <p className="shown-time">
      <strong>
        {clock.format(from)} – {clock.format(until)}
      </strong>{' '}
      <span className="hint">
        <AsItIs text={zone} />
      </span>
    </p>
  );
}

/** The times that one tap chooses, and the form for any other. */
function TimeChoice({ time, presets, view }: Omit<ShiftPageProps, 'shift'>) {
  const { texts } = view;
  const { from, until, zone, preset } = time;
  return (
    <div className="shift-head">
      <nav className="presets" aria-label={texts.times}>
        {presets.map((one) => (
          <a
            className="button"
            href={`${SHIFT}?show=${one}`}
            aria-current={one === preset ? 'true' : undefined}
            key={one}
          >
            {texts.presets[one]}
          </a>
        ))}
      </nav>
      <details className="panel" open={preset === undefined}>
        <summary className="button">{texts.otherTime}</summary>
        <form method="get" action={SHIFT}>
          <div className="fields">
            <FormInput caption={texts.from} name="from" type="datetime-local" value={fieldTime(from, zone)} required />
            <FormInput caption={texts.until} name="until" type="datetime-local" value={fieldTime(until, zone)} />
          </div>
          <button className="button button-primary">{texts.show}</button>
        </form>
      </details>
      <ShownTime time={time} view={view} />
    </div>
  );
}

function Sums({ shift, view }: SumsProps) {
  const { sums, countedFrom, time } = shift;
  const { texts } = view;
  const { all } = sums;
  const isEmpty = mainEnds.every((end) => all[end] === 0) && all.lookUps === 0;
  return (
    <>
      {countedFrom !== undefined && (
        <p className="note said-repeat" role="status">
          {texts.cut({ since: fieldTime(countedFrom, time.zone).replace('T', ' ') })}
        </p>
      )}
      <WhatWentWrong shift={shift} view={view} />
      {isEmpty ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <Figures shift={shift} view={view} />
          <DonePlot shift={shift} view={view} />
          <DoubtsPart shift={shift} view={view} />
          <TasksPart shift={shift} view={view} />
          <WorkersPart shift={shift} view={view} />
          <ReasonsPart shift={shift} view={view} />
          <OthersPart shift={shift} view={view} />
        </>
      )}
    </>
  );
}

interface WrongProps {
  readonly calls: SeveralCalls;
  readonly mood: 'bad' | 'check';
  readonly title: string;
  readonly time: ShiftTime;
  readonly view: ShiftView;
  /** The way to all of them. */
  readonly to?: string;
}

/** One thing that went wrong, how often, and the way to its newest calls. */
function Wrong({ calls: { many, newest }, mood, title, time, view: { texts, language }, to }: WrongProps) {
  if (many === 0) return null;
  return (
    <li className={`row is-${mood}`}>
      <span className="headline">{numberIn(many, language)}</span>
      <span className="wrong-what">{title}</span>
      <span className="wrong-ways">
        <Newest calls={newest} time={time} />
        {to !== undefined && <a href={to}>{texts.allOfThem}</a>}
      </span>
    </li>
  );
}

function WhatWentWrong({ shift: { sums, time }, view }: SumsProps) {
  const { texts } = view;
  const { open, mistakes, unclassified, notSent, reasons } = sums;
  const first = reasons.slice(0, FIRST_REASONS);
  const isAny = [open, mistakes, unclassified, notSent, ...first].some(({ many }) => many > 0);
  const refused = searchOf({ state: 'refused' }, time);
  const wrongs = [
    { calls: open, mood: 'check', title: texts.wrong.open, to: searchOf({ state: 'outcome-unknown' }, time) },
    { calls: mistakes, mood: 'check', title: texts.wrong.mistakes, to: pathOfPage('ledger') },
    ...first.map((sum) => ({ calls: sum, mood: 'bad', title: reasonText(sum, view), to: refused }) as const),
    { calls: unclassified, mood: 'bad', title: texts.wrong.unclassified, to: searchOf({ state: 'answered' }, time) },
    { calls: notSent, mood: 'bad', title: texts.wrong.notSent, to: searchOf({ state: 'received' }, time) },
  ] as const;
  return (
    <section>
      <h2>{texts.wentWrong}</h2>
      {!isAny && <p className="note said-saved">{texts.allWell}</p>}
      <ul className="wrongs">
        {wrongs.map((wrong, at) => (
          <Wrong {...wrong} time={time} view={view} key={at} />
        ))}
      </ul>
      {reasons.length > FIRST_REASONS && (
        <p>
          <a href="#reasons">{texts.allReasons}</a>
        </p>
      )}
    </section>
  );
}

/** The styles of figures that are not 0. */
const figureMoods: Readonly<Partial<Record<MainEnd, string>>> = { refused: 'is-bad', open: 'is-check' };

/** Figures of what was done. */
function Figures({ shift: { sums }, view }: SumsProps) {
  const { texts, language } = view;
  const { all, tasks } = sums;
  const packages = tasks.reduce((sum, task) => sum + task.packages, 0);
  const figures: readonly (readonly [name: string, shown: string, mood?: string | undefined])[] = [
    ...mainEnds.map(
      (end) => [texts.ends[end], numberIn(all[end], language), all[end] > 0 ? figureMoods[end] : undefined] as const,
    ),
    [texts.lookUps, numberIn(all.lookUps, language)],
    ...(packages > 0 ? [[texts.packages, numberIn(packages, language)] as const] : []),
  ];
  return (
    <section>
      <h2>{texts.inAll}</h2>
      <dl className="figures">
        {figures.map(([name, shown, mood]) => (
          <div className={`row ${mood ?? ''}`.trim()} key={name}>
            <dt>{name}</dt>
            <dd className="headline">{shown}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function DonePlot({ shift: { sums, time, unit }, view }: SumsProps) {
  const { texts, language } = view;
  const { spans } = sums;
  const title = unit === 'hour' ? texts.byHour : texts.byDay;
  const names = [texts[unit], ...mainEnds.map((end) => texts.ends[end]), texts.lookUps];
  const rows = spans.map((span) => [
    headCell(spanName(span.start, unit, time)),
    ...tallyCells(span, view),
    numberCell(span.lookUps, view),
  ]);
  const busiest = spans.reduce((most, span) => (span.done > (most?.done ?? 0) ? span : most), spans[0]);
  return (
    <section>
      <h2>{title}</h2>
      <Plot
        caption={texts.donePlot({
          title,
          name: busiest ? spanName(busiest.start, unit, time) : '–',
          many: busiest?.done ?? 0,
        })}
        kinds={['is-done', 'is-refused']}
        columns={spans.map((span) => ({
          name: columnName(span.start, unit, time),
          said: `${spanName(span.start, unit, time)}: ${texts.ends.done} ${span.done}, ${texts.ends.refused} ${span.refused}`,
          parts: [span.done, span.refused],
        }))}
        numberText={(number) => numberIn(number, language)}
      />
      <p className="legend">
        <span className="key is-done">{texts.ends.done}</span>{' '}
        <span className="key is-refused">{texts.ends.refused}</span>
      </p>
      <details>
        <summary className="button">{texts.asTable}</summary>
        <Table names={names} rows={rows} className="sums" />
      </details>
    </section>
  );
}

function DoubtsPart({ shift: { sums, time, unit }, view }: SumsProps) {
  const { texts, language } = view;
  const all = sums.doubts.reduce((sum, { many }) => sum + many, 0);
  if (all === 0) return null;
  return (
    <section>
      <h2>{texts.doubts}</h2>
      <p className="hint">{texts.doubtsHint}</p>
      <Plot
        caption={texts.doubtsPlot({ many: all, open: sums.open.many })}
        kinds={['is-settled', 'is-open']}
        columns={sums.spans.map((span) => ({
          name: columnName(span.start, unit, time),
          said: `${spanName(span.start, unit, time)}: ${span.doubts}`,
          parts: [Math.max(0, span.doubts - span.open), Math.min(span.open, span.doubts)],
        }))}
        numberText={(number) => numberIn(number, language)}
      />
      <p className="legend">
        <span className="key is-settled">{texts.settled}</span> <span className="key is-open">{texts.ends.open}</span>
      </p>
      <Table
        names={[texts.howSettled, texts.calls]}
        rows={sums.doubts.map((doubt) => [headCell(doubtText(doubt, view)), numberCell(doubt.many, view)])}
        className="sums short"
      />
    </section>
  );
}
