import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import { createServer as createTlsServer, setDefaultCACertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { PrintCause } from '#contract/printJob.ts';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { cupsLacks, startCups } from '#main/testing/cupsRig.ts';
import { startPrintServer } from '#main/testing/ippRig.ts';
import { listening, tempDir } from '#main/testing/rig.ts';
import type { SitePrinter } from '#site/printers.ts';
import { handOver } from './printServer.ts';

const PDF = Buffer.from(`%PDF-1.4\n${'label '.repeat(50_000)}\n%%EOF\n`);
const ID = 'call-0001.c1';

/** Hands a label over. @param onWaitsFor - told what keeps it meanwhile */
async function hand(address: string, id = ID, onWaitsFor: (cause: PrintCause | undefined) => void = () => {}) {
  const printer: SitePrinter = { name: 'Dock', code: 'P-1', way: 'print-server', language: 'pdf', address };
  const left: boolean[] = [];
  const end = await handOver(printer, PDF, id, {
    mayLeave: async (isAgain) => (left.push(isAgain), true),
    waitsFor: onWaitsFor,
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal: new AbortController().signal,
    async connect({ host, port }): Promise<Socket> {
      const socket = connect({ host, port });
      await once(socket, 'connect');
      return socket;
    },
  });
  return { end, left };
}

/** Makes a wire to a print server that cuts one connection after so many bytes: `lets` further ones through and cuts the answer, or none of them. */
async function startCutWire(port: number, afterBytes: number, lets: 'nothing' | 'everything') {
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let bytes = 0;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
    near.on('data', (chunk) => {
      bytes += chunk.length;
      const isOver = !isCut && bytes > afterBytes;
      if (!isOver || lets === 'everything') far.write(chunk);
      if (isOver && lets === 'nothing') {
        isCut = true;
        near.destroy();
      }
    });
    far.on('data', (chunk) => {
      if (!isCut && bytes > afterBytes) {
        isCut = true;
        near.destroy();
      } else near.write(chunk);
    });
  });
  const open = await listening(server);
  return {
    address: `ipp://127.0.0.1:${open.port}/printers/dock`,
    isCut: () => isCut,
    [Symbol.asyncDispose]: open[Symbol.asyncDispose],
  };
}

describe.skipIf(cupsLacks.length > 0)('with CUPS', () => {
  test('a label comes out once, and is handed over', async () => {
    await using cups = await startCups();
    expect(await hand(cups.address)).toEqual({ end: { is: 'printed', knownBy: 'handed' }, left: [false] });
    expect(cups.cameOut()).toEqual([PDF.toString()]);
  });

  test('a label whose answer is cut off is found by its name, and comes out once', async () => {
    await using cups = await startCups();
    await using wire = await startCutWire(cups.port, 100_000, 'everything');
    expect(await hand(wire.address)).toEqual({ end: { is: 'printed', knownBy: 'handed' }, left: [false] });
    expect([wire.isCut(), cups.cameOut()]).toEqual([true, [PDF.toString()]]);
  });

  test('a label that is cut off in its middle asks a person, and is not sent again', async () => {
    await using cups = await startCups();
    await using wire = await startCutWire(cups.port, 100_000, 'nothing');
    const { end, left } = await hand(wire.address);
    expect([end, left, wire.isCut()]).toEqual([{ is: 'unknown', cause: 'cut' }, [false], true]);
    expect(cups.cameOut()).toEqual([]);
  });

  test('a queue that is stopped gets not a byte, and the label later', async () => {
    await using cups = await startCups();
    cups.run('cupsdisable', 'dock');
    expect(await hand(cups.address)).toMatchObject({ end: { is: 'kept-back', cause: 'paused' }, left: [] });
    cups.run('cupsenable', 'dock');
    expect((await hand(cups.address)).end).toMatchObject({ is: 'printed' });
    cups.run('cupsreject', 'dock');
    expect(await hand(cups.address, 'call-0002.c1')).toMatchObject({ end: { is: 'kept-back' }, left: [] });
    expect(cups.cameOut()).toHaveLength(1);
  });

  test('a queue that is stopped while it has the label says so, and the label comes out once', async () => {
    await using cups = await startCups();
    cups.hold();
    const seen: (PrintCause | undefined)[] = [];
    const handing = hand(cups.address, ID, (cause) => void seen.push(cause));
    await expect.poll(() => cups.jobs()).toContain('dock-1');
    cups.run('cupsdisable', 'dock');
    await expect.poll(() => seen).toEqual(['paused']);
    cups.letGo();
    cups.run('cupsenable', 'dock');
    expect((await handing).end).toEqual({ is: 'printed', knownBy: 'handed' });
    expect([seen, cups.cameOut()]).toEqual([['paused', undefined], [PDF.toString()]]);
  });

  test('a job that is cancelled while it prints asks a person; one that has not begun was refused', async () => {
    await using cups = await startCups();
    cups.hold();
    const first = hand(cups.address, 'call-0001.c1');
    await expect.poll(() => cups.jobs()).toContain('dock-1');
    const second = hand(cups.address, 'call-0002.c1');
    await expect.poll(() => cups.jobs()).toContain('dock-2');
    cups.run('cancel', 'dock-2');
    expect((await second).end).toMatchObject({ is: 'refused' });
    cups.run('cancel', 'dock-1');
    expect((await first).end).toMatchObject({ is: 'unknown', cause: 'not-taken' });
  });

  test('a queue that is not there is said, and nothing is sent', async () => {
    await using cups = await startCups();
    const { end, left } = await hand(cups.address.replace('dock', 'other'));
    expect([end, left]).toEqual([{ is: 'kept-back', cause: 'fault', detail: 'client-error-not-found' }, []]);
  });
});

test.skipIf(!canCertify)(
  'over TLS a label is handed to a server whose certificate is trusted, and to no other',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'server');
    const cert = readFileSync(certFile, 'utf8');
    await using server = await startPrintServer();
    const tls = createTlsServer({ cert, key: readFileSync(keyFile) }, (near) => {
      const far = connect(server.port, '127.0.0.1');
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
      near.pipe(far).pipe(near);
    });
    await using open = await listening(tls);
    const address = `ipps://127.0.0.1:${open.port}/printers/dock`;
    const away = { is: 'kept-back', cause: 'away', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
    expect(await hand(address)).toEqual({ end: away, left: [] });
    setDefaultCACertificates([cert]);
    expect((await hand(address)).end).toEqual({ is: 'printed', knownBy: 'handed' });
    expect(server.jobs).toHaveLength(1);
  },
);
