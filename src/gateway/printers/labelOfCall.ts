import type { Ledger } from '#ledger/ledger.ts';
import { labelIn } from '#site/answer/labelIn.ts';
import type { SitePrinter } from '#site/printers.ts';
import { classify } from '#wire/classify.ts';
import type { WireNames } from '#wire/names.ts';

/** Returns the label of a call in a language of printers. `no-call`: the ledger has no answer of it. `no-label`: that has none. */
export type LabelOfCall = (
  call: string,
  language: SitePrinter['language'],
) => Promise<{ readonly text: string } | 'no-call' | 'no-label'>;

/** Makes what finds labels in the ledger's own replies: what a handheld says is on one is not asked. */
export function createLabelOfCall(ledger: Pick<Ledger, 'find'>, names: WireNames): LabelOfCall {
  return async (call, language) => {
    const row = await ledger.find(call);
    if (row?.state !== 'answered' || !row.reply) return 'no-call';
    const outcome = classify(row.reply, names);
    const text = outcome.kind === 'answered' && outcome.text !== null ? labelIn(outcome.text, language) : undefined;
    return text === undefined ? 'no-label' : { text };
  };
}
