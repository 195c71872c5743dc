import { expect, test } from 'vitest';
import { openTcpLine } from '#gateway/printers/tcpLine.ts';
import { type PrintingPorts, printLabel } from '#label/printing.ts';
import { tryLabel } from '#label/tryLabel.ts';
import type { SitePrinter } from '#site/printers.ts';
import { LABEL } from './attempt.ts';
import { type Rig, createRig } from './rig.ts';

function printerAt({ address }: Rig): SitePrinter {
  return { name: 'One', code: 'PRN-1', way: 'network', language: 'zpl', address };
}
function portsTo({ port }: Rig, more: Partial<PrintingPorts> = {}): PrintingPorts {
  return {
    open: () => openTcpLine('127.0.0.1', port),
    mayLeave: async () => true,
    waitsFor: () => {},
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal: new AbortController().signal,
    ...more,
  };
}
const print = (rig: Rig, more?: Partial<PrintingPorts>) =>
  printLabel({ text: LABEL, labels: 1, number: 'job-1', printer: printerAt(rig) }, portsTo(rig, more));

test('a label comes out over TCP once, and so does the next one', async () => {
  await using rig = await createRig();
  expect(await print(rig)).toEqual({ is: 'printed', knownBy: 'count' });
  expect(await print(rig)).toEqual({ is: 'printed', knownBy: 'count' });
  expect(rig.papers.map(({ n }) => n)).toEqual([4_711, 4_712]);
});

test('a test label tells what the printer tells', async () => {
  await using rig = await createRig();
  expect(await tryLabel(printerAt(rig), portsTo(rig))).toEqual({
    end: { is: 'printed', knownBy: 'count' },
    countBefore: 4_711,
    countAfter: 4_712,
    toldNumber: true,
  });
  expect(rig.papers[0]?.text).toContain('^FD_4f_6e_65^FS');
});

test('a cut in the middle of a label, and half of it gone: it is sent again once', async () => {
  await using rig = await createRig({ habits: { halfAfterCut: 'dropped' } });
  rig.cutNext({ after: 190, of: 'taken' });
  const left: boolean[] = [];
  const mayLeave = async (isAgain: boolean): Promise<boolean> => left.push(isAgain) > 0;
  expect(await print(rig, { mayLeave })).toEqual({ is: 'printed', knownBy: 'count' });
  expect({ left, papers: rig.papers.length }).toEqual({ left: [false, true], papers: 1 });
});

test.each([
  ['none', 'silent'],
  ['silent', 'silent'],
] as const)('a printer that receives %s gets no label: %s', async (manner, cause) => {
  await using rig = await createRig();
  rig.receive(manner);
  expect(await print(rig)).toMatchObject({ is: 'kept-back', cause });
  rig.drain();
  expect(rig.papers).toEqual([]);
});

test('a printer with one place for one host gets no label from a second', async () => {
  await using rig = await createRig();
  rig.receive('one');
  const first = await openTcpLine('127.0.0.1', rig.port);
  await expect.poll(() => rig.counted.lines).toBe(1);
  expect(await print(rig)).toMatchObject({ is: 'kept-back', cause: 'silent' });
  await first.close();
});

test('another printer at the address, and nobody there at all', async () => {
  await using rig = await createRig();
  rig.swap('OTHER');
  expect(await print(rig)).toEqual({ is: 'printed', knownBy: 'count' });
  await rig.powerOff();
  expect(await print(rig)).toMatchObject({ is: 'kept-back', cause: 'away' });
});
