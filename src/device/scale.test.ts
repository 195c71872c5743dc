import { describe, expect, test, vi } from 'vitest';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import { type SerialPort, createScale } from '#device/scale.ts';

const options = { baudRate: 9600 } as const;

/** A port that a test types into, and pulls out. */
function fakePort(info: { usbVendorId?: number; usbProductId?: number } = { usbVendorId: 1, usbProductId: 2 }) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let readable: ReadableStream<Uint8Array> | null = null;
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({ start: (started) => void (controller = started) });
  const open = vi.fn(async () => void (readable = stream()));
  const close = vi.fn(async () => void (readable = null));
  const port: SerialPort = {
    get readable() {
      return readable;
    },
    open,
    close,
    getInfo: () => info,
  };
  return {
    port,
    open,
    close,
    says: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    unplug() {
      readable = null;
      controller?.error(new DOMException('lost', 'NetworkError'));
    },
    breaksALetter() {
      const broken = controller;
      readable = stream();
      broken?.error(new DOMException('parity', 'ParityError'));
    },
  };
}

function scaleAt(port: SerialPort, keep = createMemoryKeep()) {
  const serial = { requestPort: vi.fn(async () => port), getPorts: vi.fn(async () => [port]) };
  return { serial, keep, scale: createScale(serial, keep, options) };
}

const STEADY = 'ST,+0001.25  kg\r\n';

describe('a scale at the serial port', () => {
  test('is chosen once, says its weight when it is steady, and is found again without a question', async () => {
    const pretend = fakePort();
    const { scale, serial, keep } = scaleAt(pretend.port);
    await scale.choose();
    expect(pretend.open).toHaveBeenCalledWith(options);
    expect(scale.view()).toEqual({ state: 'waiting' });
    pretend.says('US,+0001.20  kg\r\nST,+00');
    await expect.poll(() => scale.view().reading).toEqual({ state: 'moving', text: '1.20', unit: 'kg' });
    pretend.says(`01.25  kg\r\n${STEADY}${STEADY}`);
    await expect.poll(() => scale.view().reading).toEqual({ state: 'steady', text: '1.25', unit: 'kg' });
    await scale.close();
    expect(pretend.close).toHaveBeenCalledOnce();
    expect(scale.view()).toEqual({ state: 'off' });

    const next = createScale(serial, keep, options);
    await next.resume();
    expect(next.view()).toEqual({ state: 'waiting' });
    expect(serial.requestPort).toHaveBeenCalledOnce();
    await next.close();
  });

  test('that is unplugged says so, and is there again when it is chosen again', async () => {
    const pretend = fakePort();
    const { scale } = scaleAt(pretend.port);
    await scale.choose();
    pretend.says(STEADY);
    await expect.poll(() => scale.view().state).toBe('weighing');
    pretend.unplug();
    await expect.poll(() => scale.view()).toEqual({ state: 'gone' });
    await scale.choose();
    expect(scale.view()).toEqual({ state: 'waiting' });
    await scale.close();
  });

  test('goes on after a letter that came broken', async () => {
    const pretend = fakePort();
    const { scale } = scaleAt(pretend.port);
    await scale.choose();
    pretend.breaksALetter();
    await expect
      .poll(() => {
        pretend.says(STEADY);
        return scale.view().state;
      })
      .toBe('weighing');
    await scale.close();
  });

  test('that another program has cannot be opened, and nothing is thrown', async () => {
    const pretend = fakePort();
    pretend.open.mockRejectedValueOnce(new DOMException('in use', 'NetworkError'));
    const { scale } = scaleAt(pretend.port);
    await scale.choose();
    expect(scale.view()).toEqual({ state: 'closed' });
  });

  test('is not asked for where none was chosen, or another is plugged in, or a person has let go of it', async () => {
    const pretend = fakePort();
    const { scale, serial, keep } = scaleAt(pretend.port);
    await scale.resume();
    expect(serial.getPorts).not.toHaveBeenCalled();
    serial.requestPort.mockRejectedValueOnce(new DOMException('none', 'NotFoundError'));
    await scale.choose();
    expect(scale.view()).toEqual({ state: 'off' });
    await scale.choose();
    await scale.close();
    const other = scaleAt(fakePort({ usbVendorId: 9 }).port, keep);
    await other.scale.resume();
    expect(other.scale.view()).toEqual({ state: 'off' });
    await scale.forget();
    await scale.resume();
    expect(scale.view()).toEqual({ state: 'off' });
  });
});
