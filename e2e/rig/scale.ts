import type { Page } from '@playwright/test';

/** Puts a serial port into the page that a test speaks for: the browser's own has no machine behind it here. */
export function pretendSerial(): void {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let readable: ReadableStream<Uint8Array> | null = null;
  const port = {
    get readable() {
      return readable;
    },
    open: async () => {
      readable = new ReadableStream({ start: (started) => void (controller = started) });
    },
    close: async () => {
      readable = null;
    },
    getInfo: () => ({ usbVendorId: 1 }),
  };
  const pretend = { requestPort: async () => port, getPorts: async () => [port] };
  Object.defineProperty(navigator, 'serial', { value: pretend });
  Object.assign(globalThis, {
    scaleSays: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    unplugScale() {
      readable = null;
      controller?.error(new DOMException('lost', 'NetworkError'));
    },
  });
}

/** Has the pretended scale send a text. */
export function scaleSays(page: Page, text: string): Promise<void> {
  return page.evaluate((line) => (globalThis as unknown as { scaleSays(text: string): void }).scaleSays(line), text);
}
