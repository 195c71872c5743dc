import type { Page } from '@playwright/test';

/** The screen on which the rig scans. */
export const TASK = '/tasks/revert-off';

/**
 * Returns what stands between a page and the scan of a new pair; `undefined`: nothing. What a person would put right by a tap
 * is put right.
 */
export function obstacleIn(page: Page): Promise<string | undefined> {
  return page.evaluate((task) => {
    const prompt = document.querySelector('.prompt')?.textContent ?? '';
    const button = (name: RegExp): HTMLElement | undefined =>
      [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent));
    if (location.pathname !== task) return 'elsewhere';
    if (/Scanning is off/.test(prompt)) {
      button(/Try again/)?.click();
      return 'blocked';
    }
    const leave = button(/^Do not (?:use|save) it$/);
    if (leave) {
      leave.click();
      return 'a question';
    }
    if (/Scan the shelf/.test(prompt)) {
      button(/^Undo$/)?.click();
      return 'half a pair';
    }
    const isHalf = ([name, kept]: [string, string]): boolean =>
      name.startsWith('scanline-draft-revert-off-of-') && (JSON.parse(kept) as { text?: string }).text !== undefined;
    if (Object.entries<string>(localStorage).some(isHalf)) return 'draft';
    if (!document.activeElement?.hasAttribute('data-scan-sink')) {
      document.querySelector<HTMLElement>('[data-scan-sink]')?.focus();
      return `no focus: ${prompt}`;
    }
    return /Scan the delivery/.test(prompt) ? undefined : `prompt: ${prompt}`;
  }, TASK);
}

/** Goes on behind the call that nobody knows of, where the page asks that of a code. @returns whether it did. */
export function goBehind(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const behind = [...document.querySelectorAll('button')].find(({ textContent }) =>
      /^(?:Go on, behind it|Save it, behind #\d+)$/.test(textContent),
    );
    behind?.click();
    return behind !== undefined;
  });
}
