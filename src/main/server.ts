import type { FastifyInstance } from 'fastify';
import { type GatewayParts, addGateway } from '#gateway/gateway.ts';
import { createEnrolmentGate } from '#gateway/enrolment/enrolmentGate.ts';
import { gatewayRoutes } from '#gateway/routeTable.ts';
import { serveStaticFiles } from '#gateway/served/staticFiles.ts';
import { trustIn } from '#http/clientAddress.ts';
import { limitConnections } from '#http/edge/connectionLimit.ts';
import { addEdgeGuards } from '#http/edge/edgeGuards.ts';
import { learnMethods } from '#http/edge/server.ts';
import { type LocalProof, proveLocal } from '#http/fromHere.ts';
import { addSecurityHeaders, refuseOtherSites } from '#http/headers.ts';
import { createInsight, guardRoutes } from '#http/rights/routeGuard.ts';
import type { Office } from '#office/office.ts';
import { officeRoutes } from '#office/people/routeTable.ts';
import type { Settings } from '#settings/settings.ts';
import { standinRoutes } from '#standin/routeTable.ts';
import type { Standin } from '#standin/standin.ts';
import { STANDIN_CONTROLS, addStandinRoutes } from '#standin/standinRoutes.ts';

/** The tables of routes, one of each program. */
export const routeTables = [gatewayRoutes, officeRoutes, standinRoutes];

export interface ServerParts {
  readonly settings: Settings;
  readonly gateway: Omit<GatewayParts, 'gate' | 'saw' | 'onReturn' | 'enrolled' | 'mayReadAll'>;
  /** Absent: calls go on without it. */
  readonly office?: Office | undefined;
  /** Present where the upstream is the stand-in. */
  readonly standin?: Standin | undefined;
  readonly local: LocalProof;
  readonly distDir: string;
}

/** Adds everything that is served: the edge, who may use what, then gateway, office, stand-in and the app's files. */
export async function addRoutes(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { settings, gateway, office, standin } = parts;
  const { site } = gateway.facts;
  proveLocal(app, parts.local);
  const isExempt = trustIn([...(settings.trustedProxies ?? []), '127.0.0.0/8', '::1']);
  limitConnections(app.server, isExempt, settings.connectionsPerAddress);
  const allowOf = learnMethods(app);
  addSecurityHeaders(app, () => site().imageHosts);
  addEdgeGuards(app, settings);
  // A page of documentation or a WSDL may be opened from anywhere; what may change something may not.
  refuseOtherSites(app, (request) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const { url = '' } = request.routeOptions; // the route, not the address as it was written
    return !reads || url.includes('.asmx/') || url.startsWith(STANDIN_CONTROLS);
  });
  const gate = createEnrolmentGate(gateway.enrolment, settings.enrolment);
  const people = office?.people;
  guardRoutes(app, { ...settings, tables: routeTables, people, stranger: gate.stranger });
  const mayReadAll = createInsight({ ...settings, people });
  addGateway(app, {
    ...gateway,
    gate,
    mayReadAll,
    saw: office?.saw,
    onReturn: office?.onReturn,
    enrolled: office?.enrolled,
  });
  office?.addTo(app);
  if (standin) addStandinRoutes(app, standin);
  await serveStaticFiles(app, parts.distDir, allowOf, site);
}
