import type { Point } from '#scan/vision/luma.ts';
import type { SeenCode } from '#scan/camera/agreement.ts';
import type { Scan } from '#scan/scan.ts';

/** A picture's outcome: one code is taken at most, and a person may take one of those offered. */
export interface CodeChoice {
  readonly take?: SeenCode;
  readonly offered: readonly SeenCode[];
}

export interface ChoosingBy {
  /** Tells whether a code is one that is asked for now, as far as the site says what such codes look like. */
  readonly fits: (scan: Scan) => boolean;
  /** True where a person aims with the cross in the middle of the picture. */
  readonly hasCross: boolean;
}

/**
 * Chooses among the codes in sight, picture after picture. A code that is alone is taken. Of several it is the one that
 * fits, else the one under the cross; else all are offered, and those it could have been are taken by a tap alone
 * until they have been out of sight: a person has seen them and tapped another.
 */
export function createChooser() {
  const taken = new Set<string>();
  const offeredBefore = new Set<string>();

  function take(code: SeenCode): CodeChoice {
    taken.add(code.scan.text);
    return { take: code, offered: [] };
  }

  return {
    /** Tells whether a code was taken, by a tap too. */
    isTaken: ({ text }: Scan): boolean => taken.has(text),
    /** A person has tapped it. */
    tap: ({ scan }: SeenCode): void => void taken.add(scan.text),
    choose(codes: readonly SeenCode[], { fits, hasCross }: ChoosingBy): CodeChoice {
      for (const { scan, isNew } of codes) {
        if (isNew) for (const known of [taken, offeredBefore]) known.delete(scan.text);
      }
      const open = codes.filter(({ scan }) => !taken.has(scan.text));
      const mayBeTaken = ({ scan }: SeenCode): boolean =>
        open.some((one) => one.scan === scan) && !offeredBefore.has(scan.text);
      const alone = aloneOf(codes, open);
      if (alone && mayBeTaken(alone)) return take(alone);
      const fitting = codes.filter(({ scan }) => fits(scan));
      if (fitting.length === 1 && mayBeTaken(fitting[0]!)) return take(fitting[0]!);
      const under = hasCross && open.find(({ isRead, corners }) => isRead && hasMiddle(corners));
      if (under) return take(under);
      const likely = open.filter((code) => fitting.includes(code));
      for (const { scan } of likely.length > 0 ? likely : open) offeredBefore.add(scan.text);
      return { offered: open };
    },
  };
}

/** The only code in sight; or the only one of this picture, where it is new and those before it were taken. */
function aloneOf(codes: readonly SeenCode[], open: readonly SeenCode[]): SeenCode | undefined {
  if (codes.length === 1) return open[0];
  return open.length === 1 && open[0]!.isNew && codes.filter(({ isRead }) => isRead).length === 1 ? open[0] : undefined;
}

/** Tells whether the middle of the picture lies within the corners: on the same side of each edge. */
function hasMiddle(corners: readonly Point[]): boolean {
  const sides = corners.map((from, at) => {
    const to = corners[(at + 1) % corners.length]!;
    return (to.x - from.x) * (0.5 - from.y) - (to.y - from.y) * (0.5 - from.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
