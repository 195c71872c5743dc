import type { LabelStands } from '#outbox/state/queuedCall.ts';
import { printingWhyWords } from '#i18n/words/printingWhy.ts';

/** Returns what keeps a label from a printer, or why nobody knows of it, in words; `undefined`: nothing was said. */
export function labelWhy({ job, is }: LabelStands): string | undefined {
  if (!job?.cause || !['printing', 'unknown', 'refused'].includes(is)) return undefined;
  const said = printingWhyWords().causes[job.cause];
  return job.detail === undefined ? said : `${said}: ${job.detail}`;
}
