import { groupPaths } from '#contract/catalogue.ts';
import type { RouteTable } from '#http/rights/routeGuard.ts';

/** The gateway's own routes, each with those who may use it. Source: docs/gateway.md, "Paths". */
export const gatewayRoutes: RouteTable = {
  'GET /': ['anyone'],
  'GET /index.html': ['anyone'],
  'GET /sw.js': ['anyone'],
  'GET /*': ['anyone'],
  ...Object.fromEntries(
    Object.values(groupPaths).flatMap((path) =>
      ['GET', 'POST'].flatMap((method) => ['', '/*'].map((end) => [`${method} ${path}${end}`, ['caller'] as const])),
    ),
  ),

  'GET /gateway/hello': ['anyone'],
  'GET /gateway/health': ['anyone'],
  'GET /gateway/health/live': ['anyone'],
  'GET /gateway/health/ready': ['anyone'],
  'GET /gateway/metrics': ['scraper', 'it'],
  'GET /gateway/site': ['handheld', 'supervisor'],
  'GET /gateway/site/schema': ['anyone'],
  'POST /gateway/reset': ['anyone'],
  'POST /gateway/enrol': ['anyone'],
  'POST /gateway/enrol/end': ['anyone'],
  'POST /gateway/enrol/again': ['anyone'],
  'POST /gateway/decisions': ['handheld'],
  'POST /gateway/known': ['handheld'],
  'POST /gateway/desk/report': ['handheld'],
  'POST /gateway/notes': ['handheld'],
  'POST /gateway/pictures': ['handheld'],
  'POST /gateway/prints': ['handheld'],
  'POST /gateway/prints/asked': ['handheld'],
  'POST /gateway/prints/word': ['handheld'],
  'POST /gateway/prints/printers': ['handheld'],
  'POST /gateway/prints/grant': ['handheld'],
  'POST /gateway/prints/printed': ['handheld'],
};
