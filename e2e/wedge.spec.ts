import type { Page } from '@playwright/test';
import { labOfRun } from './rig/labsOfRun.ts';
import { expect, test } from './rig/test.ts';
import { burst, injectText } from './rig/wedge.ts';
import type { Scan } from '#scan/scan.ts';
import type { WedgeProfile } from '#scan/wedge/profile.ts';

const CODE = 'D-1001';

test.beforeEach(async ({ page }) => {
  await page.goto(labOfRun());
  await page.waitForFunction(() => 'lab' in window && document.querySelector('#weight') !== null);
});

const scans = (page: Page): Promise<Scan[]> => page.evaluate(() => window.lab.scans);
const texts = async (page: Page): Promise<string[]> => (await scans(page)).map(({ text }) => text);
const clicks = (page: Page): Promise<string[]> => page.evaluate(() => window.lab.clicks);
const blanks = (page: Page): Promise<number> => page.evaluate(() => window.lab.blanks);
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '');
/** Past every silence that could end a code. */
const silence = (page: Page): Promise<void> => page.waitForTimeout(600);

async function setProfile(page: Page, profile: Partial<WedgeProfile>): Promise<void> {
  await page.evaluate((part) => Object.assign(window.lab, { profile: { ...window.lab.profile, ...part } }), profile);
}

test.describe('a burst of keys', () => {
  test('fifty times, as soon as a hand may pull again, is fifty scans in order, on a busy page too @night', async ({
    page,
  }) => {
    const codes = Array.from({ length: 50 }, (_, index) => `D-${1000 + index}`);
    await page.evaluate(() => (window.lab.busyMs = 20));
    for (const code of codes) await burst(page, code);
    await expect.poll(() => texts(page)).toEqual(codes);
  });

  test('that never ended is no part of the next code, and is told', async ({ page }) => {
    await setProfile(page, { terminator: 'enter' });
    await burst(page, 'D-1000', { terminator: 'none' });
    await page.waitForTimeout(1_700);
    await burst(page, CODE);
    expect(await scans(page)).toMatchObject([{ text: CODE, notice: { kind: 'unfinished', text: 'D-1000' } }]);
  });
});

test.describe('a scan into a text field', () => {
  for (const terminator of ['Enter', 'Tab', 'none'] as const) {
    test(`ended by ${terminator} never changes the weight`, async ({ page }) => {
      await page.click('#weight');
      await page.keyboard.type('12.5', { delay: 120 });
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(300);
      await burst(page, '4006381333931', { terminator });
      await expect.poll(() => texts(page)).toEqual(['4006381333931']);
      await expect(page.locator('#weight')).toHaveValue('12.5');
      await expect(page.locator('#state')).toHaveAttribute('data-weight', '12.5');
      expect(await focused(page)).toBe('weight');
      expect(await clicks(page)).toEqual([]);
      await page.keyboard.type('7', { delay: 120 });
      await expect(page.locator('#weight')).toHaveValue('12.75'); // the caret came back too
    });
  }

  for (const [id, code] of [
    ['count', 'D-1001'],
    ['count', '4006381333931'],
    ['note', 'D-1001'],
  ] as const) {
    test(`#${id} gives ${code} back`, async ({ page }) => {
      await page.click(`#${id}`);
      await page.keyboard.type('12', { delay: 120 });
      await page.waitForTimeout(300);
      await burst(page, code);
      await expect.poll(() => texts(page)).toEqual([code]);
      await expect(page.locator(`#${id}`)).toHaveValue('12');
    });
  }

  test('an empty number field is empty again after a code of letters', async ({ page }) => {
    await page.click('#count');
    await burst(page, '1e-eee');
    expect(await texts(page)).toEqual(['1e-eee']);
    expect(await page.locator('#count').evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(false);
    await expect(page.locator('#count')).toHaveValue('');
  });

  test('put in at once never changes the weight', async ({ page }) => {
    await page.click('#weight');
    await page.keyboard.type('3', { delay: 120 });
    await injectText(page, `${CODE}\n`);
    expect(await texts(page)).toEqual([CODE]);
    await injectText(page, `${CODE}-2`);
    await expect.poll(() => texts(page)).toEqual([CODE, `${CODE}-2`]);
    await expect(page.locator('#weight')).toHaveValue('3');
    await expect(page.locator('#state')).toHaveAttribute('data-weight', '3');
  });

  test('takes the place of what stands in a field that takes scans, and its Enter is for nobody', async ({ page }) => {
    await page.click('#key');
    await page.keyboard.type('D-10', { delay: 120 });
    await burst(page, CODE);
    await burst(page, `${CODE}-2`);
    await silence(page);
    await expect(page.locator('#key')).toHaveValue(`${CODE}-2`);
    expect(await texts(page)).toEqual([]);
  });
});

test.describe('a burst while the focus moves', () => {
  // Before the key's character goes into what has the focus, behind it, or because what had the focus is gone.
  for (const [from, to, by] of [
    ['weight', 'sink', 'keydown'],
    ['weight', 'sink', 'input'],
    ['weight', '', 'input'],
    ['weight', 'note', 'keydown'],
    ['weight', 'note', 'input'],
    ['sink', 'weight', 'keydown'],
    ['act', 'weight', 'keydown'],
  ] as const) {
    for (const after of [1, 3, 8]) {
      test(`by ${by} of key ${after} from #${from} to ${to ? `#${to}` : 'nothing'} is one code, and no field keeps a part`, async ({
        page,
      }) => {
        await page.focus(`#${from}`);
        await page.evaluate(
          ([type, target, at]) => {
            let left = at;
            const move = (): void => {
              left -= 1;
              if (left !== 0) return;
              if (target) document.querySelector<HTMLElement>(`#${target}`)?.focus();
              else (document.activeElement as HTMLElement).blur();
            };
            document.addEventListener(type, move, true);
          },
          [by, to, after] as const,
        );
        await burst(page, 'BAG-2003');
        await expect.poll(() => texts(page)).toEqual(['BAG-2003']);
        for (const field of ['weight', 'note']) await expect(page.locator(`#${field}`)).toHaveValue('');
        expect(await clicks(page)).toEqual([]);
      });
    }
  }
});

for (const by of ['keydown', 'input']) {
  for (const after of [1, 3, 8]) {
    test(`a field that is taken away by ${by} of key ${after} takes no head of the code with it`, async ({ page }) => {
      await page.focus('#weight');
      await page.evaluate(
        ([type, at]) => {
          let left = at;
          const remove = (): void => {
            left -= 1;
            if (left === 0) document.activeElement?.remove();
          };
          document.addEventListener(type, remove, true);
        },
        [by, after] as const,
      );
      await burst(page, 'BAG-2003');
      await expect.poll(() => texts(page)).toEqual(['BAG-2003']);
    });
  }
}

test.describe('a person', () => {
  test('types a number, and what follows it elsewhere at once takes none of its keys', async ({ page }) => {
    await page.focus('#sink');
    await page.keyboard.type('8.5', { delay: 120 });
    await page.fill('#weight', '3');
    await expect(page.locator('#weight')).toHaveValue('3');
    await page.focus('#sink');
    await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual(['8.5']);
    await page.click('#weight');
    await page.keyboard.type('7.5', { delay: 120 });
    await page.evaluate(() => document.querySelector<HTMLElement>('#sink')?.focus());
    await burst(page, 'BAG-2003');
    expect(await texts(page)).toEqual(['8.5', 'BAG-2003']);
    await expect(page.locator('#weight')).toHaveValue('37.5');
  });

  test('types a weight, and Enter stays with the field', async ({ page }) => {
    await page.click('#weight');
    await page.keyboard.type('1250', { delay: 110 });
    await page.keyboard.press('Enter');
    await silence(page);
    await expect(page.locator('#weight')).toHaveValue('1250');
    expect(await texts(page)).toEqual([]);
    expect(await clicks(page)).toEqual(['act click', 'form submit']);
  });

  test('holds a key in a field, and it is no burst', async ({ page }) => {
    await page.click('#weight');
    for (let count = 0; count < 8; count += 1) await page.keyboard.down('0');
    await page.keyboard.up('0');
    await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual([]);
    await expect(page.locator('#weight')).toHaveValue('00000000');
  });

  test('types a code into the sink, corrects it and ends it', async ({ page }) => {
    await page.keyboard.type('D-10022', { delay: 130 });
    await page.keyboard.press('Backspace');
    await silence(page); // thinking does not end it
    expect(await texts(page)).toEqual([]);
    expect(await page.evaluate(() => window.lab.buffers.at(-1))).toBe('D-1002');
    await page.keyboard.press('Enter');
    expect(await scans(page)).toMatchObject([{ text: 'D-1002', source: 'typed' }]);
    await expect.poll(() => page.evaluate(() => window.lab.buffers.at(-1))).toBe('');
  });

  test('clears what was typed by Escape', async ({ page }) => {
    await page.keyboard.type('D-1', { delay: 130 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual([]);
    expect(await blanks(page)).toBe(1);
  });

  test('presses Enter ten times, and there is no scan', async ({ page }) => {
    for (let count = 0; count < 10; count += 1) await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual([]);
    expect(await blanks(page)).toBe(10);
    expect(await clicks(page)).toEqual([]);
  });

  test('moves by Tab and presses by Enter and Space as everywhere', async ({ page }) => {
    const visited: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press('Tab');
      visited.push(await focused(page));
    }
    expect(visited).toEqual(['weight', 'count', 'act', 'link']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    const pressed = (await clicks(page)).filter((click) => click === 'act click');
    expect(pressed).toHaveLength(2);
  });

  test('leaves a half-typed code by Tab, and presses a button', async ({ page }) => {
    await page.keyboard.type('D-1', { delay: 130 });
    await page.waitForTimeout(200);
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('act');
    await page.keyboard.press('Enter');
    expect(await clicks(page)).toContain('act click');
    expect(await texts(page)).toEqual([]);
  });

  test('who half-typed a code and scans gets the scan', async ({ page }) => {
    await page.keyboard.type('D-1', { delay: 130 });
    await silence(page);
    await burst(page, CODE);
    expect(await scans(page)).toMatchObject([{ text: CODE, notice: { kind: 'unfinished', text: 'D-1' } }]);
  });

  test('uses shortcuts, and they reach the page', async ({ page }) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Alt+d');
    await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual([]);
  });
});

test.describe('text without key events', () => {
  test('pasted is one scan', async ({ page }) => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'D-1001\n');
      document.activeElement?.dispatchEvent(
        new InputEvent('beforeinput', {
          inputType: 'insertFromPaste',
          dataTransfer: data,
          bubbles: true,
          cancelable: true,
        }),
      );
    });
    expect(await texts(page)).toEqual([CODE]);
  });
});
