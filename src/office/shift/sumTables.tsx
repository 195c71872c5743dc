import { callAddress, pathOfPage } from '#office/pages/page.ts';
import type { ReactNode } from 'react';
import { AsItIs, Table } from '#office/pages/parts.tsx';

import type { CountedShift } from './countShift.ts';
import { type ShiftTime, onlyDay } from './shiftAsked.ts';
import { type SeveralCalls, type EndTally, mainEnds } from './shiftSums.ts';
import { type ShiftView, callTime, otherText, reasonText, taskName, weightShown, workerShown } from './shiftView.ts';

/** The reasons that stand in the table, and the workers. */
const SHOWN_REASONS = 50;
const SHOWN_WORKERS = 200;

export interface SumsProps {
  readonly shift: CountedShift;
  readonly view: ShiftView;
}

/** Returns the address of a search of the ledger in a time; of more than one day it is that of all. */
export function searchOf(asked: Readonly<Record<string, string>>, time: ShiftTime): string {
  const day = onlyDay(time);
  const when = day === undefined ? {} : { day, zone: time.zone };
  return `${pathOfPage('ledger')}?${new URLSearchParams({ ...asked, ...when }).toString()}`;
}

/** The ways to the newest calls of a kind, each by when it came. */
export function Newest({ calls, time }: { readonly calls: SeveralCalls['newest']; readonly time: ShiftTime }) {
  return calls.map(({ key, receivedAt }) => (
    <a href={callAddress(key)} title={key} key={key}>
      {callTime(receivedAt, time)}
    </a>
  ));
}

export function numberIn(number: number, language: string): string {
  return new Intl.NumberFormat(language).format(number);
}

/** The cells of a tally: a zero is left out where a row is a card. */
export function tallyCells(tally: EndTally, view: ShiftView) {
  return mainEnds.map((end) => numberCell(tally[end], view));
}

/** A cell with a number. */
export function numberCell(number: number, { language }: ShiftView) {
  return {
    shown: numberIn(number, language),
    tag: { 'data-number': true as const, 'data-zero': number === 0 || undefined },
  };
}

/** A cell that heads its row. */
export function headCell(shown: ReactNode) {
  return { shown, tag: { 'data-name': undefined, 'data-head': true as const } };
}

export function TasksPart({ shift: { sums, time }, view }: SumsProps) {
  const { texts } = view;
  const tables = [
    { title: texts.byTask, tasks: sums.tasks.filter(({ isLookUp }) => !isLookUp) },
    { title: texts.lookUps, tasks: sums.tasks.filter(({ isLookUp }) => isLookUp) },
  ];
  return tables.map(({ title, tasks }) => {
    if (tasks.length === 0) return null;
    const hasWeight = tasks.some(({ weight }) => weight);
    const hasPackages = tasks.some(({ packages }) => packages > 0);
    const names = [
      texts.task,
      ...mainEnds.map((end) => texts.ends[end]),
      ...(hasWeight ? [texts.weight] : []),
      ...(hasPackages ? [texts.packages] : []),
    ];
    const rows = tasks.map((task) => [
      headCell(<a href={searchOf({ operation: task.operation }, time)}>{taskName(task, view)}</a>),
      ...tallyCells(task, view),
      ...(hasWeight ? [{ shown: weightShown(task, view), tag: { 'data-number': true as const } }] : []),
      ...(hasPackages ? [numberCell(task.packages, view)] : []),
    ]);
    return (
      <section key={title}>
        <h2>{title}</h2>
        <Table names={names} rows={rows} className="sums" />
      </section>
    );
  });
}

export function WorkersPart({ shift: { sums, time }, view }: SumsProps) {
  const { texts, workers } = view;
  if (!workers || sums.workers.length === 0) return null;
  const rows = sums.workers.slice(0, SHOWN_WORKERS).map(({ worker, lookUps, ...tally }) => [
    headCell(
      <a href={searchOf({ worker }, time)}>
        <AsItIs text={workerShown(worker, view)} />
      </a>,
    ),
    ...tallyCells(tally, view),
    numberCell(lookUps, view),
  ]);
  return (
    <section>
      <h2>{texts.byWorker}</h2>
      <Table
        names={[texts.worker, ...mainEnds.map((end) => texts.ends[end]), texts.lookUps]}
        rows={rows}
        className="sums"
      />
    </section>
  );
}

export function ReasonsPart({ shift: { sums, time }, view }: SumsProps) {
  const { texts } = view;
  const { reasons, otherReasons } = sums;
  if (reasons.length === 0) return null;
  const shown = reasons.slice(0, SHOWN_REASONS);
  const more = reasons.slice(SHOWN_REASONS).reduce((sum, { many }) => sum + many, otherReasons);
  const rows = shown.map((sum) => [
    headCell(reasonText(sum, view)),
    numberCell(sum.many - sum.lookUps, view),
    numberCell(sum.lookUps, view),
    {
      shown: (
        <span className="wrong-ways">
          <Newest calls={sum.newest} time={time} />
        </span>
      ),
      tag: {},
    },
  ]);
  return (
    <section id="reasons">
      <h2>{texts.byReason}</h2>
      <Table names={[texts.reason, texts.work, texts.lookUps, texts.newest]} rows={rows} className="sums" />
      {more > 0 && <p>{texts.moreReasons({ many: more })}</p>}
      <p>
        <a href={searchOf({ state: 'refused' }, time)}>{texts.allRefused}</a>
      </p>
    </section>
  );
}

export function OthersPart({ shift: { sums }, view }: SumsProps) {
  const { texts } = view;
  const ends = Object.entries(sums.others) as [keyof typeof sums.others, number][];
  if (ends.length === 0) return null;
  return (
    <section>
      <h2>{texts.ends.other}</h2>
      <Table
        names={[texts.end, texts.calls]}
        rows={ends.map(([end, many]) => [headCell(otherText(end, view)), numberCell(many, view)])}
        className="sums short"
      />
    </section>
  );
}
