import { freeBytesOf } from '#settings/diskRoom.ts';
import type { FastifyInstance } from 'fastify';
import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ReactElement } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { reads } from '#site/siteSchemaParts.ts';
import { clientOf } from '#http/clientAddress.ts';
import { enteredIn, pathOfPage, pagePlace } from '#office/pages/page.ts';
import type { Asking, PersonPages } from '#office/people/personPages.ts';
import type { TriedWay } from '#office/ports/gatewayPorts.ts';
import { addFrontsPart } from './frontsPage.tsx';
import { newestAnswers } from './answersPage.tsx';
import { addCardParts } from './cardParts.tsx';
import { ReadPage, type ReadView, type TriedRead } from './ReadPage.tsx';
import { createSeenAnswers } from './seenAnswers.ts';
import { type KeySeen, type StorageFacts, saidNamespace, serviceSteps } from './serviceSteps.ts';
import { SETUP } from './setupPlaces.ts';
import { stepAt } from './stepFrame.tsx';
import { addListParts } from './listParts.tsx';
import { type SetupParts, addSiteParts, changeSite } from './siteParts.tsx';
import { ASK_AGAIN, StepsPage, USE_NAMESPACE } from './stepsPage.tsx';

const FIRST_READ: OperationName = 'ExistsDomesticDeliveryCode';

/**
 * Adds `/gateway/setup`, which leads a supervisor from the service's address to a site's file. It sends nothing to the
 * service but the check's own questions, and a read that somebody asks for.
 */
export function addSetupRoutes(app: FastifyInstance, pages: PersonPages, parts: SetupParts): void {
  const { settings, service } = parts;
  let probed: readonly TriedWay[] | undefined;
  let keySeen: KeySeen | undefined;
  const seen = createSeenAnswers((operation) => newestAnswers(parts.reader, settings.names, operation));

  const first = async ({ request, facts, mayPost }: Asking): Promise<ReactElement> => {
    await service.asked();
    const steps = serviceSteps({
      ...settings,
      report: service.report(),
      keyThere: settings.upstreamApiKey !== undefined,
      keySeen,
      isSecure: clientOf(request).secure,
      host: request.headers.host ?? '',
      storage: await storageFacts(parts),
    });
    const { doubts } = settings;
    const keyless = await parts.keyless.text();
    const shown = mayPost(USE_NAMESPACE.path) ? steps : steps.map(({ use: _use, ...step }) => step);
    const { aside } = parts.siteState();
    const site = parts.site();
    const inPlace = parts.inPlace.list(site.frontReplies ?? []);
    const view = { steps: shown, doubts, probed, keyless, site, siteFile: parts.editor.file, aside, inPlace };
    return <StepsPage texts={facts.words.setup} view={view} />;
  };
  pages.page(pagePlace('setup'), first);

  pages.form(
    USE_NAMESPACE,
    async (asking) => {
      await service.asked();
      const report = service.report();
      const namespace = report && saidNamespace(report);
      // Only the namespace that the supervisor saw is taken: the service may say another one by now.
      const isMeant = !settings.isNamespaceSet && asking.fields['namespace'] === namespace;
      if (namespace !== undefined && isMeant) {
        await changeSite(asking, parts, { namespace });
        await asking.note('namespace-used', namespace, { namespace });
        await service.again();
      }
      return { to: SETUP };
    },
    first,
  );

  pages.form(ASK_AGAIN, async () => {
    [probed] = await Promise.all([service.tryWays(), service.again()]);
    return { to: SETUP };
  });

  const form = ({ facts, fields }: Asking): ReactElement => <ReadPage facts={facts} view={viewOf(parts, fields)} />;
  pages.page(stepAt('read'), form);
  pages.form(
    stepAt('read'),
    async ({ facts, fields }) => {
      await service.asked();
      const view = viewOf(parts, fields);
      const came = await askRead(parts, view, settings.upstreamApiKey ?? fields['key'] ?? '');
      keySeen = came.keySeen ?? keySeen;
      const { operation } = view;
      const text = textOf(came.outcome);
      const others = text === undefined ? [] : await seen.beside({ operation, text }, operation);
      if (text !== undefined) seen.note({ operation, text });
      const keyless = await parts.keyless.text();
      return <ReadPage facts={facts} view={{ ...view, came, others, keyless }} />;
    },
    form,
  );

  // For whoever was told of the gateway alone, and of no page.
  for (const path of ['/gateway', '/gateway/']) {
    app.get(path, (_request, reply) =>
      reply.redirect(parts.site().answerRules.length === 0 ? SETUP : pathOfPage('floor'), 303),
    );
  }
  addSiteParts(pages, parts, seen);
  addListParts(pages, parts);
  addCardParts(pages, parts, seen);
  addFrontsPart(pages, parts);
}

function viewOf({ settings, site }: SetupParts, fields: Readonly<Record<string, string>>): ReadView {
  const operation = reads.find((name) => name === fields['operation']) ?? FIRST_READ;
  const entered = enteredIn(operation, fields);
  return { operation, entered, keyThere: settings.upstreamApiKey !== undefined, site: site() };
}

/**
 * Asks a read as a handheld would, with the key and without: where both answers are the same, the key does nothing. Where
 * they differ it asks with the key once more, which tells whether the key makes the difference.
 *
 * @param key - the gateway's, or the one that was entered. It is in nothing that is given back.
 * @throws InvalidParameter
 */
async function askRead(
  { service, keyless }: SetupParts,
  { operation, entered }: ReadView,
  key: string,
): Promise<TriedRead> {
  const ask = (shown: string): Promise<Outcome> => service.read(operation, entered, shown);
  const outcome = await ask(key);
  if (outcome.kind !== 'answered' || key === '') return { outcome };
  const without = textOf(await ask(''));
  const withKey = outcome.text ?? '';
  const keySeen = without === withKey ? 'same' : 'differs';
  if (without !== undefined) {
    const withKeyAgain = keySeen === 'same' ? withKey : textOf(await ask(key));
    await keyless.learn({ withKey, without, withKeyAgain });
  }
  return { outcome, keySeen };
}

function textOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'answered' ? (outcome.text ?? '') : undefined;
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
    freeBytes: freeBytesOf(dataDir),
    siteFile: editor.file,
    siteProblem: siteState().problem ?? (siteState().differs === true ? DIFFERS : cannotWrite(editor.file)),
  };
}

const DIFFERS =
  'SITE_CONFIG: another gateway of this ledger has another site file, so handhelds get either by turns: give all of them the same, or leave SITE_CONFIG out, and it lies in PostgreSQL.';

/** Returns a sentence where the gateway may not write the site's file. */
function cannotWrite(file: string): string | undefined {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `SITE_CONFIG: ${folder} may not be written by the gateway: what is kept in the set-up has to be put into ${file} by hand, or the file into a folder such as DATA_DIR.`;
  }
}
