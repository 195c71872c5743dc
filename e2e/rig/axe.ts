import type { Page } from '@playwright/test';
import axe from 'axe-core';

const WCAG_22_AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const;
/** The rules of it that look at colours: all that another theme can break. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/**
 * Returns what axe finds wrong with the screen at WCAG 2.2 AA, a sentence each. It is put into a page once, not for every look
 * as AxeBuilder does: a walk over all screens looks hundreds of times.
 *
 * @param rules - `colours`: only those that another theme can break.
 */
export async function axeFaults(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations, incomplete } = await run(document, { runOnly, resultTypes: ['violations', 'incomplete'] });
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary?.split('\n')[1]?.trim()}`),
      );
      // Text in the colour of its own ground may be meant to be unseen, so axe leaves it to a person. Here none is.
      const unseen = incomplete.flatMap(({ nodes }) =>
        nodes
          .filter(({ html }) => !html.includes('data-scan-sink')) // what a scanner types is drawn beside it
          .filter(({ any }) =>
            any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'equalRatio'),
          )
          .map(({ target }) => `color-contrast ${String(target)}: the text has the colour of its ground`),
      );
      return [...faults, ...unseen];
    },
    rules === 'all' ? { ...WCAG_22_AA, values: [...WCAG_22_AA.values] } : { ...COLOURS, values: [...COLOURS.values] },
  );
}
