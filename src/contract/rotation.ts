/** The number that a storage changes with the gateway, so that a copy of it is noticed. Source: docs/adr/2026-11-26-copies-of-a-queue.md. */
export interface Rotation {
  /** Names the storage, and is known to it and its copies alone. */
  readonly id: string;
  /** Rotations before this one. */
  readonly count: number;
  readonly number: string;
  /** The number that takes its place. It was on the storage's disk before it left. */
  readonly next: string;
}

/** `surely`: two storages go on from one. `maybe`: as far as can be seen, or the one has lost its last moments. */
export type Copied = 'surely' | 'maybe';

/** Under this name a handheld keeps that its storage was copied, Unix ms, until a person has read it; and tells its pages. */
export const COPIED = 'copied';
