import { groupPaths } from '#contract/catalogue.ts';
import { type Role, hasRole, isRole } from './roles.ts';

/**
 * Somebody who may use a route. `handheld`: an enrolled one, or anybody where none is asked for a token. `caller`: whoever brings the
 * access key, or such a handheld (`callRoutes.ts` asks once it has read which it is). `machine`: a program on this machine.
 * `scraper`: who shows METRICS_TOKEN. `trainee`: anybody, at the training app. A role: whoever has it, or one above it.
 */
export type Visitor = 'anyone' | 'caller' | 'handheld' | 'machine' | 'scraper' | 'trainee' | Role;

const SETUP = '/gateway/setup';

/** Each route with those who may use it: one of them is enough. Source: docs/gateway.md, "Paths". */
export const routeTable: Readonly<Record<string, readonly Visitor[]>> = {
  'GET /': ['anyone'],
  'GET /index.html': ['anyone'],
  'GET /sw.js': ['anyone'],
  'GET /*': ['anyone'],
  ...Object.fromEntries(
    Object.values(groupPaths).flatMap((path) =>
      ['GET', 'POST'].flatMap((method) => ['', '/*'].map((end) => [`${method} ${path}${end}`, ['caller'] as const])),
    ),
  ),

  'GET /gateway': ['anyone'],
  'GET /gateway/': ['anyone'],
  'GET /gateway/hello': ['anyone'],
  'GET /gateway/health': ['anyone'],
  'GET /gateway/health/live': ['anyone'],
  'GET /gateway/health/ready': ['anyone'],
  'GET /gateway/site': ['handheld', 'supervisor'],
  'GET /gateway/site/schema': ['anyone'],
  'POST /gateway/reset': ['anyone'],
  'POST /gateway/enrol': ['anyone'],
  'POST /gateway/enrol/end': ['anyone'],
  'POST /gateway/enrol/codes': ['supervisor'],

  'GET /gateway/style.css': ['anyone'],
  'GET /gateway/viewer-time.js': ['anyone'],
  'GET /gateway/live.js': ['anyone'],
  'GET /gateway/copy.js': ['anyone'],
  'GET /gateway/scan-field.js': ['anyone'],
  'GET /gateway/sign-in': ['anyone'],
  'POST /gateway/sign-in': ['anyone'],
  'POST /gateway/sign-out': ['anyone'],
  'GET /gateway/sign-in/link': ['anyone'],
  'POST /gateway/sign-in/link': ['anyone'],
  'GET /gateway/sign-in/provider': ['anyone'],
  'GET /gateway/sign-in/back': ['anyone'],
  'POST /gateway/provision/sign-in': ['anyone'],
  'POST /gateway/provision/sign-out': ['anyone'],

  'GET /gateway/floor': ['viewer'],
  'GET /gateway/floor/one': ['viewer'],
  'GET /gateway/floor/live': ['viewer'],
  'POST /gateway/floor/rename': ['supervisor'],
  'POST /gateway/floor/hold': ['supervisor'],
  'GET /gateway/ledger': ['viewer'],
  'GET /gateway/ledger/one': ['viewer'],
  'GET /gateway/ledger/csv': ['viewer'],
  'GET /gateway/ledger/lines': ['viewer'],
  'POST /gateway/ledger': ['viewer'],
  'POST /gateway/ledger/decide': ['supervisor'],
  'POST /gateway/decisions': ['handheld'],

  'GET /gateway/provision': ['supervisor'],
  'POST /gateway/provision': ['supervisor'],
  'GET /gateway/devices': ['supervisor'],
  'POST /gateway/devices/revoke': ['supervisor'],
  'POST /gateway/devices/revoke-all': ['it'],

  [`GET ${SETUP}`]: ['supervisor'],
  [`POST ${SETUP}/namespace`]: ['it'],
  [`POST ${SETUP}/ask`]: ['supervisor'],
  ...Object.fromEntries(
    ['read', 'answers', 'cards', 'cards/one', 'codes', 'units', 'workers', 'warehouses', 'file'].flatMap((part) =>
      ['GET', 'POST'].map((method) => [`${method} ${SETUP}/${part}`, ['supervisor'] as const]),
    ),
  ),
  [`GET ${SETUP}/fronts`]: ['supervisor'],
  [`POST ${SETUP}/fronts`]: ['it'],
  [`POST ${SETUP}/teach`]: ['supervisor'],
  [`POST ${SETUP}/back`]: ['supervisor'],

  'GET /gateway/people': ['it'],
  'POST /gateway/people': ['it'],
  'POST /gateway/people/role': ['it'],
  'POST /gateway/people/link': ['it'],
  'POST /gateway/people/remove': ['it'],
  'GET /gateway/audit': ['it'],
  'GET /gateway/audit/csv': ['it'],
  'GET /gateway/audit/lines': ['it'],
  'GET /gateway/metrics': ['scraper', 'it'],

  'GET /gateway/standin/journal': ['machine'],
  'DELETE /gateway/standin/journal': ['machine'],
  'GET /gateway/standin/faults': ['machine', 'trainee'],
  'GET /gateway/standin/faults/kinds': ['machine', 'trainee'],
  'POST /gateway/standin/faults': ['machine', 'trainee'],
  'DELETE /gateway/standin/faults': ['machine', 'trainee'],
};

/** Returns who may use a route. @throws Error where the table does not have it: a route that nobody thought of is not added. */
export function visitorsOf(method: string, url: string): readonly Visitor[] {
  const visitors = routeTable[`${method === 'HEAD' ? 'GET' : method} ${url}`];
  if (!visitors) throw new Error(`routeTable.ts does not say who may use ${method} ${url}`);
  return visitors;
}

/** Tells whether a role is enough for a route. */
export function roleMayUse(role: Role, method: string, url: string): boolean {
  return visitorsOf(method, url).some((visitor) => isRole(visitor) && hasRole(role, visitor));
}
