import type { Call } from '#contract/call.ts';
import { operationOf } from '#contract/catalogue.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { weightQuestion } from '#tasks/weight/weightQuestion.ts';
import { printWords } from '#i18n/en/print.ts';

/** What is asked before any operation's call is saved: whether a second label is wanted, whether a weight is right. */
export function operationDoubt({
  outbox,
  site,
  kept,
}: Pick<Handheld, 'outbox' | 'site' | 'kept'>): (call: Call) => Promise<string | undefined> {
  const doubtWeight = weightQuestion({ outbox, site });
  const printsOf = createPrintsOf({ since: outbox.since, getMany: outbox.getMany, kept });
  return async (call) => {
    if (operationOf(call.operation).effect !== 'print') return doubtWeight(call, undefined);
    const code = new Map(call.parameters).get('code') ?? '';
    const before = await printsOf(call.operation, code);
    return before.length === 0 ? undefined : printWords.copyAsked(code, before.length + 1);
  };
}
