import type { SiteConfiguration } from '#contract/site.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import { type Asking, type Made, refused } from '#gateway/pages/forSupervisor.ts';
import type { PageFacts } from '#gateway/pages/page.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { NotKept, type SiteEditor } from '#gateway/site/siteEditor.ts';
import type { SiteState } from '#gateway/site/siteSource.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { Said } from './setupFrame.ts';

/** What the set-up is put together from. */
export interface SetupParts {
  readonly settings: Pick<
    Settings,
    'upstreamUrl' | 'upstreamBinding' | 'upstreamApiKey' | 'names' | 'dataDir' | 'databaseUrl' | 'doubts'
  >;
  readonly calls: CallSettings;
  readonly dispatch: Pick<Dispatch, 'pass'>;
  /** Absent: the stand-in. */
  readonly check?: Pick<UpstreamCheck, 'report' | 'again' | 'asked'> | undefined;
  readonly upstreamTls?: UpstreamTls | undefined;
  readonly ledger: Pick<Ledger, 'probe'>;
  readonly reader: LedgerReader;
  readonly editor: SiteEditor;
  readonly site: () => SiteConfiguration;
  readonly siteState: () => SiteState;
}

/** Changes the site's file, and shows a page that says so, or why it was not and what should stand there. */
export function keeping(
  { facts, request }: Asking,
  change: () => void,
  page: (facts: PageFacts, said: Said) => string,
): Made {
  try {
    change();
    request.log.warn({}, 'the site file was changed by the set-up');
    return page(facts, { kept: true });
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return refused(facts, error.message, (wrong) => page(wrong, { unwritten: error.text }));
  }
}
