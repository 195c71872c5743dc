import type { Call } from '#contract/call.ts';
import type { createPrintsOf } from '#outbox/printsOf.ts';
import type { Doubt } from '#tasks/intake/taskFlow.ts';
import { words } from '#i18n/words.ts';

/** The calls of this handheld that asked for a label of a code. */
export type PrintsOf = ReturnType<typeof createPrintsOf>;

/** Whether another copy of a label is wanted is asked before it is saved. */
export async function doubtCopy(printsOf: PrintsOf, { operation, parameters }: Call): Promise<Doubt | undefined> {
  const code = new Map(parameters).get('code') ?? '';
  const before = await printsOf(operation, code);
  const copy = before.length + 1;
  return before.length === 0 ? undefined : { sentence: words('print').copyAsked({ code, copy }), copy };
}
