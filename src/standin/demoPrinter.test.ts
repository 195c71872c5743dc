import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PrintingPorts, printLabel } from '#label/printing.ts';
import { standinPrinters } from './siteCodes.ts';
import { ownStandin, startStandin } from './testing/standinRig.ts';
import type { Standin } from './standin.ts';

const [printer] = standinPrinters;

function print({ printer: demo }: Standin, text: string, labels = 1) {
  const ports: PrintingPorts = {
    open: demo.open,
    mayLeave: async () => true,
    waitsFor: () => {},
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal: new AbortController().signal,
  };
  if (!printer) throw new Error('the demo has a printer');
  return printLabel({ text, labels, number: 'j-1', printer }, ports);
}

test('a label comes out of the demo printer once, is counted, and its number is no part of the paper', async () => {
  await using standin = await ownStandin();
  const text = '^XA^CI28^FO40,40^A0N,40,40^FDŻółty 中文^FS^PQ2^XZ';
  expect(await print(standin, text, 2)).toEqual({ is: 'printed', knownBy: 'count' });
  expect(standin.printer.papers()).toMatchObject([
    { n: 2, zpl: text },
    { n: 1, zpl: text },
  ]);
});

test('papers and count outlive a restart, and the newest hundred are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-demo-printer-'));
  const first = await startStandin(folder);
  expect(await print(first, '^XA^FO1,1^FDx^FS^PQ99^XZ', 99)).toMatchObject({ is: 'printed' });
  await first.close();
  const second = await startStandin(folder);
  expect(await print(second, '^XA^FO1,1^FDy^FS^PQ3^XZ', 3)).toMatchObject({ is: 'printed' });
  const papers = second.printer.papers();
  expect(papers).toHaveLength(100);
  expect([papers[0]?.n, papers.at(-1)?.n]).toEqual([102, 3]);
  await second.close();
  rmSync(folder, { recursive: true });
});

test('a label that asks for millions has the demo print no more than it keeps', async () => {
  await using standin = await ownStandin();
  const line = await standin.printer.open();
  await line.send(new TextEncoder().encode('^XA^FO1,1^FDx^FS^PQ99999999^XZ'));
  expect(standin.printer.papers()).toHaveLength(100);
});

test('a line that is closed takes and says nothing more', async () => {
  await using standin = await ownStandin();
  const line = await standin.printer.open();
  await line.close();
  await expect(line.send(new Uint8Array(1))).rejects.toThrow('closed');
  await expect(line.hear(1)).rejects.toThrow('closed');
  expect(standin.printer.papers()).toEqual([]);
});
