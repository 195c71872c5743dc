import type { Locator, Page } from '@playwright/test';
import { readyToScan, startWithDemo } from './rig/app.ts';
import { pretendSerial, scaleSays } from './rig/scale.ts';
import { type Scene, fakeCameraArgs } from './rig/scene.ts';
import { type Move, movesDuring } from './rig/steady.ts';
import { expect, inMemory, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { oneOfEachKind, parts, walk } from './screens.ts';

/**
 * Controls that may move, with the reason: the press asked for it, or nothing is done by a tap that comes too late. A soft keyboard is no
 * event of this walk: the press on a field asks for it, and for the screen that is left beside it.
 */
const askedFor: readonly { readonly where: RegExp; readonly why: string }[] = [
  {
    where: /^(bag-other-scanned|weight-question): .* press/,
    why: 'what is entered goes past the question, about the other bag or the weight: its answers give way to the main action',
  },
  {
    where: /^(bag-wrong-weight|weight-question): an empty scan/,
    why: 'Enter is the main action of a weight that stands typed: it is saved, or asked about again',
  },
  {
    where: /^scanner: an empty scan: Print the codes/,
    why: 'the page is there for what a scanner sends, and says it over the codes; a tap there only opens the sheet to print',
  },
  {
    where: /: (a count|away|back|an empty scan|answer): .*(just now|ago)/,
    why: 'a row of calls grows by the service’s words and lists begin with the newest: each row leads to its call, and a tap on the next one changes nothing',
  },
  {
    where: /^queue: a count: Send now/,
    why: 'it is there as long as something waits, which is sent by itself: a tap on it does what is done anyway',
  },
];

/** Controls that stay on the screen when it is pressed. */
const PRESSED = '.pad > .button, .page .choice, .page [aria-pressed]:not(:disabled)';
/** Choices there change the app itself, its language and its hand, or what the next screens are. */
const CHANGES_ALL = /^(first-start|settings.*|teach|sign-in|scanner|history)$/;

/** Screens with number keys, and the ones that lead to them. */
const WITH_KEYS = /^(bag-wrong-weight|scale-waits|scale-steady|weight-question)$/;

/** `npm run lab -- steady` walks every screen; a night walks one of each kind, and those with number keys. */
const walked =
  process.env['LAB'] === 'steady'
    ? parts
    : parts
        .map((part) => part.filter(({ name }) => oneOfEachKind.test(name) || WITH_KEYS.test(name)))
        .filter(({ length }) => length > 0);

/** First screens of the walks that `.ci/run` takes too. */
const atEachRun = new Set(['operation', 'task-weight']);

test.describe.configure({ mode: 'parallel' });
test.use({ worker: 'blocked' });

/** Lines of what a page says that has moved, but for what was asked for. */
function unasked(screen: string, moves: readonly Move[]): readonly string[] {
  const said = moves.map(({ cause, name, what }) => `${screen}: ${cause}: ${name}: ${what}`);
  return said.filter((one) => !askedFor.some(({ where }) => where.test(one)));
}

async function middleOf(control: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

/** Another page of the app on the same handheld, which no question holds up: what it saves is counted on this one, where nobody pressed anything. */
async function countFrom({ page, gateway }: Scene): Promise<() => Promise<void>> {
  const other = await page.context().newPage();
  await other.goto(`${gateway.origin}/operations/RevertOff`);
  await page.bringToFront();
  let many = 10;
  const badge = page.locator('a.status').locator('visible=true');
  return async () => {
    const before = await badge.textContent();
    many += 1;
    for (const [name, code] of [
      ['deliveryCode', `D-99${many}`],
      ['storeCode', 'S-01-A'],
    ] as const)
      await other.locator(`[data-parameter="${name}"] :is(input, textarea)`).fill(code); // the service refuses it
    await other.getByRole('button', { name: /^Save and send/ }).click();
    await expect.poll(() => badge.textContent()).not.toBe(before);
  };
}

async function goAway(page: Page, isAway: boolean): Promise<void> {
  await page.context().setOffline(isAway);
  await expect(page.locator('.gateway-state.is-away')).toHaveCount(isAway ? 1 : 0);
}

/** Presses each control of these twice at the place where it stood, and returns what moved. */
async function movesOfPresses(page: Page): Promise<readonly Move[]> {
  const moved: Move[] = [];
  const chosen = page
    .locator('.page .choice')
    .filter({ has: page.locator('input:checked') })
    .locator('visible=true');
  const before = await chosen.elementHandles();
  for (const control of await page.locator(PRESSED).locator('visible=true').all()) {
    const name = (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '';
    const [x, y] = await middleOf(control);
    for (const cause of [`${name} press`, `${name} press again`]) {
      moved.push(...(await movesDuring(page, cause, () => page.mouse.click(x, y))));
    }
    const erase = page.getByRole('button', { name: 'Take away the last figure' });
    if (/^[0-9.] ?$/.test(name)) for (let figure = 0; figure < 2; figure += 1) await erase.click(); // no number is longer
  }
  for (const choice of before) await choice.click(); // the next screen is reached from this one
  return moved;
}

for (const part of walked) {
  test(`from ${part[0]?.name} on nothing that can be tapped moves while a count, a gateway, an error or a figure comes or goes${atEachRun.has(part[0]?.name ?? '') ? '' : ' @night'}`, async ({
    gateway,
    handheld,
  }) => {
    test.setTimeout(600_000);
    const { page } = await handheld.open(fakeCameraArgs);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 640 });
    const found: string[] = [];
    let count: (() => Promise<void>) | undefined;
    await walk({ page, gateway }, part, ['en'], async ({ name }) => {
      const during = async (cause: string, happen: () => Promise<unknown>): Promise<void> => {
        found.push(...unasked(name, await movesDuring(page, cause, happen)));
      };
      const isAtWork = (await page.locator('a.status').locator('visible=true').count()) > 0;
      if (isAtWork && name !== 'offline') {
        count ??= await countFrom({ page, gateway });
        await during('a count', count);
        await during('away', () => goAway(page, true));
        await during('back', () => goAway(page, false));
      }
      if (!CHANGES_ALL.test(name)) found.push(...unasked(name, await movesOfPresses(page)));
      if ((await page.locator('[data-scan-sink]').count()) > 0) {
        await during('an empty scan', () => page.keyboard.press('Enter'));
      }
    });
    expect(found).toEqual([]);
  });
}

/** A task of each kind, and what is scanned for it until the service is asked. */
const answered = [
  ['revert-off', ['D-1001', 'S-01-A']],
  ['revert-off', ['D-9999', 'S-01-A']],
  ['transport-order', ['TO-6001', 'I-8003']],
  ['external-code', ['EX-50001']],
  ['bag', ['BAG-2001']],
  ['bag', ['BAG-9999']],
  ['transfer', ['T-4001']],
  ['batch', ['B-3001']],
  ['images', ['D-1003']],
  ['paint-marker', ['D-1001']],
  ['countries', ['W-007']],
  ['weight', ['D-1001']],
] as const;

inMemory(
  'nothing that can be tapped moves when the answer comes, in a task of each kind',
  async ({ gateway, handheld }) => {
    test.setTimeout(480_000);
    const { page } = await handheld.open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 640 });
    await startWithDemo(page, gateway);
    const found: string[] = [];
    for (const [task, codes] of answered) {
      await page.goto(`${gateway.origin}/tasks/${task}`);
      await readyToScan(page);
      let answer = (): void => undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\.asmx/, async (route) => {
        await asked;
        await route.continue();
      });
      for (const code of codes) {
        await burst(page, code);
        await expect(page.locator('.page')).toContainText(code);
      }
      const moves = await movesDuring(page, 'answer', async () => {
        answer();
        await expect(page.getByText('Asking the service')).toHaveCount(0);
        await expect(page.locator('.said').filter({ hasText: 'Saved' })).toHaveCount(0);
      });
      found.push(...unasked(`${task} ${codes.join(' ')}`, moves));
      await page.unrouteAll({ behavior: 'wait' });
    }
    expect(found).toEqual([]);
  },
);

inMemory(
  'two taps at one place of the number keys are two figures, while an error is said and goes',
  async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await page.addInitScript(pretendSerial);
    await page.setViewportSize({ width: 360, height: 640 });
    await startWithDemo(page, gateway);
    await page.goto(`${gateway.origin}/tasks/weight`);
    await readyToScan(page);
    await burst(page, 'D-1001');
    const weight = page.getByLabel('Weight', { exact: true });
    const said = page.locator('.said-wrong');
    const save = page.getByRole('button', { name: /^Save D-1001/ });
    const four = await middleOf(page.getByRole('button', { name: '4', exact: true }));
    await save.click();
    await expect(said).toBeVisible();
    await expect(said).toBeInViewport({ ratio: 1 });
    for (let tap = 0; tap < 2; tap += 1) await page.mouse.click(...four);
    await expect(weight).toHaveValue('44');
    await expect(said).toHaveCount(0);
    await page.getByRole('button', { name: '.', exact: true }).click(); // 44. is sent as 44
    for (let tap = 0; tap < 2; tap += 1) await page.mouse.click(...four);
    await expect(weight).toHaveValue('44.44');
    await page.getByRole('button', { name: 'Connect a scale' }).click();
    await expect(page.getByText(/has sent nothing yet/)).toBeVisible();
    await scaleSays(page, 'ST,GS,+  1250 g\r\n'.repeat(3));
    await expect(page.getByRole('button', { name: 'Take 1250 g' })).toBeVisible();
    for (let tap = 0; tap < 2; tap += 1) await page.mouse.click(...four);
    await expect(weight).toHaveValue('44.4444');
  },
);
