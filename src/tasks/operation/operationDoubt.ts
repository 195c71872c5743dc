import type { Call } from '#contract/call.ts';
import { operationOf } from '#contract/catalogue.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import type { Doubt } from '#tasks/intake/taskFlow.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { doubtCopy } from '#tasks/print/doubtCopy.ts';
import { weightQuestion } from '#tasks/weight/weightQuestion.ts';

/** What is asked before any operation's call is saved: whether a second label is wanted, whether a weight is right. */
export function operationDoubt({
  outbox,
  site,
  kept,
}: Pick<Handheld, 'outbox' | 'site' | 'kept'>): (call: Call) => Promise<Doubt | undefined> {
  const doubtWeight = weightQuestion({ outbox, site });
  const printsOf = createPrintsOf({ since: outbox.since, getMany: outbox.getMany, kept });
  return async (call) => {
    if (operationOf(call.operation).effect !== 'print') {
      const sentence = await doubtWeight(call, undefined);
      return sentence === undefined ? undefined : { sentence };
    }
    return doubtCopy(printsOf, call);
  };
}
