import { createShown } from '#contract/listeners.ts';
import type { ScaleLine } from '#site/site.ts';
import { type ScaleReading, createLines, createSteadyGate, readScaleLine } from '#device/scaleLines.ts';
import type { Keep } from '#device/vault.ts';

/** The part of Web Serial that a scale needs; TypeScript knows none of it. Source: Web Serial API, W3C. */
export interface Serial {
  requestPort(): Promise<SerialPort>;
  /** Those that a person has chosen before. */
  getPorts(): Promise<readonly SerialPort[]>;
}

export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: ScaleLine): Promise<void>;
  close(): Promise<void>;
  getInfo(): PortInfo;
}

interface PortInfo {
  readonly usbVendorId?: number;
  readonly usbProductId?: number;
}

/** `off`: none was chosen; `gone`: it was unplugged, or stopped; `closed`: it could not be opened. */
export interface ScaleView {
  readonly state: 'off' | 'waiting' | 'weighing' | 'gone' | 'closed';
  /** The last thing that it said, where it is weighing. */
  readonly reading?: ScaleReading;
}

const NAME = 'scale';

/** Opens and reads a scale at the serial port. The port that was chosen is remembered, and is opened again without a question. */
export function createScale(serial: Serial, keep: Keep, options: ScaleLine) {
  const { view, subscribe, show } = createShown<ScaleView>({ state: 'off' });
  let stop: (() => Promise<void>) | undefined;

  async function open(port: SerialPort): Promise<void> {
    await close();
    try {
      await port.open(options);
    } catch {
      show({ state: 'closed' });
      return;
    }
    show({ state: 'waiting' });
    const mine = listenTo(
      port,
      (reading) => show({ state: 'weighing', reading }),
      (isAsked) => {
        if (stop !== mine) return;
        stop = undefined;
        show({ state: isAsked ? 'off' : 'gone' });
      },
    );
    stop = mine;
  }

  async function close(): Promise<void> {
    await stop?.();
  }

  return {
    /** Asks which port the scale is at, and listens to it; nothing happens where the person chooses none. In a tap. */
    async choose(): Promise<void> {
      const port = await serial.requestPort().catch(() => undefined);
      if (!port) return; // none was chosen
      await keep.write(NAME, port.getInfo());
      await open(port);
    },
    /** Listens to the port that was chosen before, where it is plugged in. */
    async resume(): Promise<void> {
      const known = (await keep.read(NAME)) as PortInfo | undefined;
      if (!known || stop) return;
      const isIt = (port: SerialPort): boolean => {
        const { usbVendorId, usbProductId } = port.getInfo();
        return usbVendorId === known.usbVendorId && usbProductId === known.usbProductId;
      };
      const port = (await serial.getPorts()).find(isIt);
      if (port && !stop) await open(port);
    },
    /** Lets go of the port: another screen, or another program, may have it. */
    close,
    /** Lets go of it for good. */
    async forget(): Promise<void> {
      await keep.write(NAME, undefined);
      await close();
    },
    subscribe,
    view,
  };
}

/**
 * Reads what a scale says until its port is gone, or it is asked to end.
 *
 * @param onEnd - gets whether it was asked to; the port is closed then.
 * @returns ends it, and resolves after `onEnd`.
 */
function listenTo(
  port: SerialPort,
  onReading: (reading: ScaleReading) => void,
  onEnd: (isAsked: boolean) => void,
): () => Promise<void> {
  const end = new AbortController();
  const [lines, gate] = [createLines(), createSteadyGate()];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  async function read(): Promise<void> {
    // A letter that came broken ends a stream, and the port gives a new one; an unplugged port gives none.
    while (port.readable && !end.signal.aborted) {
      reader = port.readable.getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          for (const line of lines(part.value).flatMap((text) => readScaleLine(text) ?? [])) onReading(gate(line));
        }
        break;
      } catch {
        // the loop looks whether there is more
      } finally {
        reader.releaseLock();
      }
    }
    await port.close().catch(() => undefined); // it is closed where it is gone
    onEnd(end.signal.aborted);
  }

  const reading = read();
  return async () => {
    end.abort();
    await reader?.cancel().catch(() => undefined); // it ends by itself where the port is gone
    await reading;
  };
}
