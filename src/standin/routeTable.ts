import type { RouteTable } from '#http/rights/routeGuard.ts';

/** The controls of the stand-in, each with those who may use it. Source: docs/gateway.md, "Paths". */
export const standinRoutes: RouteTable = {
  'GET /gateway/standin/journal': ['machine'],
  'DELETE /gateway/standin/journal': ['machine'],
  'GET /gateway/standin/faults': ['machine', 'trainee'],
  'GET /gateway/standin/faults/kinds': ['machine', 'trainee'],
  'POST /gateway/standin/faults': ['machine', 'trainee'],
  'DELETE /gateway/standin/faults': ['machine', 'trainee'],
};
