import type { FastifyInstance } from 'fastify';
import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parametersOf } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { reads } from '#contract/siteSchemaParts.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';
import type { Supervisor } from '#gateway/pages/supervisorRoutes.ts';
import { type ProbeRow, probeService } from '#gateway/upstream/probeService.ts';
import type { SetupParts } from './asking.ts';
import { type Asking, type Made, forSupervisor, refused } from '#gateway/pages/forSupervisor.ts';
import { askRead } from './askRead.ts';
import { type ReadView, readPage } from './readPage.ts';
import { type KeySeen, type StorageFacts, serviceSteps } from './serviceSteps.ts';
import { SETUP, pathOfPart } from './setupFrame.ts';
import { addSiteParts } from './siteParts.ts';
import { ASK_AGAIN, stepsPage } from './stepsPage.ts';

const FIRST_READ: OperationName = 'ExistsDomesticDeliveryCode';

/**
 * `/gateway/setup`: from the service's address to a site's file, step by step, for a supervisor. Nothing is sent to the service but
 * what the check sends by itself, and a read that somebody asks for.
 */
export function addSetupRoutes(app: FastifyInstance, supervisor: Supervisor, parts: SetupParts): void {
  const { settings, check } = parts;
  let probed: readonly ProbeRow[] | undefined;
  let keySeen: KeySeen | undefined;

  app.get(
    SETUP,
    forSupervisor(supervisor, async ({ request, facts }) => {
      await check?.asked;
      const steps = serviceSteps({
        ...settings,
        report: check?.report(),
        keyThere: settings.upstreamApiKey !== undefined,
        keySeen,
        isSecure: clientOf(request).secure,
        host: request.headers.host ?? '',
        storage: await storageFacts(parts),
      });
      const { doubts } = settings;
      return stepsPage(facts, { steps, doubts, probed, site: parts.site(), siteFile: parts.editor.file });
    }),
  );

  app.post(
    ASK_AGAIN,
    forSupervisor(supervisor, async () => {
      const { upstreamUrl, names } = settings;
      const [rows] = await Promise.all([
        upstreamUrl && probeService(upstreamUrl, names, parts.upstreamTls),
        check?.again(),
      ]);
      probed = rows;
      return { to: SETUP };
    }),
  );

  app.get(
    pathOfPart('read'),
    forSupervisor(supervisor, ({ facts, fields }) => readPage(facts, viewOf(parts, fields))),
  );
  app.post(
    pathOfPart('read'),
    forSupervisor(supervisor, async (asking) => {
      await check?.asked;
      const { page, seen } = await readNow(asking, parts);
      keySeen = seen ?? keySeen;
      return page;
    }),
  );

  // Who has been told of the gateway alone, and not of a page.
  for (const path of ['/gateway', '/gateway/']) {
    app.get(path, (_request, reply) => reply.redirect(parts.site().answerRules.length === 0 ? SETUP : LEDGER, 303));
  }
  addSiteParts(app, supervisor, parts);
}

const LEDGER = '/gateway/ledger';

async function readNow(asking: Asking, parts: SetupParts): Promise<{ readonly page: Made; readonly seen?: KeySeen }> {
  const { facts, fields } = asking;
  const view = viewOf(parts, fields);
  try {
    const key = parts.settings.upstreamApiKey ?? fields['key'] ?? '';
    const came = await askRead(parts.dispatch, parts.calls, view.operation, Object.entries(view.entered), key);
    return { page: readPage(facts, { ...view, came }), ...(came.keySeen && { seen: came.keySeen }) };
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    return { page: refused(facts, error.message, (wrong) => readPage(wrong, view)) };
  }
}

function viewOf({ settings, site }: SetupParts, fields: Readonly<Record<string, string>>): ReadView {
  const operation = reads.find((name) => name === fields['operation']) ?? FIRST_READ;
  const entered = Object.fromEntries(parametersOf(operation).map((name) => [name, fields[`in-${name}`] ?? '']));
  return { operation, entered, keyThere: settings.upstreamApiKey !== undefined, site: site() };
}

async function storageFacts({ settings, ledger, editor, siteState }: SetupParts): Promise<StorageFacts> {
  const { dataDir, databaseUrl } = settings;
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const problem = await ledger.probe(Date.now()).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return {
    setting: url ? 'DATABASE_URL' : 'DATA_DIR',
    place: url ? url.host + url.pathname : dataDir,
    problem,
    freeBytes: freeBytes(dataDir),
    siteFile: editor.file,
    siteProblem: siteState().problem ?? cannotWrite(editor.file),
  };
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a file system that does not say
  }
}

/** A sentence where the site's file can be put nowhere. */
function cannotWrite(file: string): string | undefined {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `SITE_CONFIG: ${folder} may not be written by the gateway: what is kept in the set-up has to be put into ${file} by hand, or the file into a folder such as DATA_DIR.`;
  }
}
