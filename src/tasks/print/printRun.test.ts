import { beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { LabelStands, QueuedCall } from '#outbox/state/queuedCall.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { PrintTask } from '#tasks/task/task.ts';
import { createPrintRun } from './printRun.ts';
import { flowPorts, scan } from '#tasks/testing/flowRig.ts';

let asked: Call[];
let left: [string, string][];
let cues: string[];
let company: string | undefined;
let inHand: string | undefined;
let companies: unknown;
let ofSite: readonly string[] | undefined;
let isAway: boolean;
let fails: Error | undefined;

beforeEach(() => {
  [asked, left, cues] = [[], [], []];
  company = inHand = companies = ofSite = fails = undefined;
  isAway = false;
});

const repeated: (readonly [number, string])[] = [];
const codeOf = ({ parameters }: Call): string => new Map(parameters).get('code') ?? '';

function start(id = 'print-kjy', takeBack = flowPorts().ports.takeBack) {
  const task = tasks.find((one) => one.id === id) as PrintTask;
  return createPrintRun(task, {
    ...flowPorts().ports,
    site: () => ({ ...flowPorts().ports.site(), ...(ofSite && { companies: ofSite }) }),
    takeBack,
    save: async (call) => {
      if (fails) throw fails;
      asked.push(call);
      return { seq: asked.length } as QueuedCall;
    },
    printsOf: async (_, code) => asked.filter((call) => codeOf(call) === code) as unknown as QueuedCall[],
    draft: { read: () => company, write: (text) => (company = text) },
    inHand: { read: () => inHand, write: (text) => (inHand = text) },
    kept: {
      read: async () => companies,
      write: async (_, value) => {
        companies = value;
      },
    },
    noteRepeat: async (seq, text) => void repeated.push([seq, text]),
    isAway: () => isAway,
    cue: (cue) => cues.push(cue),
    notTaken: (note, why) => left.push([note.text, why]),
  });
}

test('a label whose code was only the beginning of its pull is taken back, and the next one is asked for', async () => {
  const takenBack: number[] = [];
  const run = start('print-kjy', async (seq) => void takenBack.push(seq));
  const first = scan('D-1', 5);
  run.accept(first);
  await expect.poll(() => run.view().saved).toEqual([1]);
  run.split({ first, texts: ['D-1', '2'], before: [] });
  await expect.poll(() => takenBack).toEqual([1]);
  expect(run.view()).toMatchObject({ scan: undefined, isBusy: false, saved: [1], notice: { tone: 'wrong' } });
  run.accept(scan('D-2', 9));
  await expect.poll(() => run.view().saved).toEqual([2, 1]);
});

describe('a label', () => {
  test('is asked for at once where it is the first of its code', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    expect(asked.map(({ operation, parameters }) => [operation, parameters])).toEqual([
      [
        'PrintKJYOrder',
        [
          ['code', 'D-1'],
          ['userId', '7'],
        ],
      ],
    ]);
    expect(run.view()).toMatchObject({ notice: { tone: 'saved' }, isBusy: false, scan: undefined });
  });

  test('is asked about where it is the second, and made when a person wants it', async () => {
    const run = start();
    run.accept(scan('D-1'));
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().copy).toBe(2);
    expect(asked).toHaveLength(1);
    expect(run.view()).toMatchObject({ scan: { text: 'D-1' }, notice: { tone: 'repeat' } });
    run.print(true);
    await expect.poll(() => asked).toHaveLength(2);
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().copy).toBe(3);
    run.leave();
    expect(run.view()).toMatchObject({ scan: undefined, copy: undefined });
    expect(asked).toHaveLength(2);
  });

  test('is not lost where the next scan goes past the question about it', async () => {
    const run = start();
    run.accept(scan('D-1'));
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().copy).toBe(2);
    run.accept(scan('D-2'));
    await expect.poll(() => asked.map(codeOf)).toEqual(['D-1', 'D-2']);
    expect(left).toEqual([['D-1', 'D-1: is copy 2 wanted?']]);
  });

  test('is asked for, each of them, however fast the codes are scanned', async () => {
    const run = start();
    for (const code of ['D-1', 'D-2', 'D-3', 'D-2']) run.accept(scan(code));
    await expect.poll(() => run.view()).toMatchObject({ saved: [3, 2, 1], copy: 2, isBusy: false });
    expect(asked.map(codeOf)).toEqual(['D-1', 'D-2', 'D-3']);
  });

  test('of CN asks for no company where the site has one alone; of several a tap takes one, and asks for the label that waits', async () => {
    ofSite = ['YTO'];
    start('print-cn').accept(scan('D-1'));
    await expect.poll(() => asked.map(codeOf)).toEqual(['D-1']);
    [company, ofSite] = [undefined, ['YTO', 'ZTO']];
    const run = start('print-cn');
    run.accept(scan('D-2'));
    expect(run.view().needsCompany).toBe(true);
    run.chooseCompany('ZTO');
    await expect.poll(() => asked.map(codeOf)).toEqual(['D-1', 'D-2']);
    run.chooseCompany('YTO'); // with no order in hand it is for the next one
    expect(run.view()).toMatchObject({ company: 'YTO', scan: undefined });
    expect(asked.map(({ parameters }) => new Map(parameters).get('company'))).toEqual(['YTO', 'ZTO']);
  });

  test('of CN is kept while its company is missing, also by a screen that is opened anew', async () => {
    start('print-cn').accept(scan('D-1'));
    const next = start('print-cn');
    expect(next.view()).toMatchObject({ scan: { text: 'D-1' }, needsCompany: true });
    expect(asked).toEqual([]);
    next.chooseCompany('ACME');
    await expect.poll(() => next.view().saved).toEqual([1]);
    expect(inHand).toBeUndefined();
    expect(start('print-cn').view().scan).toBeUndefined();
  });

  test('of CN needs its company, which is kept for the next one', async () => {
    const run = start('print-cn');
    run.accept(scan('D-1'));
    expect(run.view()).toMatchObject({ needsCompany: true, notice: { tone: 'step', text: 'Enter the company.' } });
    run.print(); // without it
    expect(run.view()).toMatchObject({ needsCompany: true, notice: { tone: 'wrong', text: 'Enter the company.' } });
    expect(asked).toEqual([]);
    run.setCompany('ACME');
    run.print();
    await expect.poll(() => asked).toHaveLength(1);
    expect(new Map(asked[0]?.parameters).get('company')).toBe('ACME');
    const next = start('print-cn');
    next.accept(scan('D-2'));
    await expect.poll(() => asked).toHaveLength(2);
  });

  test('that nobody can be asked for now is said to wait, once, and asked for once it can be', async () => {
    isAway = true;
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    run.stands(1, 'waiting', 'D-1');
    run.stands(1, 'asking', 'D-1');
    expect(run.view().notice).toEqual({ tone: 'repeat', text: 'Not printed: D-1 waits for you' });
    expect(cues).toEqual(['repeat']);
    run.stands(1, 'answered', 'D-1');
    expect(run.view().notice).toEqual({ tone: 'saved', text: 'Asked for the label of D-1' });
    expect(cues).toEqual(['repeat', 'saved']);
  });

  test('that was said to be asked for, and then was not, is taken back in words and by its signal', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => cues).toEqual(['saved']);
    run.stands(1, 'asking', 'D-1');
    run.stands(1, 'asking', 'D-1');
    expect(cues).toEqual(['saved', 'repeat']);
    run.stands(1, 'cancelled', 'D-1');
    expect(run.view().notice).toBeUndefined();
  });

  test('that waited and was asked for by a tap is the one that is shown', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    run.printed(9, 'D-9');
    run.printed(1, 'D-1');
    expect(run.view()).toMatchObject({ saved: [1, 9], notice: { tone: 'saved', text: 'Asked for the label of D-1' } });
    expect(cues).toEqual(['saved', 'saved', 'saved']);
  });

  test('that was handed over is said in the band, and a second tap asks before it is printed again, and counts', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    run.handOver(1, 'D-1', 'The browser refused.');
    expect(run.view().notice).toEqual({ tone: 'wrong', text: 'The browser refused.' });
    expect(run.view().handed).toBeUndefined();
    run.handOver(1, 'D-1');
    const handed = { text: 'D-1 for printing. See that it comes out.', mark: { word: 'Handed over' } };
    expect(run.view()).toMatchObject({ handed: { seq: 1, times: 1 }, notice: handed });
    run.stands(1, 'answered', 'D-1');
    expect(run.view().notice).toMatchObject(handed);
    run.askAgain('D-1');
    const asks = (times: string) => ({
      asksAgain: true,
      notice: { tone: 'repeat', text: `D-1 was handed over for printing ${times}. Print it again?` },
    });
    expect(run.view()).toMatchObject(asks('once'));
    run.leave();
    expect(run.view()).toMatchObject({ asksAgain: false, handed: { times: 1 }, notice: undefined });
    run.askAgain('D-1');
    run.handOver(1, 'D-1');
    run.askAgain('D-1');
    expect(run.view()).toMatchObject(asks('2 times'));
    run.accept(scan('D-2')); // goes past the question
    expect(run.view().asksAgain).toBe(false);
  });

  test('of CN offers the companies of before, the last one first', async () => {
    companies = ['ACME', 'BETA', 7];
    const run = start('print-cn');
    await expect.poll(() => run.view().companies).toEqual(['ACME', 'BETA']);
    run.setCompany('BETA ');
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().companies).toEqual(['BETA', 'ACME']);
    expect(companies).toEqual(['BETA', 'ACME']);
  });

  test('that could not be saved stays there, with one sentence', async () => {
    fails = new Error('The storage is full.');
    const run = start();
    run.accept(scan('D-1'));
    await expect
      .poll(() => run.view().notice)
      .toEqual({ tone: 'wrong', text: 'Scanline could not do that: The storage is full.' });
    expect(run.view()).toMatchObject({ scan: { text: 'D-1' }, isBusy: false });
    fails = undefined;
    run.print();
    await expect.poll(() => asked).toHaveLength(1);
  });
});

test('a second scan that the guard held back is noted with the label that was asked for', async () => {
  const run = start();
  run.accept(scan('C-1'));
  run.ignoreRepeat('C-1');
  await expect.poll(() => repeated).toEqual([[1, 'C-1']]);
});

describe('what is typed while a company is asked for', () => {
  const typed = (text: string) => ({ ...scan(text), source: 'typed' as const });

  test('is the company, and the order stays in hand', async () => {
    const run = start('print-cn');
    run.accept(scan('D-1'));
    run.accept(typed('ACME'));
    expect(run.view()).toMatchObject({ company: 'ACME', scan: { text: 'D-1' }, notice: { text: 'Company: ACME.' } });
    expect(left).toEqual([]);
    run.print();
    await expect.poll(() => asked.map(({ parameters }) => new Map(parameters).get('company'))).toEqual(['ACME']);
  });

  test('is an order once a company is there, and so is what a scanner types', () => {
    const run = start('print-cn');
    run.accept(scan('D-1'));
    run.accept(scan('D-2'));
    expect(run.view()).toMatchObject({ company: '', scan: { text: 'D-2' } });
    run.setCompany('ACME');
    run.accept(typed('D-3'));
    expect(run.view().company).toBe('ACME');
  });
});

describe('a label at a printer', () => {
  const job = { id: 'k.c1', copy: 1, printer: 'P-1' } as const;
  const labels: readonly (readonly [LabelStands, tone: string | undefined, why: string | undefined])[] = [
    [{ is: 'printing', job }, undefined, undefined],
    [{ is: 'printing', job: { ...job, state: 'sending', cause: 'paper-out' } }, 'repeat', 'paper out'],
    [{ is: 'printed', job: { ...job, state: 'printed', knownBy: 'count' } }, 'found', undefined],
    [{ is: 'unknown', job: { ...job, state: 'unknown', cause: 'cut' } }, 'repeat', 'the connection was cut'],
    [
      { is: 'refused', job: { ...job, state: 'refused', cause: 'command', detail: '~DY' } },
      'wrong',
      'command not allowed: ~DY',
    ],
  ];

  test.each(labels)('that stands as %o is told with the signal %s, and why: %s, once', async (label, tone, why) => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    cues = [];
    for (let times = 0; times < 2; times += 1) run.labelled({ seq: 1, label }, 'D-1');
    expect(cues).toEqual(tone === undefined ? [] : [tone]);
    const said = run.view().notice?.call;
    expect(said).toEqual(tone === undefined ? { seq: 1, what: 'D-1' } : { seq: 1, what: 'D-1', why });
  });

  test('of another printer than the chosen one is told with its name', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    run.labelled({ seq: 1, label: { is: 'printed', job } }, 'D-1', 'Dock 2');
    expect(run.view().notice).toMatchObject({ tone: 'found', text: 'D-1 · Dock 2', call: { what: 'D-1 · Dock 2' } });
  });

  test('of before this screen is not told again, and one that changes while another order is in hand is heard alone', async () => {
    const run = start();
    run.labelled({ seq: 9, label: { is: 'unknown', job } }, 'D-9');
    expect([cues, run.view().notice]).toEqual([[], undefined]);
    run.accept(scan('D-1'));
    await expect.poll(() => run.view().saved).toEqual([1]);
    run.accept(scan('D-1')); // another copy is asked about
    await expect.poll(() => run.view().copy).toBe(2);
    cues = [];
    const { notice } = run.view();
    run.labelled({ seq: 1, label: { is: 'printed', job } }, 'D-1');
    expect([cues, run.view().notice]).toEqual([['found'], notice]);
  });
});
