import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { unknownSite } from '#contract/site.ts';
import type { QueuedCall, ScanNote } from '#outbox/queuedCall.ts';
import { type PrintOperation, createPrintRun } from '#tasks/printRun.ts';

let asked: Call[];
let left: [string, string][];
let cues: string[];
let company: string | undefined;
let fails: Error | undefined;

beforeEach(() => {
  [asked, left, cues] = [[], [], []];
  company = fails = undefined;
});

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });
const codeOf = ({ parameters }: Call): string => new Map(parameters).get('code') ?? '';

function start(operation: PrintOperation = 'PrintKJYOrder') {
  return createPrintRun({
    operation,
    site: () => unknownSite,
    userId: () => '7',
    save: async (call) => {
      if (fails) throw fails;
      asked.push(call);
      return { seq: asked.length } as QueuedCall;
    },
    printsOf: async (_, code) => asked.filter((call) => codeOf(call) === code) as unknown as QueuedCall[],
    draft: { read: () => company, write: (text) => (company = text), watch: () => () => undefined },
    cue: (cue) => cues.push(cue),
    notTaken: (note, why) => left.push([note.text, why]),
    explain: (error) => (error as Error).message,
  });
}

describe('a label', () => {
  test('is asked for at once where it is the first of its code', async () => {
    const run = start();
    run.accept(scan('D-1'));
    await vi.waitFor(() => expect(run.view().saved).toEqual([1]));
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
    await vi.waitFor(() => expect(run.view().copy).toBe(2));
    expect(asked).toHaveLength(1);
    expect(run.view()).toMatchObject({ scan: { text: 'D-1' }, notice: { tone: 'repeat' } });
    run.print(true);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    run.accept(scan('D-1'));
    await vi.waitFor(() => expect(run.view().copy).toBe(3));
    run.leave();
    expect(run.view()).toMatchObject({ scan: undefined, copy: undefined });
    expect(asked).toHaveLength(2);
  });

  test('is not lost where the next scan goes past the question about it', async () => {
    const run = start();
    run.accept(scan('D-1'));
    run.accept(scan('D-1'));
    await vi.waitFor(() => expect(run.view().copy).toBe(2));
    run.accept(scan('D-2'));
    await vi.waitFor(() => expect(asked.map(codeOf)).toEqual(['D-1', 'D-2']));
    expect(left).toEqual([['D-1', 'D-1: is copy 2 wanted?']]);
  });

  test('is asked for, each of them, however fast the codes are scanned', async () => {
    const run = start();
    for (const code of ['D-1', 'D-2', 'D-3', 'D-2']) run.accept(scan(code));
    await vi.waitFor(() => expect(run.view()).toMatchObject({ saved: [3, 2, 1], copy: 2, isBusy: false }));
    expect(asked.map(codeOf)).toEqual(['D-1', 'D-2', 'D-3']);
  });

  test('of CN needs its company, which is kept for the next one', async () => {
    const run = start('PrintCNOrder');
    run.accept(scan('D-1'));
    expect(run.view()).toMatchObject({ needsCompany: true, notice: { tone: 'wrong' } });
    expect(asked).toEqual([]);
    run.setCompany('ACME');
    run.print();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(new Map(asked[0]?.parameters).get('company')).toBe('ACME');
    const next = start('PrintCNOrder');
    next.accept(scan('D-2'));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });

  test('that could not be saved stays there, with one sentence', async () => {
    fails = new Error('The storage is full.');
    const run = start();
    run.accept(scan('D-1'));
    await vi.waitFor(() => expect(run.view().notice).toEqual({ tone: 'wrong', text: 'The storage is full.' }));
    expect(run.view()).toMatchObject({ scan: { text: 'D-1' }, isBusy: false });
    fails = undefined;
    run.print();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
  });
});
