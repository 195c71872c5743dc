import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealScreen, missingForKeys, missingForMethod, openRealScreen } from './screen.ts';
import { type ScanLab, openScanLab } from '#e2e/rig/scanLab.ts';
import { type Layout, testTexts } from '#scan/calibrate/layouts.ts';
import { testCode } from '#scan/calibrate/testCode.ts';

let lab: ScanLab;
beforeAll(async () => {
  lab = await openScanLab();
}, 120_000);
afterAll(() => lab.close());

const scansOf = ({ page }: RealScreen) => page.evaluate(() => window.lab.scans.map(({ text }) => text));

/** Scans into a note that a person has begun, and into an empty one. @returns what stands there each time, and the focus */
async function noteAfter(screen: RealScreen, code: readonly string[]): Promise<unknown[]> {
  const note = screen.page.locator('#note');
  const left: unknown[] = [];
  for (const [index, begun] of ['', 'so far'].entries()) {
    await note.evaluate((field: HTMLTextAreaElement, text) => {
      field.value = text;
      field.focus();
    }, begun);
    screen.press(...code, 'Enter');
    await expect.poll(() => screen.page.evaluate(() => window.lab.altered), { timeout: 10_000 }).toBe(index + 1);
    left.push(await note.inputValue(), await screen.page.evaluate(() => document.activeElement?.id));
  }
  return [...left, ...(await scansOf(screen))];
}

const UNTOUCHED = ['', 'note', 'so far', 'note'];

/** Opens a screen, and ends it whatever becomes of the test. */
async function onScreen(layout: string[], isMethodOn: boolean, work: (screen: RealScreen) => Promise<void>) {
  const screen = await openRealScreen(lab.origin, layout, isMethodOn);
  try {
    await screen.page.focus('#sink');
    await work(screen);
  } finally {
    await screen.end();
  }
}

describe.skipIf(missingForKeys.length > 0)(
  `real keys (missing here: ${missingForKeys.join(', ') || 'nothing'})`,
  () => {
    test(
      'Ctrl+D, P, T, N and J inside a code are its characters, and no shortcut of the app’s window',
      { timeout: 120_000 },
      () =>
        onScreen(['us'], false, async (screen) => {
          screen.press(
            'D',
            '-',
            '1',
            'ctrl+d',
            '2',
            'ctrl+p',
            '3',
            'ctrl+t',
            '4',
            'ctrl+n',
            '5',
            'ctrl+]',
            '6',
            'Enter',
          );
          await expect.poll(() => scansOf(screen)).toEqual(['D-1\u00042\u00103\u00144\u000e5\u001d6']);
          expect(screen.pages()).toBe(1);
        }),
    );

    test('a dead key inside a code has it refused whole, and the code without one is taken', { timeout: 120_000 }, () =>
      onScreen(['us', '-variant', 'intl'], false, async (screen) => {
        screen.press(...Array.from(`D-1"A'7`), 'Enter');
        await expect.poll(() => screen.page.evaluate(() => window.lab.altered)).toBe(1);
        expect(await scansOf(screen)).toEqual([]);
        screen.press(...Array.from('D-1001'), 'Enter');
        await expect.poll(() => scansOf(screen)).toEqual(['D-1001']);
      }),
    );

    test(
      'a dead key inside a code that goes into a text field: the field is as it was, and it is told',
      { timeout: 120_000 },
      () =>
        onScreen(['us', '-variant', 'intl'], false, async (screen) =>
          expect(await noteAfter(screen, Array.from(`D-1"A'7`))).toEqual(UNTOUCHED),
        ),
    );

    test.each<[string, Layout]>([
      ['ru', 'ru'],
      ['ua', 'ua'],
      ['gr', 'gr'],
      ['cz', 'cz'],
      ['tr', 'tr'],
      ['hu', 'hu'],
      ['br', 'br'],
      ['gb', 'gb'],
    ])('the test code under %s names that layout', { timeout: 120_000 }, (layout, handheld) =>
      onScreen([layout], false, async (screen) => {
        screen.press(...Array.from(testCode.text), 'Enter');
        await expect.poll(() => scansOf(screen), { timeout: 10_000 }).toHaveLength(1);
        const [text] = await scansOf(screen);
        expect(new Map(testTexts).get(text ?? ''), text).toEqual({ kind: 'layout', scanner: 'us', handheld });
      }),
    );

    test('a code with Enter inside is one pull', { timeout: 120_000 }, () =>
      onScreen(['us'], false, async (screen) => {
        screen.press(...Array.from('PN-7781'), 'Enter', ...Array.from('QTY-5'), 'Enter');
        await expect
          .poll(() => screen.page.evaluate(() => [...window.lab.splits.values()]))
          .toEqual([['PN-7781', 'QTY-5']]);
        expect(await scansOf(screen)).toEqual([]);
      }),
    );
  },
);

/** A method comes to a field later than its focus on a busy machine: then nothing is altered, and it is tried again. */
const WITH_METHOD = { timeout: 120_000, retry: 2 };

describe.skipIf(missingForMethod.length > 0)(
  `an input method (missing here: ${missingForMethod.join(', ') || 'nothing'})`,
  () => {
    test.each(['D-1001', 'S-01-B'])('pinyin makes no code of %s, and that is told', WITH_METHOD, (code) =>
      onScreen(['us'], true, async (screen) => {
        screen.press(...Array.from(code), 'Enter');
        await expect.poll(() => screen.page.evaluate(() => window.lab.altered), { timeout: 10_000 }).toBe(1);
        expect(await scansOf(screen)).toEqual([]);
      }),
    );

    test('pinyin leaves nothing of a code in a text field, and that is told', WITH_METHOD, () =>
      onScreen(['us'], true, async (screen) =>
        expect(await noteAfter(screen, Array.from('D-1001'))).toEqual(UNTOUCHED),
      ),
    );
  },
);
