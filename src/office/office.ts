import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addFloorRoutes, sawOn } from './floor/floorRoutes.tsx';
import { boardNow, troubledOn } from './floor/boardNow.ts';
import type { Floor } from './floor/floor.ts';
import { addCodeRoute } from './handhelds/codeRoute.ts';
import { addDevicesPage } from './handhelds/devicesPage.tsx';
import { addProvisionRoutes } from './handhelds/provisionRoutes.tsx';
import { createPendingWords } from '#ledger/pendingWords.ts';
import type { Doer } from './people/audit.ts';
import { addLedgerRoutes } from './journal/ledgerRoutes.tsx';
import { refusedIn } from './journal/reading.ts';
import { addAuditPage } from './people/auditPage.tsx';
import { createExportLimit } from './people/exportLimit.ts';
import { createGuard } from './people/guard.ts';
import type { PeopleParts } from './people/people.ts';
import { addPeoplePage } from './people/peoplePage.tsx';
import { addPersonPages } from './people/personPages.ts';
import { BUSY_S, createPersonTurns } from './people/personTurns.ts';
import { addSignInRoutes } from './people/signInRoutes.ts';
import type { EnrolledHandheld, OfficePorts, ToldEnrolment } from './ports/gatewayPorts.ts';
import { addPrintersRoutes } from './printers/printersRoutes.tsx';
import { addShiftRoutes } from './shift/shiftRoutes.tsx';
import { addSetupRoutes } from './setup/setupRoutes.tsx';
import { createSiteEditor } from './setup/siteEditor.ts';
import { clientOf } from '#http/clientAddress.ts';
import type { Certificates } from '#http/edge/expiry.ts';
import type { PeopleGuard } from '#http/rights/routeGuard.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import type { Settings } from '#settings/settings.ts';

/** The parts of the office: what the gateway lends it, the ledger, and what it keeps itself. */
export interface OfficeParts extends OfficePorts {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly reader: LedgerReader;
  readonly people: PeopleParts;
  readonly floor: Floor;
  readonly certificates: Certificates;
  /** Milliseconds for which a decision of the desk can be undone. @defaultValue `DESK_UNDO_MS` */
  readonly undoMs?: number | undefined;
}

type NamedHandheld = Pick<EnrolledHandheld, 'number' | 'name'>;

export type Office = ReturnType<typeof createOffice>;

/** Makes the pages for people. Calls, rights of handhelds and rotations go on without it. */
export function createOffice(parts: OfficeParts) {
  const { settings, ledger, reader, floor, enrolment, certificates } = parts;
  const site = parts.site.current;
  const { names } = settings;
  const people = { ...parts.people, onRefused: parts.onSignInRefused };
  const { audit } = people;
  const guard = createGuard({ ...people, certificates });
  const turns = createPersonTurns();
  const board = { enrolment, site, toCheck: reader.toCheckByAsker, decidedAtDesk: reader.decidedAtDesk };
  return {
    /** The office's word on who may use its routes. */
    people: {
      ...guard,
      turn: turns.page,
      refuseBusy: (request, reply) => guard.refuseBusy(request, reply, BUSY_S),
    } satisfies PeopleGuard,
    /** Notes for the board that a handheld said hello. */
    saw: sawOn(floor, site),
    /** Keeps in the audit trail that a handheld came back by the return code, or tried to and may not. */
    onReturn: (request: FastifyRequest, isBack: boolean, device: NamedHandheld | undefined): Promise<void> => {
      const subject = device ? `${device.number}: ${device.name}` : '';
      const who = { address: clientOf(request).address };
      return audit.note(isBack ? 'handheld-returned' : 'return-refused', who, subject, { device: device?.number });
    },
    /** Keeps in the audit trail that a handheld was enrolled, moved or left. */
    enrolled: ({ kind, number, name, before, address }: ToldEnrolment): Promise<void> =>
      audit.note(
        `handheld-${kind}`,
        { address },
        `${number}: ${name}${before === undefined ? '' : `, before ${before}`}`,
      ),
    /** Finds the handhelds of which somebody has to be told. @param silentMs - for which one with open calls was not heard. */
    troubled: async (silentMs: number) => troubledOn(await boardNow(floor, board), silentMs, ledger.now()),
    /** Adds all its routes. */
    addTo(app: FastifyInstance): void {
      const pages = addPersonPages(app, guard, audit);
      const tooMany = createExportLimit(() => performance.now());
      const exporting = { guard, turns, audit, tooMany };
      addSignInRoutes(app, { ...people, guard });
      addPeoplePage(pages, people.accounts);
      addAuditPage(app, pages, audit, { ...exporting, accounts: people.accounts, enrolment });
      addFloorRoutes(app, pages, floor, {
        ...board,
        enrolment,
        hasRefused: refusedIn(reader, site, names),
        now: ledger.tell,
        updates: parts.updates,
        desk: parts.desk,
        printers: parts.printers,
        reader,
        clockAheadMs: () => parts.service.report()?.read.clockAheadMs,
        guard,
        audit,
      });
      const pending = createPendingWords<Doer>({
        ledger,
        undoMs: parts.undoMs,
        onEntered: async ({ key, says, teller }, holds) => {
          if (!holds) await audit.note('call-decided', teller, `${key}: ${says}, late`);
        },
        onError: (error) => app.log.error({ err: error }, 'decisions of the desk cannot be entered'),
      });
      app.addHook('onClose', pending.close);
      const { printers } = parts;
      const labelsOf = addPrintersRoutes(app, pages, { printers, enrolment, site, now: Date.now, ...exporting });
      addLedgerRoutes(app, pages, { ledger, reader, enrolment, site, names, pending, labelsOf, ...exporting });
      addShiftRoutes(app, pages, { reader, site, names, now: Date.now, ...exporting });
      addProvisionRoutes(pages, settings.upstreamApiKey !== undefined, enrolment, site);
      addCodeRoute(app, audit, enrolment);
      addDevicesPage(pages, enrolment, parts.copied, floor.seen);
      if (settings.isTraining) return; // it has no site of its own
      const editor = createSiteEditor(settings, parts.site.reload, parts.site.store);
      addSetupRoutes(app, pages, { ...parts, editor, site, siteState: parts.site.state });
    },
  };
}
