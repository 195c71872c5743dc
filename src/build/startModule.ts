/** A module's code without the list of what it exports, which the bundler puts at its end; and that list: name inside, name outside. */
export function withoutExports(code: string): [code: string, names: [inner: string, outer: string][]] {
  const [tail, list] = /export\s*\{([^{}]*)\};?\s*$/.exec(code) ?? [];
  if (tail === undefined || list === undefined) throw new Error('a module has no list of exports at its end');
  return [code.slice(0, -tail.length), namesOf(list)];
}

/** The names of an import or export list: inside, outside. */
export function namesOf(list: string): [string, string][] {
  return list.split(',').map((each) => {
    const [name = '', as = name] = each.trim().split(' as ');
    return [name, as];
  });
}
