import { isScanNote, objectIn } from './draft.ts';

/** The halves of a task that were set aside for another one, the newest first, each as its draft; they are kept with the one in hand. */
export function asideIn(kept: string | undefined): readonly string[] {
  const { aside } = objectIn(kept);
  return Array.isArray(aside) ? aside.filter((half) => typeof half === 'string') : [];
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the draft of the half in hand and of those beside it; nothing where nothing is begun. @param asked - what is asked beside it */
export function withAside(half: Members, aside: readonly string[] = [], asked: Members = {}): string | undefined {
  const all = { ...half, ...(aside.length > 0 && { aside }), ...asked };
  return Object.keys(all).length === 0 ? undefined : JSON.stringify(all);
}

/** All that is begun, that in hand first: an empty one where none is. */
export function halvesIn(kept: string | undefined): readonly string[] {
  const { aside: _, deciding: _asked, ...inHand } = objectIn(kept);
  return [JSON.stringify(inHand), ...asideIn(kept)];
}

/** Returns the draft with one of what is begun in hand, and the one that was in hand set aside. @param at - as in `halvesIn` */
export function withInHand(kept: string | undefined, at: number): string | undefined {
  const halves = halvesIn(kept);
  const others = halves.filter((half, index) => index !== at && half !== '{}');
  const { deciding } = objectIn(kept);
  return withAside(objectIn(halves[at]), others, deciding === undefined ? {} : { deciding });
}

/** Returns the codes of a half: its steps, or its object. */
export function codesOfHalf(half: string): readonly string[] {
  return Object.values(objectIn(half)).flatMap((one) => (isScanNote(one) ? one.text : []));
}
