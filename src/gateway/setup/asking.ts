import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfiguration } from '#contract/site.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import { type PageFacts, replyWithPage } from '#gateway/pages/page.ts';
import { type Supervisor, fieldsOf } from '#gateway/pages/supervisorRoutes.ts';
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

/** A request for a page of the set-up, of somebody who may see it. */
export interface Asking {
  readonly request: FastifyRequest;
  readonly facts: PageFacts;
  /** Of a form that was posted; else of the address. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page, or where to go. */
export type Made = string | { readonly page: string; readonly status: number } | { readonly to: string };

/** A handler for those who may see the page. */
export function forSupervisor(supervisor: Supervisor, make: (asking: Asking) => Made | Promise<Made>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const fields = request.method === 'POST' ? fieldsOf(request) : textsOf(request.query);
    const made = await make({ request, facts: supervisor.factsOf(request), fields });
    if (typeof made === 'string') return replyWithPage(reply, made);
    if ('to' in made) return reply.redirect(made.to, 303);
    return replyWithPage(reply.code(made.status), made.page);
  };
}

/** A page with one sentence on what is wrong. */
export function refused(facts: PageFacts, problem: string, page: (facts: PageFacts) => string): Made {
  return { page: page({ ...facts, problem }), status: 422 };
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

function textsOf(query: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
