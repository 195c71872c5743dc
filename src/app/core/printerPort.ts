import { joined } from '#contract/bytes.ts';
import { LineCut, type PrinterLine } from '#label/printerLine.ts';
import type { SerialPort as ReadPort } from '#device/scale.ts';

/** A serial port that takes bytes too. Source: Web Serial API, W3C. */
export interface TwoWayPort extends ReadPort {
  readonly writable: WritableStream<Uint8Array> | null;
}

/** The usual speed of label printers' serial ports; one over Bluetooth or USB has none. */
const OPTIONS = { baudRate: 9600 } as const;

/** Opens a line to the printer at a serial port. @throws where the port cannot be opened */
export async function createPrinterPort(port: TwoWayPort): Promise<PrinterLine> {
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
      if (heard.length === 0 && isCut) throw new LineCut('the port is gone');
      return joined(heard.splice(0));
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
