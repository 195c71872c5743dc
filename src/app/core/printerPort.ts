import { LineCut, type PrinterLine } from '#label/printerLine.ts';
import type { SerialPort } from './printerAtHand.ts';

/** The usual speed of label printers' serial ports; one over Bluetooth or USB has none. */
const OPTIONS = { baudRate: 9600 } as const;

/** Opens a line to the printer at a serial port. @throws where the port cannot be opened */
export async function createPrinterPort(port: SerialPort): Promise<PrinterLine> {
  await port.open(OPTIONS);
  const { readable, writable } = port;
  if (!readable || !writable) {
    await port.close().catch(() => undefined);
    throw new LineCut('the port has no two directions');
  }
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  const heard: Uint8Array[] = [];
  let isCut = false;
  let told: () => void = () => undefined;

  async function read(): Promise<void> {
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard.push(part.value);
        told();
      }
    } catch {
      // it was unplugged, or stopped: told below
    }
    isCut = true;
    told();
  }
  const reading = read();

  return {
    async send(bytes) {
      if (isCut) throw new LineCut('the port is gone');
      try {
        await writer.write(bytes);
      } catch (error) {
        isCut = true;
        throw new LineCut('the port took no more', { cause: error });
      }
    },
    async hear(waitMs) {
      if (heard.length === 0 && !isCut) {
        await new Promise<void>((resolve) => {
          told = resolve;
          setTimeout(resolve, waitMs);
        });
      }
      const [first, ...more] = heard.splice(0);
      if (first) return joined([first, ...more]);
      if (isCut) throw new LineCut('the port is gone');
      return new Uint8Array();
    },
    async close() {
      isCut = true;
      await reader.cancel().catch(() => undefined);
      await reading;
      reader.releaseLock();
      await writer.close().catch(() => undefined);
      await port.close().catch(() => undefined);
    },
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
