import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toldPrinters } from '#site/printers.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { Copied, Rotation } from '#contract/rotation.ts';
import { refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { handheldRow } from '#ledger/handheldRow.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { decodeReport, type HandheldReport } from '#wire/report.ts';
import { type Hello, REPORT_HEADER, ROTATION_HEADER, decodeRotation } from '#wire/hello.ts';
import { withKeyless } from '#site/keyless.ts';
import type { AskedUpdates } from './askedUpdates.ts';
import type { DeskAsking } from './deskAsks.ts';
import type { KeylessAnswer } from './keylessAnswer.ts';
import { describedSiteSchema } from './siteDescriptions.ts';

/** The facts that the gateway tells of itself. */
export interface OwnFacts {
  readonly ledger: Ledger;
  readonly site: () => SiteConfiguration;
  readonly keyless: KeylessAnswer;
  readonly upstreamKind: Hello['upstream'];
  readonly version: string;
  readonly updates: Pick<AskedUpdates, 'isAsked'>;
  readonly desk: Pick<DeskAsking, 'asksOf' | 'takeReport'>;
  /** Source: `keyGenerationOf`. */
  readonly keyGeneration?: string | undefined;
  /** Tells whether the handheld that asks is enrolled; `undefined`: it need not be, or nobody knows. */
  readonly isEnrolled: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean | undefined>;
  /** Rotates the number of the storage that asks; never throws. @returns how surely it was copied; `undefined`: it was not. */
  readonly rotate: (rotation: Rotation, request: FastifyRequest) => Promise<Copied | undefined>;
  /** Notes for the board that a handheld was there. @param at - the ledger's time, Unix ms. @param report - absent: it said nothing more. */
  readonly saw: (request: FastifyRequest, at: number, report: HandheldReport | undefined) => void;
}

/** Adds `/gateway/hello`, `/gateway/site` with its schema, and `/gateway/reset`. Source: docs/gateway.md. */
export function addOwnRoutes(app: FastifyInstance, facts: OwnFacts): void {
  const { ledger, upstreamKind: upstream, version, keyGeneration } = facts;

  app.get<{ Querystring: { nonce?: unknown } }>('/gateway/hello', async (request, reply) => {
    const nonce = request.query.nonce ?? '';
    if (typeof nonce !== 'string' || nonce.length > 200) {
      return replyWith(reply, refusal('nonce: expected one text of at most 200 characters.'));
    }
    const enrolled = await facts.isEnrolled(request, reply);
    const rotation = enrolled === false ? undefined : decodeRotation(String(request.headers[ROTATION_HEADER] ?? ''));
    const report = enrolled === false ? undefined : decodeReport(String(request.headers[REPORT_HEADER] ?? ''));
    const row = enrolled === false ? undefined : handheldRow(request.device, report?.id);
    const [now, copied, takeUpdate, desk] = await Promise.all([
      ledger.tell(),
      rotation && facts.rotate(rotation, request),
      facts.updates.isAsked(),
      row === undefined ? undefined : facts.desk.asksOf(row),
    ]);
    if (enrolled !== false) facts.saw(request, ledger.now(), report);
    const known = {
      ...(copied && { copied }),
      ...(takeUpdate && { takeUpdate }),
      ...(desk && { desk }),
      ...(enrolled !== undefined && { enrolled }),
      ...(keyGeneration !== undefined && { keyGeneration }),
    };
    const hello: Hello = { nonce, epoch: ledger.epoch, version, upstream, now, decisions: true, ...known };
    return replyWithJson(reply, hello);
  });

  app.get('/gateway/site', async (_request, reply) =>
    replyWithJson(reply, told(withKeyless(facts.site(), await facts.keyless.text()))),
  );
  const schema = describedSiteSchema();
  app.get('/gateway/site/schema', (_request, reply) => replyWithJson(reply, schema));

  // Makes the asking browser forget this origin with its cookies, which no script can. The gateway changes nothing, and has
  // refused other sites' pages before (`refuseOtherSites`). Source: Clear Site Data, W3C.
  app.post('/gateway/reset', (_request, reply) =>
    reply.code(204).headers({ 'clear-site-data': '"cache", "cookies", "storage"', 'cache-control': 'no-store' }).send(),
  );
}

/** Returns the site as handhelds are told it: without the addresses of its printers. */
function told(site: SiteConfiguration): SiteConfiguration {
  return { ...site, ...(site.printers && { printers: toldPrinters(site.printers) }) };
}
