import type { WeightUnit } from '#contract/siteParts.ts';
import { type ScaleReading, inUnit } from '#device/scaleLines.ts';

/** A weight as a field takes it, and the unit that it is in. */
export interface TakenWeight {
  readonly text: string;
  /** Absent: as the scale says it, where nobody has named a unit. */
  readonly unit?: WeightUnit;
}

/**
 * What the scale says, in the unit that is asked for.
 *
 * @param units - the site's; empty where it names none.
 * @param chosen - the value of the unit that is chosen; absent: the scale's own where the site names it, else its first.
 * @returns `undefined` where nobody can say what it is in that unit.
 */
export function weightFrom(
  reading: ScaleReading,
  units: readonly WeightUnit[],
  chosen: string | undefined,
): TakenWeight | undefined {
  const unit = units.find(({ value }) => value === chosen) ?? units.find(isOf(reading)) ?? units[0];
  const text = inUnit(reading, unit?.grams);
  if (text === undefined) return undefined;
  return { text, ...(unit && { unit }) };
}

/** Whether a unit of the site is the one that the scale says. */
function isOf(reading: ScaleReading) {
  return ({ grams }: WeightUnit): boolean =>
    reading.unit !== undefined && inUnit({ ...reading, text: '1' }, grams) === '1';
}
