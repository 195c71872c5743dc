import { describe, expect, test } from 'vitest';
import type { PrintCause } from '#contract/printJob.ts';
import type { PrinterFault } from '#standin/printerHabits.ts';
import type { PrintingPorts } from '#label/printing.ts';
import type { Paper } from '#standin/zplPrinter.ts';
import { type Attempt, LABEL, type World, attempt, machineFor } from './attempt.ts';
import { directLine } from './directLine.ts';

const faults: readonly PrinterFault[] = ['paper-out', 'ribbon-out', 'head-open', 'cutter', 'paused'];

/** Has another host print labels of its own. */
const otherHost =
  (text: string) =>
  ({ machine }: World): void => {
    const entry = machine.enter(() => {});
    entry.take(text);
    entry.end();
  };
const other = otherHost('^XA^FO1,1^FDother^FS^XZ');
/** Pulls the power: every line ends, and it is back after so long, or not at all. */
const pullPower = (backAfterMs?: number) => (world: World) => {
  world.machine.powerOff();
  world.refuses = true;
  for (const { cut } of world.wires) cut();
  if (backAfterMs !== undefined) world.time.at(world.time.now() + backAfterMs, () => (world.refuses = false));
};

test('a label comes out once, and is printed by count and number', async () => {
  expect(await attempt()).toMatchObject({
    end: { is: 'printed', knownBy: 'count' },
    papers: 1,
    left: [false],
    waited: [],
  });
});

test('labels of one job are counted: three of them are printed where the count rose by three', async () => {
  const three = LABEL.replace('^XZ', '^PQ3^XZ');
  expect(await attempt({ text: three, labels: 3 })).toMatchObject({
    end: { is: 'printed', knownBy: 'count' },
    papers: 3,
  });
  // Read wrong, they are not: neither one too few nor one too many.
  for (const labels of [1, 2, 4])
    expect((await attempt({ text: three, labels })).end, `${labels}`).toMatchObject({ is: 'unknown' });
  expect(await attempt({ text: LABEL + LABEL, labels: 2 })).toMatchObject({ end: { is: 'printed' }, papers: 2 });
});

describe('what keeps a label back: no byte of it leaves', () => {
  test.each<[PrintCause, Attempt]>([
    ...faults.map((fault): [PrintCause, Attempt] => [
      fault,
      { before: ({ machine }) => machine.setFault(fault, true) },
    ]),
    ['half-label', { before: otherHost('^XA^FO1,1^FDhalf') }],
    ['busy', { before: otherHost('^XA^FO1,1^FDother^FS^PQ99^XZ') }],
    ['away', { before: (world) => (world.refuses = true) }],
    // Neither of its words: silence is no word for being ready.
    ['silent', { before: ({ machine }) => machine.setFault('paper-out', true), habits: { knowsErrors: false } }],
    ['silent', { printer: { status: 'sato' } }],
    ['silent', { habits: { tellsSettings: false } }],
    ['silent', { cuts: [{ after: 40, of: 'said' }] }],
    ['stopped', { before: ({ stop }) => stop.abort() }],
  ])('%s', async (cause, tried) => {
    expect(await attempt(tried)).toMatchObject({ end: { is: 'kept-back', cause }, papers: 0, left: [] });
  });

  test('half a label of somebody else stays as it was: no question stands in it', async () => {
    const papers: Paper[] = [];
    const worlds: World[] = [];
    const half = (world: World): void => {
      world.machine = machineFor(world.time, papers);
      otherHost('^XA^FO1,1^FDhalf')(world);
      worlds.push(world);
    };
    expect(await attempt({ before: half })).toMatchObject({ end: { is: 'kept-back', cause: 'half-label' } });
    for (const world of worlds) {
      otherHost('^FS^XZ')(world);
      world.machine.step();
    }
    // Line ends are nothing in a label.
    expect(papers.map(({ text }) => text.replaceAll('\r\n', ''))).toEqual(['^XA^FO1,1^FDhalf^FS^XZ']);
  });

  test('what it does not tell is named, where the site says that it does', async () => {
    expect((await attempt({ habits: { tellsSettings: false } })).end).toMatchObject({ detail: 'device.unique_id' });
  });

  test('another one has the job by now: no byte leaves', async () => {
    const { end, papers } = await attempt({ ports: () => ({ mayLeave: async () => false }) });
    expect({ end, papers }).toEqual({ end: { is: 'lost' }, papers: 0 });
  });

  test('another one has the job before it is sent again: no second byte leaves', async () => {
    const { end, papers, left } = await attempt({
      cuts: [{ after: 110, of: 'taken', isLate: true }],
      habits: { halfAfterCut: 'dropped' },
      ports: () => ({ mayLeave: async (isAgain) => !isAgain }),
    });
    expect({ end, papers, left }).toEqual({ end: { is: 'lost' }, papers: 0, left: [false] });
  });

  test('a ledger that cannot be written to keeps it back as an error', async () => {
    await expect(
      attempt({
        ports: () => ({
          mayLeave: () => Promise.reject(new Error('away')),
        }),
      }),
    ).rejects.toThrow('away');
  });

  test('the count is read after the job was taken, on the line that the label goes by', async () => {
    // Another host prints up to the moment at which this one may ask: what was read before that is not gone by.
    const { end } = await attempt({
      before: (world) => {
        other(world);
        while (world.machine.step());
      },
    });
    expect(end).toEqual({ is: 'printed', knownBy: 'count' });
  });
});

describe('a printer that has the label and tells a fault has it yet', () => {
  test.each(faults)('%s: it is waited for an hour, and comes out once when a person has mended it', async (fault) => {
    const { end, papers, waited, left, tookMs } = await attempt({
      onFirstByte: ({ machine }) => machine.setFault(fault, true),
      onWaits: (cause, { machine, time }) => {
        if (cause !== undefined) time.at(time.now() + 3_600_000, () => machine.setFault(fault, false));
      },
    });
    expect({ end, papers, waited, left }).toEqual({
      end: { is: 'printed', knownBy: 'count' },
      papers: 1,
      waited: [fault, undefined],
      left: [false],
    });
    expect(tookMs).toBeGreaterThan(3_600_000);
  });

  test('the paper ends in the middle: it prints the torn label again itself, and nobody sends it', async () => {
    const mended = { onWaits: mendAfter(60_000) };
    // Nothing was told yet of the torn one.
    expect(await attempt({ onFirstByte: tearAtOnce, ...mended })).toMatchObject({
      end: { is: 'printed' },
      papers: 1,
      torn: 1,
      left: [false],
    });
    // The torn one was counted too: a person is asked.
    const countsFirst = { order: ['number', 'count', 'paper'] } as const;
    expect(await attempt({ habits: countsFirst, onFirstByte: tearBeforePaper, ...mended })).toMatchObject({
      end: { is: 'unknown', cause: 'other-count' },
      papers: 1,
      torn: 1,
    });
  });

  test('it does not print the torn label again: a person is asked', async () => {
    const tried = { habits: { reprintsSpoiled: false }, onFirstByte: tearAtOnce, onWaits: mendAfter(60_000) };
    expect(await attempt(tried)).toMatchObject({ end: { is: 'unknown', cause: 'no-end' }, papers: 0, torn: 1 });
  });

  test('a label that is counted before its paper is not printed while the paper is out', async () => {
    const tried: Attempt = {
      habits: { order: ['number', 'count', 'paper'] },
      onFirstByte: ({ machine, time }) => time.at(time.now() + 400, () => machine.setFault('paper-out', true)),
    };
    const { end, waited } = await attempt({
      ...tried,
      onWaits: (_, { time, stop }) => time.at(time.now() + 9_000, () => stop.abort()),
    });
    expect({ end, waited }).toEqual({ end: { is: 'unknown', cause: 'stopped' }, waited: ['paper-out', undefined] });
  });

  function tearAtOnce({ machine, time }: World): void {
    time.at(time.now() + 1, () => machine.spoil());
  }
  function tearBeforePaper({ machine, time }: World): void {
    const watch = (): void => {
      if (machine.count() > 4_711) machine.spoil();
      else time.at(time.now() + 1, watch);
    };
    time.at(time.now() + 1, watch);
  }
  function mendAfter(ms: number) {
    return (cause: PrintCause | undefined, { machine, time }: World): void => {
      if (cause !== undefined) time.at(time.now() + ms, () => machine.setFault('paper-out', false));
    };
  }
});

describe('nobody knows, and a person is asked', () => {
  test.each<[string, PrintCause, Attempt]>([
    ['another host prints meanwhile', 'other-count', { onFirstByte: other }],
    ['its count is set back', 'other-count', { onFirstByte: ({ machine }) => machine.setCount(0) }],
    ['its count jumps', 'other-count', { onFirstByte: ({ machine }) => machine.setCount(9_999) }],
    ['no number comes back', 'no-numbers', { habits: { knowsNumbers: false } }],
    ['it was not to be read how many it makes', 'no-labels-read', { labels: undefined }],
    ['its power is pulled for good', 'cut', { onFirstByte: pullPower() }],
    ['its power is pulled, and its labels with it', 'cut', { onFirstByte: pullPower(20_000) }],
    ['whoever prints is stopped', 'stopped', { onFirstByte: ({ stop }) => stop.abort() }],
    ['a cut of a printer that tells a count alone', 'cut', { printer: { tells: 'count' }, cuts: [late(200)] }],
    ['a cut of a printer that tells none', 'cut', { printer: { tells: 'nothing' }, cuts: [late(40)] }],
    [
      'a cut, and no other line within five seconds',
      'cut',
      { cuts: [late(200)], onFirstByte: (world) => (world.refuses = true) },
    ],
    ['a printer that is never asked', 'no-end', { printer: { status: 'none', tells: 'nothing' } }],
  ])('%s: %s', async (_, cause, tried) => {
    const { end, papers, left } = await attempt(tried);
    expect({ end, left }).toEqual({ end: { is: 'unknown', cause }, left: [false] });
    expect(papers).toBeLessThanOrEqual(1);
  });

  test('nothing new for half a minute, and no fault: it is the end, and it is not sent again', async () => {
    const { end, left, tookMs } = await attempt({ text: '^XA^FO1,1^FDa^FS', labels: 1 });
    expect({ end, left }).toEqual({ end: { is: 'unknown', cause: 'no-end' }, left: [false] });
    expect(tookMs).toBeGreaterThan(30_000);
    expect(tookMs).toBeLessThan(45_000);
  });

  test('it takes no more bytes, and says nothing: half a minute is the end of it, or whoever prints is stopped', async () => {
    const stuck = ({ machine, time }: World): Partial<PrintingPorts> => ({
      async open() {
        const { line } = directLine(machine, time);
        const isLabel = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes).startsWith('^XA');
        return { ...line, send: (bytes) => (isLabel(bytes) ? new Promise(() => {}) : line.send(bytes)) };
      },
    });
    const { end, tookMs } = await attempt({ ports: stuck });
    expect(end).toEqual({ is: 'unknown', cause: 'no-end' });
    expect(tookMs).toBeLessThan(40_000);
    const stopped = await attempt({ ports: stuck, before: ({ time, stop }) => time.at(5_000, () => stop.abort()) });
    expect(stopped).toMatchObject({ end: { is: 'unknown', cause: 'stopped' }, tookMs: 5_000 });
  });

  test('it takes the label and no question after it: half a minute is the end of that too', async () => {
    let isSent = false;
    const stuck = ({ machine, time }: World): Partial<PrintingPorts> => ({
      async open() {
        const { line } = directLine(machine, time);
        const send = async (bytes: Uint8Array): Promise<void> => {
          if (isSent) return new Promise(() => {});
          isSent = new TextDecoder().decode(bytes).startsWith('^XA');
          if (!isSent) await line.send(bytes);
        };
        return { ...line, send };
      },
    });
    const { end, tookMs } = await attempt({ ports: stuck });
    expect(end).toEqual({ is: 'unknown', cause: 'no-end' });
    expect(tookMs).toBeLessThan(45_000);
  });

  test('nobody takes a new line after a cut, and nobody refuses it: five seconds are the end of it', async () => {
    const { end, tookMs } = await attempt({
      ports: ({ machine, time, wires }) => ({
        async open() {
          if (wires.length > 0) return new Promise(() => {});
          const wire = directLine(machine, time, late(200));
          wires.push(wire);
          return wire.line;
        },
      }),
    });
    expect(end).toEqual({ is: 'unknown', cause: 'cut' });
    expect(tookMs).toBeLessThan(8_000);
  });

  test('another printer answers at the address after a cut: it gets nothing', async () => {
    const swapped: Attempt = {
      cuts: [late(200)],
      onFirstByte: (world) => {
        world.time.at(world.time.now() + 1, () => (world.machine = machineFor(world.time, [], {}, '50J2')));
      },
    };
    expect(await attempt(swapped)).toMatchObject({ end: { is: 'unknown', cause: 'cut' }, left: [false] });
  });

  function late(after: number) {
    return { after, of: 'taken', isLate: true } as const;
  }
});

describe('a printer that tells no count has taken it', () => {
  test.each(['zebra', 'sato', 'tsc'] as const)('where it stands ready with nothing in it: %s', async (status) => {
    const tried = { habits: { status }, printer: { status, tells: 'nothing' } } as const;
    expect(await attempt(tried)).toMatchObject({ end: { is: 'printed', knownBy: 'taken' }, papers: 1 });
    for (const fault of faults) {
      const kept = await attempt({ ...tried, before: ({ machine }) => machine.setFault(fault, true) });
      expect(kept, fault).toMatchObject({ end: { is: 'kept-back', cause: fault }, papers: 0 });
      const mended = await attempt({
        ...tried,
        onFirstByte: ({ machine }) => machine.setFault(fault, true),
        onWaits: (cause, { machine, time }) =>
          cause && time.at(time.now() + 9_000, () => machine.setFault(fault, false)),
      });
      expect(mended, fault).toMatchObject({
        end: { is: 'printed', knownBy: 'taken' },
        papers: 1,
        waited: [fault, undefined],
      });
    }
  });

  test('so has one that tells a count alone, where that rose by its labels', async () => {
    const alone = { printer: { tells: 'count' }, habits: { knowsNumbers: false } } as const;
    expect(await attempt(alone)).toMatchObject({ end: { is: 'printed', knownBy: 'taken' }, papers: 1 });
    expect(await attempt({ ...alone, onFirstByte: other })).toMatchObject({
      end: { is: 'unknown', cause: 'other-count' },
    });
  });
});
