import type { Page } from '@playwright/test';

/**
 * Returns what is wrong with the texts of what is drawn: smaller than 15 px, over each other, under
 * something else, or in a head or dock that has not room for all of it. What is scrolled away is not looked at.
 */
export function textFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 14.9; // 15 after rounding
    const TOUCH_PX = 3; // lines set close share so much of their boxes, and none of their letters
    const faults: string[] = [];
    const shown = document.querySelector('dialog:modal') ?? document.body;
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;

    // A question in the header, and a code's details in the hero, are looked at and closed: so long the rest scrolls.
    const isOpen = document.querySelector('.top .panel, .hero .code-detail') !== null;
    for (const place of document.querySelectorAll(isOpen ? '.top' : '.top, .page-line, .dock')) {
      if (place.scrollHeight > place.clientHeight + 1) faults.push(`has not room for all of it: ${nameOf(place)}`);
    }

    const lines: { element: Element; left: number; right: number; top: number; bottom: number }[] = [];
    for (const element of shown.querySelectorAll('*')) {
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
      const isSeen = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      if (texts.length === 0 || !isSeen || element.closest('.vh, svg, option')) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < LEAST_PX) faults.push(`text of ${size.toFixed(1)} px: ${nameOf(element)}`);
      const clip = clipOf(element);
      for (const text of texts) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const rect of range.getClientRects()) {
          const line = {
            element,
            left: Math.max(rect.left, clip.left),
            right: Math.min(rect.right, clip.right),
            top: Math.max(rect.top, clip.top) + TOUCH_PX / 2,
            bottom: Math.min(rect.bottom, clip.bottom) - TOUCH_PX / 2,
          };
          if (line.right - line.left > 1 && line.bottom - line.top > 1) lines.push(line);
        }
      }
    }

    for (const [index, line] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (line.element.contains(other.element) || other.element.contains(line.element)) continue; // one text
        const across = Math.min(line.right, other.right) - Math.max(line.left, other.left);
        const down = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
        if (across > 1 && down > 1)
          faults.push(`texts over each other: ${nameOf(line.element)} and ${nameOf(other.element)}`);
      }
      const over = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2);
      if (!over || over.contains(line.element) || line.element.contains(over)) continue;
      const isInput = over.matches('input'); // nothing is drawn of those that lie over what is pressed
      if (!isInput) faults.push(`${nameOf(over)} is over ${nameOf(line.element)}`);
    }
    return [...new Set(faults)];

    /** Returns what is seen of the place where it stands: the part that neither the screen's edge, nor it, nor a scroller cuts away. */
    function clipOf(element: Element): { left: number; right: number; top: number; bottom: number } {
      const clip = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
      const dock = document.querySelector('.dock');
      const isUnderDock = dock && getComputedStyle(dock).position === 'sticky' && !dock.contains(element);
      if (isUnderDock) clip.bottom = dock.getBoundingClientRect().top; // it is scrolled out from there
      for (let place: Element | null = element; place; place = place.parentElement) {
        const { overflowY, clipPath } = getComputedStyle(place);
        if (clipPath !== 'none') clip.right = clip.left; // it is there for whoever hears it
        if (overflowY === 'visible') continue;
        const box = place.getBoundingClientRect();
        clip.left = Math.max(clip.left, box.left);
        clip.right = Math.min(clip.right, box.right);
        clip.top = Math.max(clip.top, box.top);
        clip.bottom = Math.min(clip.bottom, box.bottom);
      }
      return clip;
    }
  });
}
