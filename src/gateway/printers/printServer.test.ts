import { type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { PrintCause } from '#contract/printJob.ts';
import { startPrintServer } from '#main/testing/ippRig.ts';
import { freePort, listening } from '#main/testing/rig.ts';
import type { PrinterPlace, SitePrinter } from '#site/printers.ts';
import { ippOperations } from './askIpp.ts';
import { type HandOverPorts, handOver } from './printServer.ts';

const PDF = Buffer.from('%PDF-1.4 a label %%EOF');
const ID = 'call-0001.c1';

async function connectTo({ host, port }: PrinterPlace): Promise<Socket> {
  const socket = connect({ host, port });
  await once(socket, 'connect');
  return socket;
}

/** Hands a label over, with a clock that goes on by what is waited for. @param onWait - called before each wait */
async function hand(address: string, onWait: (waited: number) => void = () => {}, more: Partial<HandOverPorts> = {}) {
  const printer: SitePrinter = { name: 'Dock', code: 'P-1', way: 'print-server', language: 'pdf', address };
  const left: boolean[] = [];
  const waits: (PrintCause | undefined)[] = [];
  let now = 0;
  let waited = 0;
  const end = await handOver(printer, PDF, ID, {
    mayLeave: async (isAgain) => (left.push(isAgain), true),
    waitsFor: (cause) => void waits.push(cause),
    now: () => now,
    wait: async (ms) => {
      now += ms;
      onWait((waited += 1));
    },
    signal: new AbortController().signal,
    connect: connectTo,
    ...more,
  });
  return { end, left, waits };
}

const HANDED = { is: 'printed', knownBy: 'handed' };

test('a label is handed over once, whole, under its name, in one copy', async () => {
  await using server = await startPrintServer();
  expect(await hand(server.address)).toEqual({ end: HANDED, left: [false], waits: [] });
  expect(server.jobs).toMatchObject([{ name: ID, document: PDF.toString(), copies: 1 }]);
});

test.each<[string, Partial<Awaited<ReturnType<typeof startPrintServer>>['printer']>, PrintCause]>([
  ['is stopped', { state: 5, reasons: ['paused'] }, 'paused'],
  ['is stopped and says nothing', { state: 5 }, 'fault'],
  ['is stopped with a warning', { state: 5, reasons: ['media-empty-warning'] }, 'paper-out'],
  ['has no paper', { reasons: ['marker-supply-low-warning', 'media-empty-error'] }, 'paper-out'],
  ['is open', { reasons: ['cover-open'] }, 'head-open'],
  ['has no ribbon', { reasons: ['marker-supply-empty-error'] }, 'ribbon-out'],
  ['has a cutter that is stuck', { reasons: ['trimmer-jam-error'] }, 'cutter'],
  ['does not reach its device', { reasons: ['connecting-to-device'] }, 'away'],
  ['tells a fault of its maker', { reasons: ['com.example-smoke-error'] }, 'fault'],
  ['takes no jobs', { accepts: false }, 'paused'],
])('a printer that %s gets not a byte', async (_, standing, cause) => {
  await using server = await startPrintServer();
  Object.assign(server.printer, standing);
  const { end, left } = await hand(server.address);
  expect(end).toMatchObject({ is: 'kept-back', cause });
  expect([left, server.heard]).toEqual([[], [ippOperations.getPrinterAttributes]]);
});

test('a warning that a job before has left standing keeps nothing back', async () => {
  await using server = await startPrintServer();
  server.printer.reasons = ['media-empty-warning', 'offline-report'];
  expect((await hand(server.address)).end).toEqual(HANDED);
});

test('a printer that takes no PDF is told so, before a byte', async () => {
  await using server = await startPrintServer();
  server.printer.formats = ['image/pwg-raster', 'application/octet-stream'];
  const { end, left } = await hand(server.address);
  expect(end).toEqual({ is: 'refused', detail: 'client-error-document-format-not-supported' });
  expect([left, server.jobs]).toEqual([[], []]);
});

test('where nobody answers, or what is no print server, nothing leaves', async () => {
  const address = `ipp://127.0.0.1:${await freePort()}/printers/dock`;
  expect(await hand(address)).toMatchObject({
    end: { is: 'kept-back', cause: 'away', detail: 'ECONNREFUSED' },
    left: [],
  });
  await using mute = await listening(createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0\r\n')));
  expect(await hand(`ipp://127.0.0.1:${mute.port}/`)).toMatchObject({ end: { cause: 'silent' }, left: [] });
});

test('a job that is not this one’s any more is not sent', async () => {
  await using server = await startPrintServer();
  const { end } = await hand(server.address, undefined, { mayLeave: async () => false });
  expect([end, server.jobs]).toEqual([{ is: 'lost' }, []]);
});

test('a ledger that cannot be written lets no byte leave', async () => {
  await using server = await startPrintServer();
  const mayLeave = () => Promise.reject(new Error('the ledger is away'));
  await expect(hand(server.address, undefined, { mayLeave })).rejects.toThrow('the ledger is away');
  expect(server.heard).not.toContain(ippOperations.printJob);
});

test('a cut after which the server has the job is followed, and not sent again', async () => {
  await using server = await startPrintServer();
  server.deeds.push('cut');
  expect(await hand(server.address)).toMatchObject({ end: HANDED, left: [false] });
  expect(server.jobs).toHaveLength(1);
});

test('a cut after which the server has no such job asks a person, and is never sent again', async () => {
  await using server = await startPrintServer();
  server.deeds.push('lose');
  expect(await hand(server.address)).toMatchObject({ end: { is: 'unknown', cause: 'cut' }, left: [false] });
  expect(server.heard.filter((operation) => operation === ippOperations.printJob)).toHaveLength(1);
  expect(server.heard.filter((operation) => operation === ippOperations.getJobs)).toHaveLength(6);
});

test('a job that the server makes only a while after the cut is found', async () => {
  await using server = await startPrintServer();
  server.deeds.push('cut');
  const later: typeof server.jobs = [];
  const { end } = await hand(server.address, (waited) => {
    if (waited === 1) later.push(...server.jobs.splice(0));
    if (waited === 3) server.jobs.push(...later);
  });
  expect(end).toEqual(HANDED);
});

test('a job of somebody else is not taken for ours', async () => {
  await using server = await startPrintServer();
  server.deeds.push('lose');
  const other = { id: 9, name: `${ID}0`, document: '', copies: 1, state: 9, reason: 'none', hasBegun: true };
  server.jobs.push(other);
  expect((await hand(server.address)).end).toMatchObject({ is: 'unknown', cause: 'cut' });
});

test('a busy server is asked again, says so meanwhile, and gets the label once', async () => {
  await using server = await startPrintServer();
  server.deeds.push('busy', 'busy');
  expect(await hand(server.address)).toEqual({ end: HANDED, left: [false, true, true], waits: ['busy', undefined] });
  expect(server.jobs).toHaveLength(1);
});

test('a server that stays busy has refused it, and it is said in its own word', async () => {
  await using server = await startPrintServer();
  server.deeds.push(...Array<'busy'>(100).fill('busy'));
  expect((await hand(server.address)).end).toEqual({ is: 'refused', detail: 'server-error-busy' });
});

test.each<['refuse' | 'redirect', string]>([
  ['refuse', 'client-error-forbidden'],
  ['redirect', 'HTTP 307'],
])('a server that makes no job has refused it (%s), and is not asked again', async (deed, detail) => {
  await using server = await startPrintServer();
  server.deeds.push(deed);
  expect(await hand(server.address)).toMatchObject({ end: { is: 'refused', detail }, left: [false] });
  expect(server.jobs).toEqual([]);
});

test('a server that fails within itself leaves open whether it made a job', async () => {
  await using server = await startPrintServer();
  server.deeds.push('break');
  const end = { is: 'unknown', cause: 'not-taken', detail: 'IPP 0x0500' };
  expect(await hand(server.address)).toMatchObject({ end, left: [false] });
});

test('a job that was cancelled before it began was refused; after that nobody knows, whatever it counts', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 7, reason: 'job-canceled-by-user', hasBegun: false });
  expect((await hand(server.address)).end).toEqual({ is: 'refused', detail: 'job-canceled-by-user' });
  server.endAs({ state: 8, reason: 'aborted-by-system', hasBegun: true });
  expect((await hand(server.address)).end).toEqual({ is: 'unknown', cause: 'not-taken', detail: 'aborted-by-system' });
});

test('a job that is completed with errors is not said to be handed over', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 9, reason: 'job-completed-with-errors' });
  expect((await hand(server.address)).end).toMatchObject({ is: 'unknown', cause: 'fault' });
});

test('a job that waits says why for as long as the server does, and ends with it', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 5 });
  const { end, waits } = await hand(server.address, (waited) => {
    if (waited === 3) server.printer.reasons = ['media-empty-warning'];
    if (waited === 400) server.printer.reasons = ['none'];
    if (waited === 402) server.jobs.forEach((job) => (job.state = 9));
  });
  expect([end, waits]).toEqual([HANDED, ['paper-out', undefined]]);
});

test('a job of which nothing becomes, and nothing is said, asks a person', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 5 });
  expect((await hand(server.address)).end).toEqual({ is: 'unknown', cause: 'no-end' });
});

test('a server that is away while it has the job is waited for, and not for ever', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 5 });
  let isAway = false;
  const { end, waits } = await hand(server.address, () => void (isAway = server.jobs.length > 0), {
    connect: (place) => (isAway ? Promise.reject(new Error('away')) : connectTo(place)),
  });
  expect([end, waits]).toEqual([{ is: 'unknown', cause: 'no-end' }, ['away', undefined]]);
});

test('a server that keeps no history of jobs leaves open what became of one', async () => {
  await using server = await startPrintServer();
  server.hideJobs();
  expect((await hand(server.address)).end).toMatchObject({ is: 'unknown', cause: 'no-end' });
});

test('a gateway that stops leaves a job that has left unknown, and one that has not in the queue', async () => {
  await using server = await startPrintServer();
  server.endAs({ state: 5 });
  const ended = new AbortController();
  const { end } = await hand(server.address, () => ended.abort(), { signal: ended.signal });
  expect(end).toEqual({ is: 'unknown', cause: 'stopped' });
  expect((await hand(server.address, undefined, { signal: ended.signal })).end).toEqual({
    is: 'kept-back',
    cause: 'stopped',
  });
  expect(server.jobs).toHaveLength(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['bytes that are no IPP', (response) => void response.end(Buffer.alloc(64, 0xff))],
  ['a page', (response) => void response.end('<html>')],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['more than an answer can be', (response) => void response.end(Buffer.alloc(6_000_000))],
  ['an error of HTTP', (response) => void response.writeHead(503).end()],
  ['nothing', (response) => void response.socket?.destroy()],
])('a server that says %s to every question makes nothing leave', async (_, how) => {
  await using server = await startPrintServer();
  server.answerInstead(how);
  const { end, left } = await hand(server.address);
  expect([end.is, left]).toEqual(['kept-back', []]);
});
