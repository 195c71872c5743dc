import { expect, test } from 'vitest';
import type { Ledger } from '#ledger/ledger.ts';
import { type Prints, createPrints } from '#ledger/prints.ts';
import { sqliteKind } from '#main/testing/ledgerRig.ts';
import { startPrinter } from '#main/testing/printerRig.ts';
import { freePort } from '#main/testing/rig.ts';
import { type SitePrinter, printerPlaceOf } from '#site/printers.ts';
import { createPrintSender } from './printSender.ts';
import { openTcpLine } from './tcpLine.ts';

const LABEL = '^XA^FO40,40^A0N,40,40^FDD-1002^FS^XZ';
const at = (code: string, port: number): SitePrinter => ({
  name: code,
  code,
  way: 'network',
  language: 'zpl',
  address: `127.0.0.1:${port}`,
});
const wanted = (call: string, printer: string) =>
  ({ call, copy: 1, operation: 'PrintKJYOrder', printer, asker: '3', worker: '7' }) as const;

/** Starts a sender on a ledger. */
function startSender(
  ledger: Ledger,
  printers: readonly SitePrinter[],
  { onOpen, ...other }: Partial<Prints> & { readonly onOpen?: (prints: Prints) => Promise<void> } = {},
) {
  const prints: Prints = { ...createPrints(ledger), ...other };
  const changed: string[] = [];
  const sender = createPrintSender({
    prints,
    printers: () => printers,
    labelOf: async (call) => (call.startsWith('none') ? 'no-label' : { text: LABEL }),
    async open(printer) {
      await onOpen?.(prints);
      return openTcpLine('127.0.0.1', printerPlaceOf(printer)?.port ?? 0);
    },
    handOver: async () => ({ is: 'refused' }),
    onChanged: (ids) => changed.push(...ids),
    log: { info() {}, error() {} },
  });
  return {
    ...sender,
    prints,
    changed: changed as readonly string[],
    async ask(call: string, printer: string): Promise<void> {
      await prints.add(wanted(call, printer));
      sender.wake(printer);
    },
    states: async () => (await prints.list({}, 1_000)).map(({ state }) => state),
    [Symbol.asyncDispose]: sender.close,
  };
}

test('of twenty printers one that is away holds up none of the others, and its labels wait', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using rigs = new AsyncDisposableStack();
  const started = await Promise.all(Array.from({ length: 19 }, () => startPrinter()));
  for (const one of started) rigs.use(one);
  const dead = at('P-19', await freePort());
  const printers = [...started.map(({ port }, index) => at(`P-${index}`, port)), dead];
  await using sender = startSender(opened.ledger, printers);
  for (let round = 0; round < 3; round += 1)
    for (const { code } of printers) await sender.ask(`call-${round}-${code}`, code);
  await expect
    .poll(async () => (await sender.states()).filter((state) => state === 'printed').length, { timeout: 20_000 })
    .toBe(57);
  expect(started.map(({ papers }) => papers.length)).toEqual(started.map(() => 3));
  expect((await sender.prints.counts()).get('P-19')).toMatchObject({ queued: 3, cause: 'away' });
  expect((await sender.standings()).at(-1)).toMatchObject({ printer: 'P-19', is: 'waits', cause: 'away' });
});

test('a gateway that ends with a label under way waits for no printer, and the next one asks a person in place of sending it again', async () => {
  await using place = await sqliteKind.place();
  await using printer = await startPrinter({ stepMs: 60_000 });
  const printers = [at('P-1', printer.port)];
  {
    await using opened = await place.open();
    const sender = startSender(opened.ledger, printers);
    await sender.ask('call-0001', 'P-1');
    await sender.ask('call-0002', 'P-1');
    await expect.poll(async () => (await sender.prints.one('call-0001.c1'))?.state).toBe('sending');
    await expect.poll(() => printer.isBusy()).toBe(true);
    const before = performance.now();
    await sender.close();
    expect(performance.now() - before).toBeLessThan(3_000);
    expect(await sender.states()).toEqual(['queued', 'unknown']);
  }
  await using opened = await place.open();
  await using sender = startSender(opened.ledger, printers);
  await expect.poll(async () => (await sender.prints.one('call-0002.c1'))?.cause, { timeout: 10_000 }).toBe('busy');
  expect(await sender.prints.one('call-0001.c1')).toMatchObject({ state: 'unknown', cause: 'stopped' });
});

test('labels of one printer come out in the order in which they were asked for, and one without a label holds up none', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter();
  printer.setFault('head-open', true);
  await using sender = startSender(opened.ledger, [at('P-1', printer.port)]);
  for (const call of ['call-0001', 'none-0002', 'call-0003']) await sender.ask(call, 'P-1');
  await expect.poll(async () => (await sender.prints.one('call-0001.c1'))?.cause).toBe('head-open');
  expect(await sender.states()).toEqual(['queued', 'queued', 'queued']);
  printer.setFault('head-open', false);
  await expect.poll(() => sender.states(), { timeout: 15_000 }).toEqual(['printed', 'refused', 'printed']);
  expect(printer.papers).toHaveLength(2);
});

test('a test label holds the printer while it is printed, is no job, and tells what was seen', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter();
  const one = at('P-1', printer.port);
  await using sender = startSender(opened.ledger, [one]);
  const [tried] = await Promise.all([sender.tryPrinter(one), sender.ask('call-0001', 'P-1')]);
  expect(tried).toMatchObject({ end: { is: 'printed', knownBy: 'count' }, countAfter: (tried.countBefore ?? 0) + 1 });
  await expect.poll(() => sender.states()).toEqual(['printed']);
  expect(printer.papers).toHaveLength(2);
});

test('of two senders the one that has taken a job looks at the printer, and no other: a count is never read before', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter();
  const printers = [at('P-1', printer.port)];
  const [underWay, linesAtOnce]: [number[], number[]] = [[], []];
  let lines = 0;
  const onOpen = async (prints: Prints): Promise<void> => {
    lines += 1;
    underWay.push((await prints.list({ printer: 'P-1', state: 'sending' }, 9)).length);
    linesAtOnce.push(lines);
  };
  const settle: Prints['settle'] = async (...asked) => {
    lines -= 1;
    return createPrints(opened.ledger).settle(...asked);
  };
  await using one = startSender(opened.ledger, printers, { onOpen, settle });
  await using two = startSender(opened.ledger, printers, { onOpen, settle });
  for (let index = 1; index <= 8; index += 1) {
    await one.ask(`call-000${index}`, 'P-1');
    two.wake('P-1');
  }
  await expect.poll(() => one.states(), { timeout: 20_000 }).toEqual(Array.from({ length: 8 }, () => 'printed'));
  expect(printer.papers).toHaveLength(8);
  expect([underWay, linesAtOnce]).toEqual([Array.from({ length: 8 }, () => 1), Array.from({ length: 8 }, () => 1)]);
});

test('a test label waits for no ledger that is away: it says so, and holds the printer no longer', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter();
  const one = at('P-1', printer.port);
  let isAway = true;
  const away = <T>(value: T): Promise<T> => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(value));
  const kept = createPrints(opened.ledger);
  await using sender = startSender(opened.ledger, [one], {
    hold: async (...asked) => away(await kept.hold(...asked)),
    letGo: async (ticket) => (await away(true)) && kept.letGo(ticket),
  });
  await expect(sender.tryPrinter(one)).rejects.toThrow('away');
  isAway = false;
  await sender.ask('call-0001', 'P-1'); // the first one was written, and nobody heard it
  await expect.poll(() => sender.states(), { timeout: 10_000 }).toEqual(['printed']);
});

test('a gateway that is about to end takes no further label, and the next one prints what waits', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter();
  const printers = [at('P-1', printer.port)];
  {
    await using sender = startSender(opened.ledger, printers);
    sender.stop();
    await sender.ask('call-0001', 'P-1');
  }
  expect(printer.lines()).toBe(0);
  await using next = startSender(opened.ledger, printers);
  await expect.poll(() => next.states(), { timeout: 10_000 }).toEqual(['printed']);
});

test('a label that its printer keeps for long stays with the gateway that has it, however often it looks for what is left over', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter({ onBytes: (bytes) => (bytes.includes('^XA') && fault(), true) });
  const fault = (): void => printer.setFault('paper-out', true);
  let looks = 0;
  const { endLeftOver } = createPrints(opened.ledger);
  await using sender = startSender(opened.ledger, [at('P-1', printer.port)], {
    endLeftOver: (...asked) => endLeftOver(...asked).finally(() => (looks += 1)),
  });
  await sender.ask('call-0001', 'P-1');
  const job = () => sender.prints.one('call-0001.c1');
  await expect.poll(job, { timeout: 10_000 }).toMatchObject({ state: 'sending', cause: 'paper-out' });
  const before = looks;
  await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  expect(await job()).toMatchObject({ state: 'sending' });
  printer.setFault('paper-out', false);
  await expect.poll(job, { timeout: 10_000 }).toMatchObject({ state: 'printed', tries: 1 });
  expect(printer.papers).toHaveLength(1);
});

test('a gateway that ends when a label was let leave sends none of it, and asks a person at once', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  let bytes = '';
  await using printer = await startPrinter({ onBytes: (some) => ((bytes += some), true) });
  const { mayLeave } = createPrints(opened.ledger);
  await using sender = startSender(opened.ledger, [at('P-1', printer.port)], {
    async mayLeave(...asked) {
      const may = await mayLeave(...asked);
      sender.stop();
      return may;
    },
  });
  await sender.ask('call-0001', 'P-1');
  await expect.poll(() => sender.states()).toEqual(['unknown']);
  expect(bytes).not.toContain('^XA');
});

test('what keeps a printer is written in the order in which it was seen, though the ledger is slow', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  await using printer = await startPrinter({ onBytes: (bytes) => (bytes.includes('^XA') && fault(), true) });
  const fault = (): void => printer.setFault('paper-out', true);
  const kept = createPrints(opened.ledger);
  let go = (): void => {};
  const slow = new Promise<void>((resolve) => (go = resolve));
  const written: (string | undefined)[] = [];
  let isSeen = false;
  await using sender = startSender(opened.ledger, [at('P-1', printer.port)], {
    async waitsFor(id, ticket, cause) {
      isSeen = true;
      if (cause !== undefined) await slow;
      written.push(cause);
      return kept.waitsFor(id, ticket, cause);
    },
  });
  await sender.ask('call-0001', 'P-1');
  await expect.poll(() => isSeen, { timeout: 10_000 }).toBe(true);
  printer.setFault('paper-out', false);
  await expect.poll(() => sender.states(), { timeout: 10_000 }).toEqual(['printed']);
  go();
  await expect.poll(() => written).toEqual(['paper-out', undefined]);
});
