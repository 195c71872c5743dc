import { decimalText } from '#contract/decimal.ts';
import { localIn, offsetText } from '#office/pages/zoneTime.ts';
import type { CountedShift } from './countShift.ts';
import type { ShiftTime } from './shiftAsked.ts';
import { type EndTally, mainEnds } from './shiftSums.ts';
import { type ShiftView, doubtText, otherText, reasonText, taskName } from './shiftView.ts';

/** The columns of a file of sums. */
export const SHIFT_COLUMNS = [
  'part',
  'id',
  'name',
  'from',
  'fromLocal',
  'many',
  ...mainEnds,
  'lookUps',
  'doubts',
  'weight',
  'unit',
  'packages',
] as const;

/** A line of such a file. */
export type ShiftRow = { readonly [Column in (typeof SHIFT_COLUMNS)[number]]?: string | number | undefined };

/** Makes the lines of all sums that the page shows: a time, and its tasks, workers, hours or days, refusals, doubts and other ends. */
export function shiftRows({ time, unit, sums, countedFrom }: CountedShift, view: ShiftView): readonly ShiftRow[] {
  const at = (start: number): ShiftRow => ({ from: new Date(start).toISOString(), fromLocal: localTime(start, time) });
  const said = view.workers ? sums.workers : [];
  return [
    { part: 'time', id: 'until', ...at(time.until) },
    { part: 'all', ...at(countedFrom ?? time.from), ...tallyOf(sums.all), lookUps: sums.all.lookUps },
    ...sums.tasks.map((task) => ({
      part: task.isLookUp ? 'look-up' : 'task',
      id: task.operation,
      name: taskName(task, view),
      ...tallyOf(task),
      ...(task.weight && { weight: decimalText(task.weight), unit: view.unit }),
      ...(task.packages > 0 && { packages: task.packages }),
    })),
    ...said.map(({ worker, lookUps, ...tally }) => ({
      part: 'worker',
      id: worker,
      name: view.workers?.get(worker),
      ...tallyOf(tally),
      lookUps,
    })),
    ...sums.spans.map(({ start, lookUps, doubts, ...tally }) => ({
      part: unit,
      ...at(start),
      ...tallyOf(tally),
      lookUps,
      doubts,
    })),
    ...sums.reasons.map((sum) => ({
      part: 'refusal',
      name: reasonText(sum, view),
      many: sum.many,
      lookUps: sum.lookUps,
    })),
    ...(sums.otherReasons > 0 ? [{ part: 'refusal', name: view.texts.otherReasons, many: sums.otherReasons }] : []),
    ...sums.doubts.map(({ many, ...doubt }) => ({
      part: 'doubt',
      id: [doubt.by, doubt.says].filter(Boolean).join(' '),
      name: doubtText(doubt, view),
      many,
    })),
    ...(['mistakes', 'notSent'] as const).map((kind) => ({
      part: 'wrong',
      id: kind,
      name: view.texts.wrong[kind],
      many: sums[kind].many,
    })),
    ...Object.entries(sums.others).map(([end, many]) => ({
      part: 'other',
      id: end,
      name: otherText(end as keyof typeof sums.others, view),
      many,
    })),
  ];
}

function tallyOf(tally: EndTally): EndTally {
  const { done, refused, open, other } = tally;
  return { done, refused, open, other };
}

function localTime(at: number, { zone }: ShiftTime): string {
  return `${localIn(at, zone)} ${offsetText(at, zone)}`;
}
