import { attempt } from '#contract/attempt.ts';
import { type GroupName, groupNames, groupPaths, operationNames, type OperationName } from '#contract/catalogue.ts';
import { type WireNames, operationPath } from '#wire/names.ts';

/** The group that a path without its query is of, or below. */
export function groupAt(path: string): GroupName | undefined {
  return groupNames.find((name) => path === groupPaths[name] || path.startsWith(`${groupPaths[name]}/`));
}

/** The same, where below it there is one plain name at most: no path of the upstream's beside them is reachable. */
export function groupOfCall(path: string): GroupName | undefined {
  const name = groupAt(path);
  const below = path.slice(name && groupPaths[name].length);
  return below === '' || /^\/(?!\.)(?:[A-Za-z0-9_.-]|%[89A-F][0-9A-F]){1,600}$/i.test(below) ? name : undefined;
}

/** The operation that a raw path names, also where its name is percent-encoded. */
export function operationAt(path: string, names: WireNames): OperationName | undefined {
  const find = (plain: string) => operationNames.find((name) => operationPath(name, names) === plain);
  return find(path) ?? find(attempt(() => decodeURIComponent(path)) ?? path);
}

/** A text up to a mark, and what stands behind the mark: the path and the query of an address. */
export function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
