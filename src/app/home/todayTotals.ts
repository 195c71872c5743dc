import { type Decimal, decimalText, plusDecimal, timesDecimal } from '#contract/decimal.ts';
import { operationOf } from '#contract/catalogue.ts';
import type { DoneCall } from '#outbox/store/doneToday.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { knownGrams, weightOf } from '#tasks/weight/weightOf.ts';

/** A worker's day at one kind of work. */
export interface TodayTotal {
  readonly name: string;
  readonly many: number;
  /** Kilograms as digits with a point: each thing's last weight; absent where no weight was saved, or its unit is not known. */
  readonly kilograms?: string;
  /** Calls an hour; absent where they were too few, or within too short a time. */
  readonly perHour?: number;
}

/** In less than so many milliseconds no pace is told: two scans one after the other are none. */
const LEAST_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const FROM_GRAMS: Decimal = { digits: 1n, scale: 3 };

/**
 * Sums up the calls of a day by what a worker calls them, the most first.
 *
 * @param from - the day's midnight, Unix ms: what was scanned before it says nothing of the pace of this day.
 */
export function todayTotals(
  site: Pick<SiteConfiguration, 'weightUnits'>,
  calls: Iterable<DoneCall>,
  from: number,
): readonly TodayTotal[] {
  const groups = new Map<string, DoneCall[]>();
  for (const call of calls) {
    const name = callName(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return [...groups]
    .map(([name, group]) => ({ name, many: group.length, ...kilogramsOf(site, group), ...perHourOf(group, from) }))
    .sort((one, other) => other.many - one.many || one.name.localeCompare(other.name));
}

/** Adds up the last weight of each thing. Of one whose unit nobody has said nothing is added up at all. */
function kilogramsOf(
  site: Pick<SiteConfiguration, 'weightUnits'>,
  group: readonly DoneCall[],
): Pick<TodayTotal, 'kilograms'> {
  const ofThings = new Map<string, Decimal | undefined>();
  for (const call of [...group].sort((one, other) => one.enqueuedAt - other.enqueuedAt)) {
    const weight = weightOf(call);
    if (!weight) continue;
    const { lane } = operationOf(call.operation);
    const thing = new Map<string, string>(call.parameters).get(lane ?? '') ?? '';
    ofThings.set(thing, knownGrams(site, weight));
  }
  const grams = [...ofThings.values()];
  if (grams.length === 0 || grams.includes(undefined)) return {};
  const sum = grams.reduce<Decimal>((all, one) => (one ? plusDecimal(all, one) : all), { digits: 0n, scale: 0 });
  return { kilograms: decimalText(timesDecimal(sum, FROM_GRAMS)) };
}

/** Returns the pace from the first scan of the day to its last one. */
function perHourOf(group: readonly DoneCall[], from: number): Pick<TodayTotal, 'perHour'> {
  const times = group.map(({ enqueuedAt }) => enqueuedAt).filter((at) => at >= from);
  const took = Math.max(...times) - Math.min(...times);
  return times.length > 1 && took >= LEAST_MS ? { perHour: Math.round(((times.length - 1) * HOUR_MS) / took) } : {};
}
