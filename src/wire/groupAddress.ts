import { type GroupName, groupPaths } from '#contract/catalogue.ts';

/** Returns the address of a group. */
export function groupAddress(upstream: URL, group: GroupName): string {
  return upstream.href.replace(/\/+$/, '') + groupPaths[group];
}
