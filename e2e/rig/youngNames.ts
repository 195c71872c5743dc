import data, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import { type Floor, isOldEnough } from './floor.ts';

const builtins = data.javascript['builtins'] ?? {};
/** A test looks by the one whether something is seen; the others Chromium wants, which goes on to enforce their policy. */
const KEPT = /^checkVisibility$|^trustedType/i;
/** Classes that the global object of a page or of a worker is an instance of, and has names of itself by. */
const IS_GLOBAL = /^Window$|GlobalScope$/;

/**
 * Returns where the names stand that the oldest browsers served lack of JavaScript and of the browser, by MDN's compatibility data:
 * `Response` for what MDN calls `json_static`, `Response.prototype` for `json`, both for JavaScript's own, which MDN tells
 * not apart, and `Window` for the page's own. An empty place stands for what is global.
 */
function youngPlaces(oldest: Floor): ReadonlyMap<string, string[]> {
  const places = new Map<string, string[]>();
  const put = (place: string, name: string): void => void places.set(place, [...(places.get(place) ?? []), name]);
  const roots: readonly (readonly [root: Identifier, above: string])[] = [
    [builtins, ''],
    [builtins['Intl'] ?? {}, 'Intl'],
    [data.api, ''],
  ];
  for (const [root, above] of roots) {
    for (const [owner, one] of membersOf(root)) {
      if (KEPT.test(owner)) continue;
      for (const [member, { __compat: statement }] of membersOf(one)) {
        const name = member.replace(/_static$/, '');
        if (!isYoung(statement, oldest) || name === owner || KEPT.test(name)) continue;
        if (root !== data.api || name !== member || IS_GLOBAL.test(owner)) put(owner, name);
        if (name === member) put(`${owner}.prototype`, name);
      }
      if (isYoung(one.__compat, oldest)) put(above, owner);
    }
  }
  return places;
}

/** The names of methods and properties of JavaScript itself that no older thing is called by. */
export function youngMembers(oldest: Floor): ReadonlySet<string> {
  const young = new Set<string>();
  const old = new Set<string>();
  for (const root of [builtins, data.api]) {
    for (const [name, { __compat: statement }] of membersOf(root).flatMap(([, one]) => membersOf(one))) {
      if (!statement) continue;
      if (!isYoung(statement, oldest)) old.add(name.replace(/_static$/, ''));
      else if (root !== data.api) young.add(name);
    }
  }
  return new Set([...young].filter((name) => !old.has(name)));
}

function membersOf(one: Identifier): readonly (readonly [name: string, member: Identifier])[] {
  return Object.entries(one).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat');
}

function isYoung(statement: CompatStatement | undefined, oldest: Floor): boolean {
  return statement !== undefined && !isOldEnough(statement, oldest);
}

/** A script that takes them away, in a page or in a worker. */
export function takenAway(oldest: Floor): string {
  const places = [...youngPlaces(oldest)].toSorted(([one], [other]) => other.length - one.length); // the outer ones last
  return `for (const [place, names] of ${JSON.stringify(places)}) {
    const named = place.split('.').reduce((outer, name) => (name === '' ? outer : outer?.[name]), globalThis);
    const isOwn = typeof named === 'function' && ${IS_GLOBAL}.test(place) && globalThis instanceof named;
    const object = isOwn ? globalThis : named;
    for (const name of names) if (object) Reflect.deleteProperty(object, name);
  }`;
}
