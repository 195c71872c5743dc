import { expect, test } from 'vitest';
import type { PrinterStanding } from '#contract/printJob.ts';
import { markupOf } from '#office/pages/markup.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import type { KeptPrint } from '#ledger/printRows.ts';
import { PrintersLine } from './PrintersLine.tsx';
import { type PrintersShown, PrintersPage } from './PrintersPage.tsx';
import type { PrintersView } from './printView.tsx';

const words = pageWords('en');
const dock = { name: 'Dock 2', code: 'PRN-2', way: 'network', language: 'zpl' } as const;
const packing = { name: 'Packing', code: 'PRN-3', way: 'demo', language: 'zpl' } as const;

const view: PrintersView = {
  texts: words.printers,
  ledger: words.ledger,
  floor: words.floor,
  language: 'en',
  printers: [dock, packing],
  names: new Map([['4', 'Blue 4']]),
  workers: new Map([['7', 'Ada']]),
  today: 0,
  maySay: true,
};

const job: KeptPrint = {
  n: 1,
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301.c1',
  call: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  copy: 1,
  operation: 'PrintCNOrder',
  printer: 'PRN-2',
  state: 'unknown',
  cause: 'cut',
  madeAt: 1_700_000_000_000,
  asker: '4',
  tries: 1,
  worker: '7',
  codes: 'D-1022',
};

const standing = (printer: string, more: Partial<PrinterStanding> = {}): PrinterStanding => ({
  printer,
  is: 'ready',
  queued: 0,
  unknown: 0,
  ...more,
});

function pageOf(shown: Partial<PrintersShown>, more: Partial<PrintersView> = {}): string {
  const none = {
    standings: [],
    printedToday: new Map(),
    last: new Map(),
    open: [],
    queued: [],
    jobs: [],
    wish: {},
    hasPaper: false,
  };
  return markupOf(<PrintersPage shown={{ ...none, ...shown }} view={{ ...view, ...more }} />);
}

test('a label of which nobody knows is asked about by its order, with the number of the copy that would come', () => {
  const page = pageOf({ open: [job] });
  expect(page).toContain('D-1022');
  expect(page).toContain('aria-label="Yes, it came out: D-1022"');
  expect(page).toContain('aria-label="Print again (copy 2): D-1022"');
  expect(page).toContain('the connection was cut');
});

test('whoever may only look is asked nothing, and can move nothing', () => {
  const page = pageOf({ open: [job], queued: [{ ...job, state: 'queued' }] }, { maySay: false });
  expect(page).toContain('D-1022');
  expect(page).not.toContain('/gateway/printers/say');
});

test('a label that waits can be taken back, or moved to each other printer and not to its own', () => {
  const page = pageOf({ queued: [{ ...job, state: 'queued', cause: 'paper-out' }] });
  const waiting = page.slice(page.indexOf('<h2>Waiting</h2>'), page.indexOf('<h2>Labels</h2>'));
  expect(waiting).toContain('paper out');
  expect(waiting).toContain('Take back: D-1022');
  expect(waiting).toContain('<option value="PRN-3">Packing</option>');
  expect(waiting).not.toContain('<option value="PRN-2">');
});

test.each([
  ['count', 'Printed'],
  ['taken', 'Taken by the printer'],
  ['handed', 'Handed to the print server'],
  ['person', 'Seen on paper'],
] as const)('a job that is known to be done by %s is said as: %s', (knownBy, said) => {
  const { cause: _cause, ...rest } = job;
  expect(pageOf({ jobs: [{ ...rest, state: 'printed', knownBy }] })).toContain(`>${said}<`);
});

test('the printers that need a person stand first, with how many labels wait there', () => {
  const standings = [standing('PRN-3'), standing('PRN-2', { is: 'waits', cause: 'paper-out', queued: 3 })];
  const line = markupOf(
    <PrintersLine seen={{ standings, printers: [packing, dock], language: 'en', texts: words.printers }} />,
  );
  expect(line.indexOf('Dock 2')).toBeLessThan(line.indexOf('Packing'));
  expect(line).toContain('paper out');
  expect(line).toContain('3 wait');
});

test('a label whose outcome is unknown keeps its printer among those that need a person, though it stands ready', () => {
  const line = markupOf(
    <PrintersLine
      seen={{ standings: [standing('PRN-2', { unknown: 1 })], printers: [dock], language: 'en', texts: words.printers }}
    />,
  );
  expect(line).toContain('is-check');
  expect(line).toContain('1 to check');
});

test('what a stranger has written is shown letter by letter, and is no markup', () => {
  const evil = '<img src=x onerror=alert(1)>';
  const page = pageOf(
    { jobs: [{ ...job, codes: evil, worker: evil, asker: evil, detail: evil, printer: evil, operation: evil }] },
    { names: new Map(), workers: new Map() },
  );
  expect(page).not.toContain('<img');
  expect(page.split('&lt;img src=x onerror=alert(1)&gt;').length).toBeGreaterThan(4);
});
