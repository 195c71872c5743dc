import type { Page } from '@playwright/test';

/** A control that left its place, or one that came where another was. */
export interface Move {
  /** The event that happened last before it, as the test named it. */
  readonly cause: string;
  readonly name: string;
  readonly what: string;
}

interface Sampler {
  readonly moves: Move[];
  cause: string;
  /** Frames since a rectangle, or what is in sight, was another. */
  still: number;
}

/** As many frames pass before and after each event: about 500 ms. */
const FRAMES = 30;

/**
 * Reads, at each frame of the page, the rectangles of all controls in sight. One that was in sight and is elsewhere in
 * the next frame has moved: it grew where it stands, or not. So has one that came where another one was.
 */
async function watchControls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const SAME_PX = 2;
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=button]';
    interface Seen {
      readonly name: string;
      readonly box: DOMRect;
    }
    const sampler: Sampler = { moves: [], cause: '', still: 0 };
    const held = globalThis as unknown as { steady?: Sampler; stopSteady?: () => void };
    held.stopSteady?.();
    held.steady = sampler;
    let isOver = false;
    held.stopSteady = () => (isOver = true);
    let before = look();
    function frame(): void {
      if (isOver) return;
      const now = look();
      compare(now);
      before = now;
      requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);

    function compare(now: ReadonlyMap<Element, Seen>): void {
      let isStill = now.size === before.size;
      const moved = (name: string, what: string): void => {
        isStill = false;
        if (!sampler.moves.some((one) => one.name === name && one.cause === sampler.cause)) {
          sampler.moves.push({ cause: sampler.cause, name, what });
        }
      };
      for (const [element, { name, box }] of before) {
        const seen = now.get(element);
        if (!seen) {
          isStill = false;
          const taker = [...now].find(([other, { box: on }]) => !before.has(other) && holds(on, middle(box)));
          if (taker && taker[1].name !== name) moved(taker[1].name, `stands where “${name}” was`);
          continue;
        }
        const at = element.isConnected ? seen.box : box;
        if (isSame(box, at)) continue;
        isStill = false;
        if (!covers(at, box) && !(covers(box, at) && isFree(element, box, now)))
          moved(name, `${sides(box)} → ${sides(at)}`);
      }
      sampler.still = isStill ? sampler.still + 1 : 0;
    }
    /** Tells whether nothing else that can be pressed stands in the place that it had. */
    function isFree(element: Element, box: DOMRect, now: ReadonlyMap<Element, Seen>): boolean {
      return ![...now].some(
        ([other, { box: on }]) =>
          other !== element &&
          !other.contains(element) &&
          !element.contains(other) &&
          Math.min(on.right, box.right) - Math.max(on.left, box.left) > SAME_PX &&
          Math.min(on.bottom, box.bottom) - Math.max(on.top, box.top) > SAME_PX,
      );
    }
    function isSame(one: DOMRect, other: DOMRect): boolean {
      return covers(one, other) && covers(other, one);
    }
    function covers(large: DOMRect, small: DOMRect): boolean {
      return (
        large.left < small.left + SAME_PX &&
        large.top < small.top + SAME_PX &&
        large.right > small.right - SAME_PX &&
        large.bottom > small.bottom - SAME_PX
      );
    }
    function holds({ left, top, right, bottom }: DOMRect, [x, y]: readonly [number, number]): boolean {
      return left <= x && x <= right && top <= y && y <= bottom;
    }
    function middle({ left, right, top, bottom }: DOMRect): [number, number] {
      return [(left + right) / 2, (top + bottom) / 2];
    }
    function sides({ left, top, right, bottom }: DOMRect): string {
      return [left, top, right, bottom].map(Math.round).join(' ');
    }
    function look(): Map<Element, Seen> {
      const seen = new Map<Element, Seen>();
      for (const control of document.querySelectorAll(CONTROLS)) {
        if (control.matches('[data-scan-sink], [data-scan-anywhere]')) continue;
        const target = control.closest('label') ?? control;
        const box = target.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        const hit = document.elementFromPoint(...middle(box));
        if (!hit || !(target === hit || target.contains(hit))) continue; // scrolled away, or under something else
        const name = control.getAttribute('aria-label') ?? (target.textContent.trim() || control.tagName.toLowerCase());
        seen.set(target, { name: name.replace(/\s+/g, ' ').slice(0, 60), box });
      }
      return seen;
    }
  });
}

/** Waits until all controls have stood still for as long as a thumb may be on its way, lets something happen, and waits again. @returns what moved */
export async function movesDuring(page: Page, cause: string, happen: () => Promise<unknown>): Promise<readonly Move[]> {
  await watchControls(page);
  await standsStill(page);
  await page.evaluate((name) => {
    const { steady } = globalThis as unknown as { steady: Sampler };
    steady.moves.length = 0;
    steady.cause = name;
  }, cause);
  await happen();
  await standsStill(page);
  return page.evaluate(() => (globalThis as unknown as { steady: Sampler }).steady.moves);
}

async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() => ((globalThis as unknown as { steady: Sampler }).steady.still = 0));
  await page.waitForFunction((frames) => (globalThis as unknown as { steady: Sampler }).steady.still >= frames, FRAMES);
}
