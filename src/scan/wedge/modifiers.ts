/** The modifiers that make something else of a key, and the flag of each. */
const flags = { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey' } as const;
type Modifier = keyof typeof flags;
const names = Object.keys(flags) as readonly Modifier[];

/** Tells whether a key is a modifier that makes something else of the next one. */
export function isModifier(key: string): key is Modifier {
  return Object.hasOwn(flags, key);
}

/**
 * Follows which modifiers are held: only those whose own key went down. Some scanners set a flag on every key, which says
 * nothing; a flag that changes within a burst without its key says two things at once, and so does a key that went down
 * without its flag.
 */
export function createModifiers() {
  const held = new Set<Modifier>();
  /** Those that went down since the last key that is none. */
  let fresh: readonly Modifier[] = [];
  /** Flags of the last key, where no modifier's own key was down. */
  let loose = '';
  return {
    has: (name: Modifier): boolean => held.has(name),
    down(name: Modifier): void {
      if (!held.has(name)) fresh = [...fresh, name];
      held.add(name);
    },
    /** @returns `false` where it was not down. */
    up: (name: Modifier): boolean => held.delete(name),
    /** Looks at the flags of another key. @returns whether they contradict the modifiers' own keys, or those before in a burst */
    contradict(event: KeyboardEvent, isAltGraph: boolean, isFlowing: boolean): boolean {
      const denied = names.filter((name) => held.has(name) && !event[flags[name]]);
      const isDenied = denied.some((name) => fresh.includes(name));
      for (const name of denied) held.delete(name);
      fresh = [];
      const before = loose;
      if (held.size === 0) loose = isAltGraph ? '' : names.filter((name) => event[flags[name]]).join();
      return isDenied || (isFlowing && loose !== before);
    },
    /** Forgets what is down: releases may go elsewhere now. */
    leave: (): void => held.clear(),
  };
}
