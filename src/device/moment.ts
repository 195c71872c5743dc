/** Two clocks at one moment: the wall's, which jumps, and the page's own, which may stand still while the device sleeps. */
export interface Moment {
  /** Unix ms. */
  readonly wall: number;
  /** Ms since the page began. */
  readonly page: number;
}

/** Returns how long ago `then` was, in ms: what the clock says that went further. One that is set back takes nothing off. */
export function between(then: Moment, now: Moment): number {
  return Math.max(now.wall - then.wall, now.page - then.page);
}

export function momentNow(): Moment {
  return { wall: Date.now(), page: performance.now() };
}
