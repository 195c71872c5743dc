import type { Socket } from 'node:net';
import type { Ledger } from '#ledger/ledger.ts';
import type { PrinterLine } from '#label/printerLine.ts';
import type { PrintWord } from '#contract/printJob.ts';
import type { KeptPrint } from '#ledger/printRows.ts';
import { createPrints } from '#ledger/prints.ts';
import { type PrinterPlace, type SitePrinter, printerPlaceOf } from '#site/printers.ts';
import type { WireNames } from '#wire/names.ts';
import { createLabelOfCall } from './labelOfCall.ts';
import { type PrintSenderPorts, createPrintSender } from './printSender.ts';
import { handOver } from './printServer.ts';
import { createPrintWatch } from './printWatch.ts';
import { type NoPrinter, RefusedPlace, createPrinterPlaces } from './printerPlace.ts';
import { createPrinting } from './printing.ts';
import { connectTo, openTcpLine } from './tcpLine.ts';

export interface OpenPrintingPorts extends Pick<PrintSenderPorts, 'printers' | 'log'> {
  readonly ledger: Pick<Ledger, 'beside' | 'now' | 'place' | 'find' | 'mayHaveForgotten'>;
  readonly names: WireNames;
  /** `true`: other gateways may be at work on the ledger. */
  readonly isShared: boolean;
  /** Returns the listeners that are no printers. */
  readonly noPrinters: () => readonly NoPrinter[];
  /** Opens a line to the stand-in's own printer; absent: there is none. */
  readonly openDemo?: (() => Promise<PrinterLine>) | undefined;
  /** `true`: printers are on this machine's loopback, as a test's are. */
  readonly mayBeHere?: boolean | undefined;
}

/** Opens what prints labels: the jobs of the ledger, the sender of this gateway, and what handhelds and the desk ask. */
export function openPrinting(ports: OpenPrintingPorts) {
  const { ledger, printers, log } = ports;
  const prints = createPrints(ledger);
  const places = createPrinterPlaces(ports.noPrinters, ports.mayBeHere);
  const watch = createPrintWatch(prints, ports.isShared);
  const labelOf = createLabelOfCall(ledger, ports.names);
  const open = async (printer: SitePrinter): Promise<PrinterLine> => {
    if (printer.way === 'demo') {
      if (!ports.openDemo) throw new RefusedPlace('The stand-in’s printer is the stand-in’s alone.');
      return ports.openDemo();
    }
    const place = printerPlaceOf(printer);
    if (!place) throw new RefusedPlace('The site file has no address of it.');
    return openTcpLine(await places.resolve(place), place.port);
  };
  const connect = async (place: PrinterPlace): Promise<Socket> => connectTo(await places.resolve(place), place.port);
  const sender = createPrintSender({
    prints,
    printers,
    labelOf,
    open,
    handOver: (printer, pdf, id, printing) => handOver(printer, pdf, id, { ...printing, connect }),
    onChanged: watch.changed,
    log,
  });
  const printing = createPrinting({
    prints,
    printers,
    labelOf,
    sender,
    watch,
    mayHaveForgotten: (tried) => ledger.mayHaveForgotten(tried),
  });
  return {
    ...printing,
    /** The desk's part: another copy stays whose the one before was. */
    desk: {
      standings: printing.standings,
      jobs: printing.jobs,
      printedSince: printing.printedSince,
      labelOf: printing.labelOf,
      tryPrinter: printing.tryPrinter,
      /** Says why no line would be opened to a printer's address. A name that nobody knows now may be known later. */
      async whyRefused(printer: SitePrinter): Promise<string | undefined> {
        const place = printerPlaceOf(printer);
        if (!place) return undefined;
        const refused = await places.resolve(place).catch((error: unknown) => error);
        return refused instanceof RefusedPlace ? refused.message : undefined;
      },
      async say(id: string, word: PrintWord, by: string, printer?: string): Promise<KeptPrint | undefined> {
        const job = await printing.say(id, word, by, printer);
        return job === 'no-printer' ? undefined : job;
      },
    },
    forget: prints.forget,
    counts: prints.counts,
    /** Takes no further job, and tells all who wait for one how it stands now, so that the server can end. */
    release(): void {
      sender.stop();
      watch.close();
    },
    close: sender.close,
  };
}
