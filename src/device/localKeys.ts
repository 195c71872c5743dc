import { APPEARANCE_COOKIE } from '#contract/appearance.ts';

/** The keys of `localStorage`, as they are on the handhelds' disks. A half task's is `draft`, its name, and whose it is. */
export const localKeys = {
  /** Mark of how far the queue had come, so that a storage that the browser emptied is noticed. */
  canary: 'scanline-canary',
  /** The language that a person chose. */
  language: 'scanline-language',
  /** That the offer to install was read. */
  installRead: 'scanline-install-read',
  /** The time since which a newer version is there. */
  updateFound: 'scanline-update-found',
  /** Begins the key of each half task. */
  draft: 'scanline-draft-',
  /** The one count that older builds kept for all half tasks. */
  draftCount: 'scanline-half-count',
  /** The appearance, by which other windows hear of it; public/appearance.js writes it. */
  appearance: APPEARANCE_COOKIE,
} as const;
