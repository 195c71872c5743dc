import type { Page } from '@playwright/test';

/** Puts a serial port into the page with a label printer at it, as `~HS`, `~HQES` and the counts of Zebra's tell of one. */
export function pretendPrinterPort(): void {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let readable: ReadableStream<Uint8Array> | null = null;
  let writable: WritableStream<Uint8Array> | null = null;
  let isChosen = localStorage.getItem('test-port') !== null;
  const printer = { count: 7, labels: [] as string[], isOut: false, heard: '' };
  const say = (text: string): void => controller?.enqueue(new TextEncoder().encode(text));

  function hear(text: string): void {
    printer.heard += text;
    if (text.includes('~HS')) {
      const out = printer.isOut ? '1' : '0';
      say(
        `\u0002030,${out},0,1245,000,0,0,0,000,0,0,0\u0003\r\n\u0002000,0,0,0,0,2,4,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n`,
      );
    }
    if (text.includes('~HQES'))
      say(
        printer.isOut
          ? '\u0002\r\n  PRINTER STATUS\r\n   ERRORS:         1 00000000 00000001\r\n   WARNINGS:       0 00000000 00000000\r\n\u0003'
          : '\u0002\r\n  PRINTER STATUS\r\n   ERRORS:         0 00000000 00000000\r\n   WARNINGS:       0 00000000 00000000\r\n\u0003',
      );
    if (text.includes('odometer.total_label_count')) say(`"${printer.count}"`);
    if (text.includes('device.unique_id')) say('"PORT-1"');
    const label = /\^XA[\s\S]*?\^XZ/.exec(text)?.[0];
    if (label === undefined) return;
    printer.labels.push(label);
    printer.count += 1;
    const number = /\^FN9999\^FD([0-9A-Za-z-]+)\^FS/.exec(label)?.[1];
    if (number !== undefined) say(`SL[${number}]\r\n`);
  }
  const port = {
    get readable() {
      return readable;
    },
    get writable() {
      return writable;
    },
    async open() {
      readable = new ReadableStream({ start: (started) => void (controller = started) });
      writable = new WritableStream({ write: (bytes) => hear(new TextDecoder().decode(bytes)) });
    },
    async close() {
      readable = writable = null;
    },
    getInfo: () => ({ usbVendorId: 1, usbProductId: 2 }),
  };
  const pretend = {
    async requestPort() {
      isChosen = true;
      localStorage.setItem('test-port', '1');
      return port;
    },
    getPorts: async () => (isChosen ? [port] : []),
  };
  Object.defineProperty(navigator, 'serial', { value: pretend });
  Object.assign(globalThis, { printerAtPort: printer });
}

/** Returns the labels that came out of the pretended printer. */
export const labelsAtPort = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { printerAtPort: { labels: string[] } }).printerAtPort.labels);
