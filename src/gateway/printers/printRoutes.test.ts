import type { Hello } from '#wire/hello.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PrintJob } from '#contract/printJob.ts';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { startPrintServer } from '#main/testing/ippRig.ts';
import { type PrinterRigOptions, startPrinter } from '#main/testing/printerRig.ts';
import { freePort, post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { type PrintSaid, askPrint, askPrinters, askPrints, sayOfPrint, takeGrant, tellPrinted } from '#wire/prints.ts';

const LABEL = '^XA^FO40,40^A0N,40,40^FDD-1002^FS^XZ';
const SECRET = 'D-1002';

/** A gateway with a printer of the network, one that is away, one at a handheld, and two handhelds. */
async function startRig(options: PrinterRigOptions = {}, label = LABEL, others: readonly object[] = []) {
  const folder = tempDir();
  const printer = await startPrinter(options);
  const upstream = await startUpstream((request) => request.reply(serviceReply(label)));
  const file = join(folder.path, 'site.json');
  const printers = [
    { name: 'Dock', code: 'P-1', way: 'network', language: 'zpl', address: `127.0.0.1:${printer.port}` },
    { name: 'Away', code: 'P-2', way: 'network', language: 'zpl', address: `127.0.0.1:${await freePort()}` },
    { name: 'Belt', code: 'P-3', way: 'handheld', language: 'zpl' },
    ...others,
  ];
  writeFileSync(file, JSON.stringify({ printers }));
  const gateway = await startHere(
    {
      UPSTREAM_URL: upstream.url.href,
      UPSTREAM_API_KEY: KEY,
      SUPERVISOR_PASSWORD: PASSWORD,
      TRUSTED_PROXY: '127.0.0.1',
      SITE_CONFIG: file,
      LOG_LEVEL: 'trace',
    },
    { printersHere: true },
  );
  const [mine, other] = [await enrolled(gateway.url, 'Dock 1'), await enrolled(gateway.url, 'Dock 2')];
  const fetchAs =
    (cookie: string): typeof fetch =>
    (path, init) =>
      fetch(`${gateway.url}${path as string}`, {
        method: 'POST',
        body: init?.body ?? null,
        headers: { ...away, cookie, 'content-type': 'application/json' },
      });
  const [asMine, asOther] = [fetchAs(mine), fetchAs(other)];
  return {
    gateway,
    printer,
    mine,
    asMine,
    asOther,
    ask: (key: string, to = 'P-1', copy = 1, by = asMine) =>
      askPrint(by, { call: key, copy, printer: to, by: '7' }, 5_000),
    say: (one: Omit<PrintSaid, 'by'>, by = asMine) => sayOfPrint(by, { ...one, by: '7' }, 5_000),
    /** Waits until a job is as it should be. */
    async until(id: string, state: PrintJob['state']): Promise<PrintJob | undefined> {
      let [job]: readonly PrintJob[] = [];
      await expect
        .poll(async () => {
          [job] = (await askPrints(asMine, [{ id, state: 'queued' }], 0, 5_000))?.jobs ?? [];
          return job?.state;
        })
        .toBe(state);
      return job;
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await printer[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('a label that is asked for many times comes out once, the handheld is told when, and no line of the log has anything of it', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, asMine, printer, until } = rig;
  expect(await ask('call-0007')).toEqual({ is: 'no-call' }); // it waits for its call
  await call(gateway.url, 'call-0007', mine);
  const answers = await Promise.all([1, 2, 3].map(() => ask('call-0007')));
  expect(answers).toMatchObject([{ job: { id: 'call-0007.c1' } }, { is: 'job' }, { is: 'job' }]);
  const heard = await askPrints(asMine, [{ id: 'call-0007.c1', state: 'sending' }], 10_000, 5_000);
  expect(heard?.jobs).toHaveLength(1);
  expect(await until('call-0007.c1', 'printed')).toMatchObject({
    knownBy: 'count',
    labels: 1,
    settledAt: expect.any(Number),
  });
  await ask('call-0007');
  expect(printer.papers.map(({ text }) => text.includes('D-1002'))).toEqual([true]);
  expect(await askPrinters(asMine, 5_000)).toMatchObject([
    { printer: 'P-1', is: 'ready', queued: 0, unknown: 0 },
    { printer: 'P-2', is: 'unheard' },
    { printer: 'P-3', is: 'unheard' },
  ]);
  expect(gateway.logged()).toContain('call-0007.c1');
  expect(gateway.logged()).not.toMatch(new RegExp(`${SECRET}\\^|\\^XA`));
});

test('a label that was asked for of a ledger before this one is printed by no machine, and a person is asked', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, asMine, printer } = rig;
  await call(gateway.url, 'call-0007', mine);
  const wish = { call: 'call-0007', copy: 1, printer: 'P-1', by: '7' };
  const before = { epoch: 'the-one-before', at: 1 };
  const unknown = { job: { id: 'call-0007.c1', state: 'unknown', cause: 'stopped' } };
  expect(await askPrint(asMine, { ...wish, tried: before }, 5_000)).toMatchObject(unknown);
  expect(await ask('call-0007')).toMatchObject(unknown); // and stays it
  expect(printer.papers).toEqual([]);

  const { epoch, now } = (await (await fetch(`${gateway.url}/gateway/hello?nonce=n`)).json()) as Hello;
  await call(gateway.url, 'call-0008', mine);
  const first = await askPrint(asMine, { ...wish, call: 'call-0008', tried: { epoch, at: now } }, 5_000);
  expect(first).toMatchObject({ job: { state: 'queued' } });
});

test('whoever waits for a label hears of a change at once, and else at the end of the wait', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, asMine, printer, until } = rig;
  printer.setFault('paper-out', true);
  await call(gateway.url, 'call-0007', mine);
  await ask('call-0007');
  const known = { id: 'call-0007.c1', state: 'queued' } as const;
  const kept = await askPrints(asMine, [known], 15_000, 5_000);
  expect(kept?.jobs).toMatchObject([{ state: 'queued', cause: 'paper-out' }]);
  const before = performance.now();
  expect(await askPrints(asMine, [{ ...known, cause: 'paper-out' }], 300, 5_000)).toEqual(kept);
  expect(performance.now() - before).toBeGreaterThan(290);
  expect(await askPrinters(asMine, 5_000)).toMatchObject([{ is: 'waits', cause: 'paper-out', queued: 1 }, {}, {}]);
  expect(printer.papers).toEqual([]);
  printer.setFault('paper-out', false);
  await until('call-0007.c1', 'printed');
  expect(await askPrints(asMine, [{ id: 'call-0009.c1', state: 'queued' }], 5_000, 5_000)).toEqual({
    jobs: [],
    gone: ['call-0009.c1'],
  });
});

test('a label that would change the printer is refused and its command named, and an answer without one has none', async () => {
  await using bad = await startRig({}, '^XA^JUF^FDx^FS^XZ');
  await call(bad.gateway.url, 'call-0007', bad.mine);
  expect(await bad.ask('call-0007')).toMatchObject({ job: { state: 'refused', cause: 'command', detail: '^JU' } });
  await using none = await startRig({}, 'OK');
  await call(none.gateway.url, 'call-0007', none.mine);
  expect(await none.ask('call-0007')).toMatchObject({ job: { state: 'refused', cause: 'no-label' } });
  expect([bad.printer.lines(), none.printer.lines()]).toEqual([0, 0]);
});

test('a label that is refused goes to no handheld either, though its job waited for a printer that takes another one', async () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
  const address = `ipp://127.0.0.1:${await freePort()}/p`;
  const server = { name: 'Server', code: 'P-4', way: 'print-server', language: 'pdf', address };
  await using rig = await startRig({}, JSON.stringify({ pdf, zpl: '^XA^JUF^FDx^FS^XZ' }), [server]);
  const { gateway, mine, asMine, ask, say, until } = rig;
  await call(gateway.url, 'call-0007', mine);
  expect(await ask('call-0007', 'P-4')).toMatchObject({ job: { state: 'queued' } });
  expect(await say({ id: 'call-0007.c1', word: 'move', printer: 'P-3' })).toMatchObject({ job: { printer: 'P-3' } });
  expect(await takeGrant(asMine, 'call-0007.c1', 5_000)).toBe('late');
  expect(await until('call-0007.c1', 'refused')).toMatchObject({ cause: 'command', detail: '^JU' });
});

test('no handheld is told an address of a printer, whatever went wrong there', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, asMine } = rig;
  await call(gateway.url, 'call-0007', mine);
  await ask('call-0007', 'P-2');
  const heard = await askPrints(asMine, [{ id: 'call-0007.c1', state: 'queued' }], 10_000, 5_000);
  expect(heard?.jobs).toMatchObject([{ cause: 'away', detail: 'ECONNREFUSED' }]);
});

test('a label of another handheld’s call is given to nobody, nor is one for a printer that the site does not have', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, say, asOther, printer, until } = rig;
  await call(gateway.url, 'call-0007', mine);
  expect(await ask('call-0007', 'P-1', 1, asOther)).toMatchObject({ is: 'refused' });
  expect(await ask('call-0007', 'P-9')).toMatchObject({ is: 'refused', why: 'The site has no printer of this code.' });
  await ask('call-0007', 'P-3');
  expect(await takeGrant(asOther, 'call-0007.c1', 5_000)).toBe('away');
  expect(await say({ id: 'call-0007.c1', word: 'move', printer: 'P-1' }, asOther)).toMatchObject({ is: 'refused' });
  expect(await say({ id: 'call-0007.c1', word: 'move', printer: 'P-1' })).toMatchObject({ job: { printer: 'P-1' } });
  await until('call-0007.c1', 'printed');
  expect(printer.papers).toHaveLength(1);
});

test('a printer that is away holds up no other, and its label goes elsewhere by a person’s word, or is taken back', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, say, printer, until, asMine } = rig;
  for (const key of ['call-0001', 'call-0002', 'call-0003']) await call(gateway.url, key, mine);
  await ask('call-0001', 'P-2');
  await ask('call-0002', 'P-2');
  await ask('call-0003');
  await until('call-0003.c1', 'printed');
  const known = { id: 'call-0001.c1', state: 'queued' } as const;
  expect((await askPrints(asMine, [known], 10_000, 5_000))?.jobs).toMatchObject([{ cause: 'away' }]);
  expect(await say({ id: 'call-0001.c1', word: 'move', printer: ' P-1 ' })).toMatchObject({ is: 'job' });
  expect(await say({ id: 'call-0002.c1', word: 'take-back' })).toMatchObject({ job: { cause: 'taken-back' } });
  await until('call-0001.c1', 'printed');
  expect(await say({ id: 'call-0001.c1', word: 'take-back' })).toEqual({ is: 'late' });
  expect(printer.papers).toHaveLength(2);
});

test('a label whose line was cut before the printer had any of it is sent again by itself, once', async () => {
  let cuts = 0;
  await using rig = await startRig({ onBytes: (bytes) => !bytes.includes(SECRET) || (cuts += 1) > 1 });
  const { gateway, mine, ask, printer, until } = rig;
  await call(gateway.url, 'call-0007', mine);
  await ask('call-0007');
  expect(await until('call-0007.c1', 'printed')).toMatchObject({ knownBy: 'count' });
  expect([cuts, printer.papers.length]).toEqual([2, 1]);
});

test('of a label that was cut while somebody else prints there nobody knows, and another one comes out by a person’s word alone', async () => {
  let cuts = 0;
  await using rig = await startRig({
    onBytes(bytes) {
      if (!bytes.includes(SECRET) || (cuts += 1) > 1) return true;
      rig.printer.setCount(1_005);
      return false;
    },
  });
  const { gateway, mine, ask, say, printer, until } = rig;
  await call(gateway.url, 'call-0007', mine);
  await ask('call-0007');
  expect(await until('call-0007.c1', 'unknown')).toMatchObject({ cause: 'cut' });
  expect(printer.papers).toHaveLength(0);
  expect(await askPrinters(rig.asMine, 5_000)).toMatchObject([{ unknown: 1 }, {}, {}]);
  expect(await ask('call-0007', 'P-1', 3)).toMatchObject({ is: 'refused' });
  expect(await say({ id: 'call-0007.c1', word: 'again' })).toMatchObject({ job: { id: 'call-0007.c2', copy: 2 } });
  await until('call-0007.c2', 'printed');
  expect(printer.papers).toHaveLength(1);
  expect(await say({ id: 'call-0007.c1', word: 'came-out' })).toEqual({ is: 'late' });
});

test('a printer at a handheld gets its label once, by a ticket, and what the handheld says of it counts', async () => {
  await using rig = await startRig();
  const { gateway, mine, ask, asMine, until } = rig;
  await call(gateway.url, 'call-0007', mine);
  expect(await ask('call-0007', 'P-3')).toMatchObject({ job: { state: 'queued', cause: 'no-handheld' } });
  const [grant, second] = await Promise.all([1, 2].map(() => takeGrant(asMine, 'call-0007.c1', 5_000)));
  const given = typeof grant === 'object' ? grant : second;
  if (typeof given !== 'object') throw new Error('it was not given out');
  expect([grant, second]).toContain('late');
  expect(given).toMatchObject({ text: LABEL, labels: 1, number: expect.stringMatching(/^\d+-[0-9a-f]{8}$/) });
  await until('call-0007.c1', 'sending');
  const tell = (word: Parameters<typeof tellPrinted>[1]['word'], ticket = given.ticket) =>
    tellPrinted(asMine, { id: given.id, ticket, word }, 5_000);
  expect(await tell({ is: 'leaves', again: false })).toBe('taken');
  expect(await tell({ is: 'printed', knownBy: 'count' }, 'f'.repeat(32))).toBe('lost');
  expect(await tell({ is: 'printed', knownBy: 'count' })).toBe('taken');
  await until('call-0007.c1', 'printed');
  expect(await tell({ is: 'unknown', cause: 'cut' })).toBe('lost');
});

test('a body that is not as it should be makes nothing, and the sentence names what is wrong', async () => {
  await using rig = await startRig();
  const ask = async (path: string, body: unknown) => {
    const reply = await rig.asMine(path, { body: JSON.stringify(body) });
    return [reply.status, ((await reply.json()) as { detail: string }).detail];
  };
  expect(await ask('/gateway/prints', { call: 'call-0007', copy: 0, printer: 'P-1', by: '' })).toEqual([
    400,
    'copy: expected a whole number from 1 to 99.',
  ]);
  expect(await ask('/gateway/prints/word', { id: 'x', word: 'again', by: '' })).toEqual([
    400,
    'id: “x” is not as expected.',
  ]);
});

test('in the demo a label comes out of the stand-in’s own printer', async () => {
  await using gateway = await startHere();
  const { status } = await post(
    gateway.url,
    'call-0007',
    { code: 'EX-50020', apiKey: 'demo-key-0001', userId: '7' },
    { path: '/WareHouseAPIV1.asmx/PrintKJYOrder' },
  );
  expect(status).toBe(200);
  const by: typeof fetch = (path, init) =>
    fetch(gateway.url + (path as string), {
      method: 'POST',
      body: init?.body ?? null,
      headers: { 'content-type': 'application/json' },
    });
  const asked = await askPrint(by, { call: 'call-0007', copy: 1, printer: 'PRN-DEMO', by: '7' }, 5_000);
  expect(asked).toMatchObject({ job: { operation: 'PrintKJYOrder', labels: 1 } });
  await expect
    .poll(async () => (await askPrints(by, [{ id: 'call-0007.c1', state: 'queued' }], 0, 5_000))?.jobs, {
      timeout: 10_000,
    })
    .toMatchObject([{ state: 'printed', knownBy: 'count' }]);
  const page = await fetch(`${gateway.url}/gateway/printers/paper`, { headers: gateway.here });
  expect(await page.text()).toContain('DD-70020, copy 1');
});

test('a label that is a PDF is handed to its print server once, and no more is said of it', async () => {
  await using server = await startPrintServer();
  const { address } = server;
  const office = { name: 'Office', code: 'P-4', way: 'print-server', language: 'pdf', address };
  const pdf = `%PDF-1.4 ${SECRET} %%EOF`;
  await using rig = await startRig({}, Buffer.from(pdf).toString('base64'), [office]);
  await call(rig.gateway.url, 'call-0007', rig.mine);
  await rig.ask('call-0007', 'P-4');
  await rig.ask('call-0007', 'P-4');
  expect(await rig.until('call-0007.c1', 'printed')).toMatchObject({ printer: 'P-4', knownBy: 'handed' });
  expect(server.jobs).toMatchObject([{ name: 'call-0007.c1', document: pdf }]);
});
