import { type TwoWayPort, createPrinterPort } from './printerPort.ts';
import type { Keep } from '#device/vault.ts';
import type { Serial as ReadSerial } from '#device/scale.ts';
import { type PrintingEnd, printLabel } from '#label/printing.ts';
import type { SitePrinter } from '#site/printers.ts';
import { type GrantWord, type PrintGrant, takeGrant, tellPrinted } from '#wire/prints.ts';

export interface PrinterSerial extends ReadSerial {
  requestPort(): Promise<TwoWayPort>;
  getPorts(): Promise<readonly TwoWayPort[]>;
}

const NAME = 'printer-port';
const TIMEOUT_MS = 10_000;
/** Milliseconds between two tries to tell the gateway a word, and for which one that ends a print is told again. */
const TELL_AGAIN_MS = 1_000;
const TOLD_FOR_MS = 60_000;
/** Milliseconds for which a printer is left alone that has just said why it prints nothing. */
const LEFT_ALONE_MS = 3_000;

/**
 * Creates what prints at a printer that hangs at this handheld: at a serial port that a person has chosen once. The gateway gives each label out
 * once, and knows that it was before the first byte leaves.
 */
export function createPrinterAtHand(serial: PrinterSerial, keep: Keep, fetch: typeof globalThis.fetch) {
  let leftUntil = 0;

  /** Returns the port that was chosen, where it is plugged in and this address may have it. */
  async function known(): Promise<TwoWayPort | undefined> {
    const chosen = await keep.read(NAME);
    const isIt = (port: TwoWayPort): boolean => JSON.stringify(port.getInfo()) === chosen; // over Bluetooth it has no number of USB
    return chosen === undefined ? undefined : (await serial.getPorts()).find(isIt);
  }

  /** Tells a word until it was taken, or is too late. @returns whether it was taken */
  async function tell({ id, ticket }: PrintGrant, word: GrantWord): Promise<boolean> {
    const from = performance.now();
    for (;;) {
      const came = await tellPrinted(fetch, { id, ticket, word }, TIMEOUT_MS);
      if (came !== 'later') return came === 'taken';
      if (performance.now() - from > TOLD_FOR_MS) return false; // the gateway asks a person then
      await pause(TELL_AGAIN_MS);
    }
  }

  return {
    isThere: async (): Promise<boolean> => (await known()) !== undefined,
    /** Asks which port the printer is at; nothing happens where the person chooses none. In a tap. @returns whether one was chosen */
    async choose(): Promise<boolean> {
      const port = await serial.requestPort().catch(() => undefined);
      if (!port) return false;
      await keep.write(NAME, JSON.stringify(port.getInfo()));
      leftUntil = 0;
      return true;
    },
    forget: (): Promise<void> => keep.write(NAME, undefined),

    /** Prints a job at the port that was chosen. @returns `false`: there is no port, or the job is not to be had now */
    async print(id: string, printer: SitePrinter): Promise<boolean> {
      const port = performance.now() < leftUntil ? undefined : await known();
      if (!port) return false;
      const grant = await takeGrant(fetch, id, TIMEOUT_MS);
      if (typeof grant === 'string') return false;
      const { text, labels, number } = grant;
      const end = await printLabel(
        { text, labels, number, printer },
        {
          open: () => createPrinterPort(port),
          mayLeave: (again) => tell(grant, { is: 'leaves', again }),
          waitsFor: (cause) => void tell(grant, { is: 'waits', cause }),
          now: () => performance.now(),
          wait: pause,
          signal: new AbortController().signal,
        },
      ).catch((error: unknown): PrintingEnd => ({ is: 'unknown', cause: 'stopped', detail: String(error) }));
      if (end.is === 'kept-back') leftUntil = performance.now() + LEFT_ALONE_MS;
      if (end.is !== 'lost') await tell(grant, end);
      return true;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
