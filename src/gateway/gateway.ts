import type { FastifyInstance } from 'fastify';
import type { CallSettings } from './calls/callRequest.ts';
import { addCallRoutes } from './calls/callRoutes.ts';
import { addDecisionRoutes } from './calls/decisionRoutes.ts';
import { addKnownRoutes } from './calls/knownRoutes.ts';
import type { Dispatch } from './calls/dispatch.ts';
import { addNoteRoutes } from './calls/noteRoutes.ts';
import { addPrintRoutes } from './printers/printRoutes.ts';
import type { Printing } from './printers/printing.ts';
import { type OnReturn, addEnrolRoutes } from './enrolment/enrolRoutes.ts';
import type { Enrolment, EnrolmentChange } from './enrolment/enrolment.ts';
import type { EnrolmentGate } from './enrolment/enrolmentGate.ts';
import { type Lives, rotateIn } from './enrolment/lives.ts';
import { type HealthFacts, type HealthReader, addHealthRoutes } from './metrics/healthRoutes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { addMetricsRoute } from './metrics/metricsRoutes.ts';
import { addDeskRoutes } from './served/deskRoutes.ts';
import { type OwnFacts, addOwnRoutes } from './served/ownRoutes.ts';
import type { Holders } from '#ledger/holders.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import type { Mistakes } from '#ledger/mistakes.ts';
import type { CallNotes } from '#ledger/callNotes.ts';

/** The parts that calls go by, and the facts that the gateway tells of itself. */
export interface GatewayParts {
  readonly dispatch: Dispatch;
  readonly holders: Holders;
  readonly reader: LedgerReader;
  readonly mistakes: Mistakes;
  readonly notes: CallNotes;
  readonly printing: Printing;
  readonly calls: CallSettings;
  readonly facts: Omit<OwnFacts, 'isEnrolled' | 'rotate' | 'saw'> & HealthFacts;
  readonly metrics: Metrics;
  readonly gate: EnrolmentGate;
  /** Tells whether to tell whoever asks for the health all of it. */
  readonly mayReadAll: HealthReader;
  /** Absent where no handheld is asked for a token. */
  readonly enrolment?: Enrolment | undefined;
  readonly lives: Lives;
  /** Told of each hello; absent: there is no board. */
  readonly saw?: OwnFacts['saw'] | undefined;
  /** Told of each handheld that came back, or may not; absent: the log alone has it. */
  readonly onReturn?: OnReturn | undefined;
  /** Told of each enrolment; absent: nobody keeps a trail. */
  readonly enrolled?: ((change: EnrolmentChange) => Promise<void>) | undefined;
}

/** Adds what must run: calls, decisions, notes, enrolment, the handhelds' own questions, health and metrics. It needs no office. */
export function addGateway(app: FastifyInstance, parts: GatewayParts): void {
  const { dispatch, calls, facts, metrics, gate, saw = () => undefined, onReturn = async () => undefined } = parts;
  addCallRoutes(app, dispatch, calls, gate.stranger, metrics);
  addDecisionRoutes(app, { ledger: facts.ledger, holders: parts.holders, mistakes: parts.mistakes });
  addKnownRoutes(app, { ...calls, reader: parts.reader, site: facts.site });
  addNoteRoutes(app, { holders: parts.holders, notes: parts.notes });
  addPrintRoutes(app, { holders: parts.holders, printing: parts.printing });
  addEnrolRoutes(app, parts.enrolment, onReturn, parts.enrolled);
  addDeskRoutes(app, facts.desk);
  addOwnRoutes(app, { ...facts, isEnrolled: gate.isEnrolled, rotate: rotateIn(parts.lives), saw });
  addHealthRoutes(app, facts, parts.mayReadAll);
  addMetricsRoute(app, metrics, facts);
}
