import { type ReadBack, readBackOf, ruleSays } from '#contract/readBack.ts';
import type { Found } from './useReadBacks.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { ago } from '#i18n/ago.ts';
import { shownTime } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';

/** A call may take effect this long after it was sent: until then “not done” is no evidence. Assumption A-08. */
const SETTLES_WITHIN_MS = 130_000;

/** An answer of so long ago is said with its age. */
const SAID_NOW_MS = 60_000;

/** What the site's look-up shows of a call, as it is now; nothing where its rule is not sure. @param now - Unix ms */
export function readBackSaid(
  call: QueuedCall,
  readBacks: readonly ReadBack[],
  found: Found | undefined,
  now: number,
): string | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (!readBack || found === undefined || found === 'loading' || !found.fresh || !found.answer) return undefined;
  const { text, at } = found.answer;
  const says = ruleSays(readBack, call, text);
  if (says === undefined) return undefined;
  const { deliveryCode, storeCode } = Object.fromEntries(call.parameters);
  const fact =
    call.operation === 'RevertOff' && deliveryCode && storeCode
      ? words('call').onShelf[says]({ delivery: deliveryCode, shelf: storeCode })
      : words('call').ruleSays[says]({ call: subjectOf(call) });
  const settlesAt = call.changedAt + SETTLES_WITHIN_MS;
  const isEarly = says === 'not-done' && at < settlesAt && settlesAt - at <= SETTLES_WITHIN_MS;
  return [
    fact,
    ...(now - at >= SAID_NOW_MS ? [words('lookUp').fresh({ ago: ago(now - at) })] : []),
    ...(isEarly
      ? [words('call').tooEarly({ at: shownTime(settlesAt, { timeStyle: 'medium', hourCycle: 'h23' }) })]
      : []),
    ...(says === 'done' && readBack.confirmedBy === undefined ? [words('call').ruleUnconfirmed] : []),
  ].join(' ');
}
