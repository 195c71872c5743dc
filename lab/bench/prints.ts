import { once } from 'node:events';
import { connect } from 'node:net';
import { createLabelOfCall } from '#gateway/printers/labelOfCall.ts';
import { createPrintSender } from '#gateway/printers/printSender.ts';
import { openTcpLine } from '#gateway/printers/tcpLine.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { createPrints } from '#ledger/prints.ts';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';
import { startPrinter } from '#main/testing/printerRig.ts';
import { freePort, serviceReply, tempDir } from '#main/testing/rig.ts';
import { type SitePrinter, printerPlaceOf } from '#site/printers.ts';
import { percentile, print, printGate, spread } from './figures.ts';

const LABELS = 60;
const ROUNDS = 8;
const PRINTERS = 20;
const EACH = 2;
const NAMES = { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' };

const codeOf = (index: number): string => `D-${String(index).padStart(6, '0')}`;
const printerAt = (code: string, port: number): SitePrinter => ({
  name: code,
  code,
  way: 'network',
  language: 'zpl',
  address: `127.0.0.1:${port}`,
});

/** Keeps an answer with a label in the ledger. */
async function answer(ledger: Ledger, key: string, code: string): Promise<void> {
  const call = { key, fingerprint: 'a'.repeat(64), operation: 'PrintKJYOrder' };
  const [, body = ''] = serviceReply(`^XA^FO40,40^A0N,40,40^FD${code}^FS^XZ`).split('\r\n\r\n', 2);
  const reply = { status: 200, contentType: 'text/xml; charset=utf-8', body: Buffer.from(body), marker: null };
  await ledger.receive(call, Date.now());
  await ledger.dispatch(call, Date.now());
  await ledger.answer(key, reply, Date.now());
}

/** Starts what prints, on a ledger of its own. */
async function startPrinting(ledger: Ledger, printers: readonly SitePrinter[]) {
  const prints = createPrints(ledger);
  const waiting = new Map<string, () => void>();
  const sender = createPrintSender({
    prints,
    printers: () => printers,
    labelOf: createLabelOfCall(ledger, NAMES),
    open: (printer) => openTcpLine('127.0.0.1', printerPlaceOf(printer)?.port ?? 0),
    handOver: async () => ({ is: 'refused' }),
    onChanged(ids) {
      for (const id of ids)
        void prints.one(id).then(
          (job) => job?.state === 'printed' && waiting.get(id)?.(),
          () => {},
        );
    },
    log: { info() {}, error() {} },
  });
  return {
    ...sender,
    /** Asks for a label, and waits until it came out. */
    async print(call: string, printer: string): Promise<void> {
      const out = new Promise<void>((resolve) => waiting.set(`${call}.c1`, resolve));
      await prints.add({ call, copy: 1, operation: 'PrintKJYOrder', printer, asker: '1', worker: '7' });
      sender.wake(printer);
      await out;
    },
  };
}

/** Measures the way from an answer in the ledger to the first byte at the printer, and that a printer that is away slows no other. */
export async function benchPrints(): Promise<void> {
  using folder = tempDir();
  const ledger = await openSqliteLedger({ dataDir: folder.path, now: Date.now, log: () => undefined });
  try {
    await benchFirstByte(ledger);
    await benchOneAway(ledger);
  } finally {
    await ledger.close();
  }
}

async function benchFirstByte(ledger: Ledger): Promise<void> {
  let [code, firstAt] = ['', 0];
  await using printer = await startPrinter({
    onBytes(bytes) {
      if (bytes.includes(code)) firstAt = performance.now();
      return true;
    },
  });
  const printing = await startPrinting(ledger, [printerAt('P-1', printer.port)]);
  const [bare, whole]: [number[], number[]] = [[], []];
  for (let index = 0; index < LABELS; index += 1) {
    const from = performance.now();
    await ledger.notes.write('bench', String(index));
    const socket = connect(printer.port, '127.0.0.1');
    await once(socket, 'connect');
    bare.push(performance.now() - from);
    socket.destroy();
    code = codeOf(index);
    await answer(ledger, `bench-${code}`, code);
    const asked = performance.now();
    await printing.print(`bench-${code}`, 'P-1');
    whole.push(firstAt - asked);
  }
  await printing.close();
  const ratio = percentile(whole, 0.5) / percentile(bare, 0.5);
  print('label: answer to first byte at the printer', spread(whole));
  printGate('  ÷ one bare write and one bare connection', `${ratio.toFixed(1)} (${spread(bare)})`, '≤ 10', ratio <= 10);
}

async function benchOneAway(ledger: Ledger): Promise<void> {
  await using rigs = new AsyncDisposableStack();
  const alive = await Promise.all(Array.from({ length: PRINTERS }, () => startPrinter()));
  for (const one of alive) rigs.use(one);
  const away = await freePort();
  let calls = 0;
  const round = async (isAway: boolean): Promise<number> => {
    const printers = alive.map(({ port }, index) => printerAt(`P-${index}`, isAway && index === 0 ? away : port));
    const printing = await startPrinting(ledger, printers);
    const names = printers.map(({ code }) =>
      Array.from({ length: EACH }, () => [`round-${(calls += 1)}-0001`, code] as const),
    );
    for (const [key] of names.flat()) await answer(ledger, key, codeOf(calls));
    const from = performance.now();
    const all = names.map((of) => Promise.all(of.map(([key, code]) => printing.print(key, code))));
    await Promise.all(all.slice(1)); // those of the first printer wait where it is away
    const took = performance.now() - from;
    if (!isAway) await all[0];
    await printing.close();
    return took;
  };
  const ratios: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const [without, beside] = at % 2 === 0 ? [await round(false), await round(true)] : await otherWay(round);
    ratios.push(beside / without);
  }
  const ratio = percentile(ratios, 0.5);
  const said = `${ratio.toFixed(2)} (${ROUNDS} pairs of ${PRINTERS - 1} × ${EACH} labels)`;
  printGate('20 printers, one away ÷ none away', said, 'median ≤ 1.2', ratio <= 1.2);
}

async function otherWay(round: (isAway: boolean) => Promise<number>): Promise<readonly [number, number]> {
  const beside = await round(true);
  return [await round(false), beside];
}
