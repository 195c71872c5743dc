import type { Call } from '#contract/call.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { type Looked, type Weight, doubtWeight, unitName, weightOf } from './weightCheck.ts';
import { words } from '#i18n/words.ts';

/** How many calls back the last weight of a code is looked for: a shift or more. */
const CALLS_BACK = 500;

/**
 * The question that a weight raises before it is saved.
 *
 * @returns for a call, and what the service last said of the object in hand, one sentence, or `undefined` where nothing is amiss.
 */
export function weightQuestion({
  outbox,
  site,
}: Pick<Handheld, 'outbox' | 'site'>): (call: Call, looked: Looked | undefined) => Promise<string | undefined> {
  return async (call, looked) => {
    if (!weightOf(call)) return undefined;
    const newest = await outbox.newest();
    const earlier = await outbox.since(Math.max(0, newest - CALLS_BACK), CALLS_BACK);
    const doubt = doubtWeight(site(), call, earlier, looked);
    if (!doubt) return undefined;
    const shown = (weight: Weight): string => {
      const unit = weight.unit === undefined ? undefined : unitName(site(), weight);
      return unit === undefined ? weight.text : words('weight').withUnit({ text: weight.text, unit });
    };
    return doubt.kind === 'jump'
      ? words('weight').jump({ weight: shown(doubt.weight), last: shown(doubt.last) })
      : words('weight').most({ weight: shown(doubt.weight) });
  };
}
