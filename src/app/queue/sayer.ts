import { isOfDesk } from '#contract/decision.ts';
import type { SiteWorker } from '#site/site.ts';
import { workerName } from '#device/workers.ts';
import { mistakeWords } from '#i18n/words/mistake.ts';

/** Names whoever said a word about a call: a worker, a person at the desk, or the desk where no name is known. */
export function sayerName(workers: readonly SiteWorker[] | undefined, by: string): string {
  return isOfDesk(by) ? mistakeWords().desk : workerName(workers, by);
}
