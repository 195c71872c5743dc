/** An answer as its reader and the lists to check off see it: numbers are the digits that were written. */
export type Tree = string | boolean | null | readonly Tree[] | { readonly [name: string]: Tree };

/** Tells whether something has members or entries. */
export function isBranch(tree: Tree | undefined): tree is readonly Tree[] | { readonly [name: string]: Tree } {
  return typeof tree === 'object' && tree !== null;
}

/** Tells whether something is a list. */
export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}
