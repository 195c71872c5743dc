import { isScanNote, objectIn } from './draft.ts';

/** The halves of a task that were set aside for another one, the newest first, each as its draft; they are kept with the one in hand. */
export function asideIn(kept: string | undefined): readonly string[] {
  const { aside } = objectIn(kept);
  return Array.isArray(aside) ? aside.filter((half) => typeof half === 'string') : [];
}

/** Returns the draft of the half in hand and of those beside it; nothing where nothing is begun. */
export function withAside(half: Readonly<Record<string, unknown>>, aside: readonly string[] = []): string | undefined {
  const all = aside.length === 0 ? half : { ...half, aside };
  return Object.keys(all).length === 0 ? undefined : JSON.stringify(all);
}

/** All that is begun, that in hand first: an empty one where none is. */
export function halvesIn(kept: string | undefined): readonly string[] {
  const { aside: _, ...inHand } = objectIn(kept);
  return [JSON.stringify(inHand), ...asideIn(kept)];
}

/** Returns the draft with one of what is begun in hand, and the one that was in hand set aside. @param at - as in `halvesIn` */
export function withInHand(kept: string | undefined, at: number): string | undefined {
  const halves = halvesIn(kept);
  const others = halves.filter((half, index) => index !== at && half !== '{}');
  return withAside(objectIn(halves[at]), others);
}

/** Returns the codes of a half: its steps, or its object. */
export function codesOfHalf(half: string): readonly string[] {
  return Object.values(objectIn(half)).flatMap((one) => (isScanNote(one) ? one.text : []));
}
