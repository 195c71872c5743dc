import { type Role, hasRole, isRole } from '#http/rights/roles.ts';
import { type RouteTable, visitorsOf } from '#http/rights/routeGuard.ts';

const SETUP = '/gateway/setup';

/** The office's routes, each with those who may use it. Source: docs/gateway.md, "Paths". */
export const officeRoutes: RouteTable = {
  'GET /gateway': ['anyone'],
  'GET /gateway/': ['anyone'],
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
  'POST /gateway/floor/take-off': ['supervisor'],
  'POST /gateway/floor/update': ['supervisor'],
  'POST /gateway/floor/ask': ['supervisor'],
  'GET /gateway/ledger': ['viewer'],
  'GET /gateway/ledger/one': ['viewer'],
  'GET /gateway/ledger/csv': ['viewer'],
  'GET /gateway/ledger/lines': ['viewer'],
  'GET /gateway/ledger/picture': ['viewer'],
  'POST /gateway/ledger': ['viewer'],
  'POST /gateway/ledger/decide': ['supervisor'],
  'GET /gateway/shift': ['viewer'],
  'GET /gateway/shift/csv': ['viewer'],
  'GET /gateway/shift/lines': ['viewer'],

  'GET /gateway/printers': ['viewer'],
  'GET /gateway/printers/csv': ['viewer'],
  'GET /gateway/printers/lines': ['viewer'],
  'GET /gateway/printers/paper': ['viewer'],
  'GET /gateway/printers/picture': ['viewer'],
  'POST /gateway/printers/say': ['supervisor'],
  'POST /gateway/labels/picture': ['handheld', 'viewer'],

  'GET /gateway/provision': ['supervisor'],
  'POST /gateway/provision': ['supervisor'],
  'GET /gateway/devices': ['supervisor'],
  'POST /gateway/devices/revoke': ['supervisor'],
  'POST /gateway/devices/revoke-all': ['it'],
  'POST /gateway/devices/return-code': ['it'],

  [`GET ${SETUP}`]: ['supervisor'],
  [`POST ${SETUP}/namespace`]: ['it'],
  [`POST ${SETUP}/ask`]: ['supervisor'],
  ...Object.fromEntries(
    ['read', 'answers', 'cards', 'cards/one', 'codes', 'units', 'workers', 'warehouses', 'file'].flatMap((part) =>
      ['GET', 'POST'].map((method) => [`${method} ${SETUP}/${part}`, ['supervisor'] as const]),
    ),
  ),
  [`GET ${SETUP}/printers`]: ['supervisor'],
  [`POST ${SETUP}/printers`]: ['it'],
  [`POST ${SETUP}/printers/try`]: ['it'],
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
};

/** Tells whether a role is enough for a route. */
export function roleMayUse(role: Role, method: string, url: string): boolean {
  return visitorsOf(officeRoutes, method, url).some((visitor) => isRole(visitor) && hasRole(role, visitor));
}
