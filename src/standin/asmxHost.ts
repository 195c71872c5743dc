import { attempt } from '#contract/attempt.ts';
import { groupPaths, type GroupName } from '#contract/catalogue.ts';
import { type AspReply, emptyReply, errorPage } from './aspReplies.ts';
import type { AspRequest, Routed } from './aspRequest.ts';
import { queryOf, routeForm } from './formHost.ts';
import { documentation } from './helpPage.ts';
import { routeSoap } from '#standin/soap/soapHost.ts';
import type { WireNames } from '#wire/names.ts';

const MAX_QUERY_LENGTH = 2048;
const MAX_PATH_LENGTH = 260;
const METHODS = 'OPTIONS, TRACE, GET, HEAD, POST';

/**
 * Finds what a request asks for: an operation in one of the four bindings, or a page that can be answered at once.
 * Source: lab/conformance; where Mono and Microsoft differ, knownRows.ts there.
 */
export function route(request: AspRequest, names: WireNames): Routed | AspReply {
  const { method, url } = request;
  const query = queryOf(url);
  const [rawPath = ''] = url.split('?', 1);
  const path = attempt(() => decodeURIComponent(rawPath)) ?? rawPath;
  if (path.length > MAX_PATH_LENGTH || /[<>*%&:\\?]/.test(path)) return errorPage(400, 'Bad Request');
  if (query.length > MAX_QUERY_LENGTH) return errorPage(400, 'Bad Request');
  const groups = Object.entries(groupPaths) as readonly (readonly [GroupName, string])[];
  const [group, groupPath] = groups.find(([, known]) => isBelow(path, known)) ?? [];
  if (group === undefined || groupPath === undefined) return errorPage(404, 'The resource cannot be found.');
  if (method === 'OPTIONS') return { ...emptyReply, headers: { Allow: METHODS, Public: METHODS } }; // IIS's own answer
  if (path.length > groupPath.length) return routeForm(request, group, path.slice(groupPath.length + 1), names);
  if (method === 'POST') return routeSoap(request, group, names);
  if (method === 'GET') return documentation(group, query, `${request.scheme}://${request.host}${groupPath}`, names);
  return errorPage(405, 'Runtime Error');
}

/** Tells whether a path is a group's or below it, without letter case as IIS does. */
function isBelow(path: string, group: string): boolean {
  const given = path.slice(0, group.length).toLowerCase();
  return given === group.toLowerCase() && (path.length === group.length || path[group.length] === '/');
}
