import type { Page } from '@playwright/test';
import { textFaults } from './textFaults.ts';

/** Handhelds from small to large, one of them turned, and a desk. */
export const sizes = [
  [320, 568],
  [360, 640],
  [480, 800],
  [412, 915],
  [720, 1280],
  [640, 360],
  [1280, 800],
] as const;

/** Returns what is wrong with the screen as it is drawn, a sentence each. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return [...(await placeFaults(page)), ...(await textFaults(page))];
}

/**
 * Returns what is wrong with the places of what is drawn: text that is cut off, a word that goes on in the next
 * line without a hyphen, a page that scrolls sideways, targets under 48 px or nearer than 8 px to the next (those in a running text excepted), targets over each other.
 */
function placeFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 47.5; // 48 after rounding
    const BETWEEN_PX = 7.5;
    const TEXTS_OF_DATA = '.code, .code *, pre, pre *, td, dd, .verbatim, [translate="no"]';
    const faults: string[] = [];
    const nameOf = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${text}”`;
    };
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    };
    const shown = document.querySelector('dialog:modal') ?? document.body; // under a dialog nothing is pressed

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide on a screen of ${clientWidth}`);

    for (const element of shown.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('.history-row .row-foot')) continue; // one line, with … at its end: the row opens the call
      if (!isSeen(element) || element.closest('.vh, svg, video, [aria-hidden]') || element.matches('input, textarea')) {
        continue;
      }
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const style = getComputedStyle(element);
      const isScroller = /auto|scroll/.test(style.overflowX);
      if (!isScroller && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1) {
        if (hasText || style.overflowX !== 'visible') faults.push(`cut off or spilt: ${nameOf(element)}`);
      }
      if (hasText && /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1) {
        faults.push(`cut off below: ${nameOf(element)}`);
      }
      if (hasText) {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        if ((right > innerWidth + 1 || left < -1) && !element.closest('.answer-table, .card-pictures'))
          faults.push(`beyond the screen: ${nameOf(element)}`);
        const broken = !element.matches(TEXTS_OF_DATA) && brokenWord(element);
        if (broken) faults.push(`“${broken}” goes on in the next line: ${nameOf(element)}`);
      }
    }

    // What is pressed: a control, or the label that stands for one that is not seen itself, or that is a box or dot in it.
    const controls = [...shown.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    const targets = new Set<Element>();
    for (const control of controls) {
      const isInRun = control.matches('p a, .notice a');
      if (control.matches('[data-scan-sink], [data-scan-anywhere]') || isInRun) continue;
      const isBox = control.matches('[type=checkbox], [type=radio]');
      const target = isSeen(control) && !isBox ? control : (control.closest('label') ?? control);
      if (target && isSeen(target)) targets.add(target);
    }
    const boxes = [...targets].map((target) => ({ target, box: clipped(target) }));
    for (const { target, box } of boxes) {
      const { width, height, right } = target.getBoundingClientRect();
      const pane = target.closest('.page-line, .page-body, .dock')?.getBoundingClientRect();
      if (pane && pane.width > 0 && right > pane.right + 1 && !target.closest('.answer-table')) {
        faults.push(`beyond its pane: ${nameOf(target)}`);
      }
      if (width < LEAST_PX || height < LEAST_PX) {
        faults.push(`a target of ${Math.round(width)} × ${Math.round(height)} px: ${nameOf(target)}`);
      }
      for (const other of boxes) {
        if (other.target === target || target.contains(other.target) || other.target.contains(target)) continue;
        if (target.compareDocumentPosition(other.target) & 2) continue; // each pair once
        if (isScrolled(target) !== isScrolled(other.target)) continue; // what is scrolled goes under header and dock
        const across = gap(box.left, box.right, other.box.left, other.box.right);
        const down = gap(box.top, box.bottom, other.box.top, other.box.bottom);
        if (across < 0 && down < 0) faults.push(`over each other: ${nameOf(target)} and ${nameOf(other.target)}`);
        else if (Math.max(across, down) < BETWEEN_PX && !inHeader(target, other.target)) {
          faults.push(`${Math.round(Math.max(across, down))} px apart: ${nameOf(target)} and ${nameOf(other.target)}`);
        }
      }
    }
    return [...new Set(faults)];

    /** The first word that is drawn in two lines. Names of operations and codes are no words. */
    function brokenWord(element: Element): string | undefined {
      for (const node of element.childNodes) {
        if (node.nodeType !== 3) continue;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{sc=Latn}\p{sc=Cyrl}\u00ad]{3,}/gu)) {
          if (/\p{Ll}\p{Lu}|\u00ad/u.test(word)) continue; // or it says itself where it may break
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (tops.some((top) => Math.abs(top - (tops[0] ?? top)) > 4)) return word;
        }
      }
      return undefined;
    }
    /** The part of it that is not scrolled away under header or dock. */
    function clipped(element: Element): { left: number; right: number; top: number; bottom: number } {
      const box = element.getBoundingClientRect();
      const scroller = scrollerOf(element)?.getBoundingClientRect();
      const dock = document.querySelector('.dock');
      const isUnderDock = dock && getComputedStyle(dock).position === 'sticky' && !dock.contains(element);
      const end = isUnderDock ? dock.getBoundingClientRect().top : Number.POSITIVE_INFINITY; // scrolled out from there
      return {
        left: box.left,
        right: box.right,
        top: Math.max(box.top, scroller?.top ?? Number.NEGATIVE_INFINITY),
        bottom: Math.min(box.bottom, scroller?.bottom ?? Number.POSITIVE_INFINITY, end),
      };
    }
    function isScrolled(element: Element): boolean {
      return scrollerOf(element) !== null;
    }
    /** Returns what it is scrolled in; the line too where a question in the header leaves it too little room. */
    function scrollerOf(element: Element): Element | null {
      const line = element.closest('.page-line');
      return line && line.scrollHeight > line.clientHeight + 1 ? line : element.closest('.page-body');
    }
    /** Below zero where the two overlap. */
    function gap(from: number, to: number, otherFrom: number, otherTo: number): number {
      if (from >= to || otherFrom >= otherTo) return Number.POSITIVE_INFINITY; // scrolled away
      return Math.max(otherFrom - to, from - otherTo);
    }
    /** The header's rows fill its width: what is beside the row above or below is never a neighbour's mistake. */
    function inHeader(a: Element, b: Element): boolean {
      return a.closest('header') !== null && b.closest('header') !== null;
    }
  });
}
