import { describe, expect, test, vi } from 'vitest';
import { NOW, enterSettled, forgetAll, ledgerCall, ledgerKinds, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { type Ledger, RETENTION_MS } from './ledger.ts';
import { newTicket, printStatements, toldPrint } from './printRows.ts';
import { GRANT_QUIET_MS, createPrintTurns, createPrintsLeftOver } from './printTurns.ts';
import { createPrints } from './prints.ts';

const kinds = await ledgerKinds();
const postgres = await sharedPostgresKind();

const CALL = 'call-0001';
const job = { call: CALL, copy: 1, operation: 'PrintKJYOrder', printer: 'P-1', asker: '3', worker: '7' };
const NONE = new Set<string>();

type Prints = ReturnType<typeof createPrints>;

/** Takes the next job of the printer. @throws where there is none */
async function taken(prints: Prints, printer = 'P-1') {
  const got = await prints.takeNext(printer, newTicket());
  if (!got) throw new Error('there is none');
  return got;
}

describe.each(kinds)('labels on paper in $name', (kind) => {
  test('the same copy of a label asked for many times at once is one job', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    const asked = await Promise.all([1, 2, 3, 4].map((index) => prints.add({ ...job, printer: `P-${index}` })));
    expect(new Set(asked.map((one) => one?.n)).size).toBe(1);
    expect(await prints.list({}, 10)).toMatchObject([{ id: 'call-0001.c1', state: 'queued', asker: '3', worker: '7' }]);
  });

  test('a list of jobs has the codes of their calls, where the ledger keeps them, and no handheld is told them', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    for (const [key, facts] of [
      [CALL, { codes: 'D-1022' }],
      ['call-0002', {}],
    ] as const) {
      const entered = { ...ledgerCall(key), facts };
      await opened.ledger.receive(entered, NOW);
      await opened.ledger.dispatch(entered, NOW);
      await prints.add({ ...job, call: key });
    }
    const listed = await prints.list({}, 10);
    expect(listed.map(({ codes }) => codes)).toEqual([undefined, 'D-1022']);
    expect(listed.map(toldPrint)).toEqual(listed.map((one) => expect.not.objectContaining({ codes: one.codes ?? '' })));
  });

  test('of two who take the next job of a printer one gets it, and nobody the one after it before that is settled', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    await prints.add({ ...job, call: 'call-0002' });
    await prints.add({ ...job, call: 'call-0003', printer: 'P-2' });
    const got = await Promise.all([1, 2, 3].map(() => prints.takeNext('P-1', newTicket())));
    const mine = got.filter((one) => one !== undefined);
    expect(mine).toMatchObject([{ id: 'call-0001.c1', state: 'queued', tries: 1 }]);
    expect(await prints.takeNext('P-1', newTicket())).toBeUndefined();
    expect(await prints.takeNext('P-2', newTicket())).toMatchObject({ call: 'call-0003' });
    const { id, ticket } = mine[0] ?? { id: '', ticket: '' };
    expect(await prints.settle(id, ticket, { state: 'printed', knownBy: 'count' })).toBe(true);
    expect(await prints.takeNext('P-1', newTicket())).toMatchObject({ id: 'call-0002.c1' });
  });

  test('a job whose first byte may have left goes back to no queue, and one of which none left does', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    const first = await taken(prints);
    expect(await prints.keptBack(first.id, first.ticket, 'paper-out')).toBe(true);
    expect(await prints.one(first.id)).toMatchObject({ state: 'queued', cause: 'paper-out' });
    const second = await taken(prints);
    expect(await prints.mayLeave(first.id, first.ticket, false)).toBe(false);
    expect(await prints.mayLeave(second.id, second.ticket, false)).toBe(true);
    expect(await prints.keptBack(second.id, second.ticket, 'away')).toBe(false);
    expect(await prints.one(second.id)).toMatchObject({ state: 'sending', tries: 2, sentAt: expect.any(Number) });
  });

  test('an older ticket ends nothing of whoever has the job now', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    const first = await taken(prints);
    await prints.keptBack(first.id, first.ticket, 'away');
    const second = await taken(prints);
    await prints.mayLeave(second.id, second.ticket, false);
    for (const state of ['unknown', 'refused'] as const)
      expect(await prints.settle(first.id, first.ticket, { state, cause: 'cut' })).toBe(false);
    expect(await prints.settle(first.id, first.ticket, { state: 'printed', knownBy: 'count' })).toBe(false);
    expect(await prints.heardOf(first.id, first.ticket, 'paused')).toBe(false);
    expect(await prints.one(first.id)).toMatchObject({ state: 'sending' });
  });

  test('of a word that took so long that another gateway may have taken the job, no byte leaves', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    const { id, ticket } = await taken(prints);
    const statements = opened.ledger.beside('prints', printStatements);
    const { graceMs } = opened.ledger.place;
    const slow = (ms: number) =>
      createPrintTurns(
        {
          ...statements,
          async run(...asked) {
            const from = performance.now();
            const found = await statements.run(...asked);
            vi.spyOn(performance, 'now').mockReturnValue(from + ms);
            return found;
          },
        },
        opened.ledger,
      );
    try {
      expect(await slow(graceMs).mayLeave(id, ticket, false)).toBe(graceMs === 0);
      vi.restoreAllMocks();
      expect(await slow(graceMs / 2).mayLeave(id, ticket, false)).toBe(true);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('what is under way is left over for nobody who has it, nor for whoever takes it while that is looked for', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    const first = await taken(prints);
    expect(await prints.endLeftOver(new Set([first.ticket]))).toEqual([]);
    expect(await prints.mayLeave(first.id, first.ticket, false)).toBe(true);
    expect(await prints.endLeftOver(new Set([first.ticket]))).toEqual([]);
    await prints.settle(first.id, first.ticket, { state: 'printed', knownBy: 'count' });

    await prints.add({ ...job, call: 'call-0002' });
    const { id, ticket } = await taken(prints);
    const statements = opened.ledger.beside('prints', printStatements);
    const { endLeftOver } = createPrintsLeftOver(
      {
        ...statements,
        async run(...asked) {
          const found = await statements.run(...asked);
          if (asked[0] !== 'under') return found;
          await prints.keptBack(id, ticket, 'away');
          const younger = await taken(prints);
          await prints.mayLeave(id, younger.ticket, false);
          return found;
        },
      },
      opened.ledger,
    );
    expect(await endLeftOver(NONE)).toEqual([]);
    expect(await prints.one(id)).toMatchObject({ state: 'sending' });
  });

  test('what a gateway that is gone had under way waits again where no byte had left, and else nobody knows', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open();
      const prints = createPrints(opened.ledger);
      await prints.add(job);
      await prints.add({ ...job, call: 'call-0002', printer: 'P-2' });
      await taken(prints, 'P-1');
      const other = await taken(prints, 'P-2');
      await prints.mayLeave(other.id, other.ticket, false);
    }
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    expect(await prints.endLeftOver(NONE)).toHaveLength(2);
    expect(await prints.one('call-0001.c1')).toMatchObject({ state: 'queued' });
    expect(await prints.one('call-0002.c1')).toMatchObject({ state: 'unknown', cause: 'stopped' });
    expect(await prints.takeNext('P-2', newTicket())).toBeUndefined();
  });

  test('whoever was taken for dead may still say that it came out, once nobody has decided, and nothing else', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    for (const call of ['call-0001', 'call-0002', 'call-0003']) {
      await prints.add({ ...job, call });
      const { id, ticket } = await taken(prints);
      await prints.mayLeave(id, ticket, false);
      await prints.endLeftOver(NONE);
      expect(await prints.one(id)).toMatchObject({ state: 'unknown' });
      if (call === 'call-0002') await prints.again(id, '7');
      expect(await prints.keptBack(id, ticket, 'away')).toBe(false);
      expect(await prints.settle(id, ticket, { state: 'refused', cause: 'not-taken' })).toBe(false);
      const isSaid = await prints.settle(id, ticket, { state: 'printed', knownBy: 'count' });
      expect(isSaid).toBe(call !== 'call-0002');
      expect(await prints.settle(id, ticket, { state: 'unknown', cause: 'cut' })).toBe(false);
      if (call === 'call-0002') await prints.takeBack('call-0002.c2', '7');
    }
    expect(await prints.one('call-0002.c1')).toMatchObject({ state: 'unknown', decided: 'lost' });
  });

  test('another copy takes a person’s word, and asked for twice it is one', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    expect(await prints.add({ ...job, copy: 2 })).toBeUndefined();
    expect(await prints.again('call-0001.c1', '7')).toBeUndefined();
    const { id, ticket } = await taken(prints);
    expect(await prints.again(id, '7')).toBeUndefined();
    await prints.mayLeave(id, ticket, false);
    await prints.settle(id, ticket, { state: 'unknown', cause: 'cut' });
    const copies = await Promise.all([
      prints.again(id, '7', { printer: 'P-2' }),
      prints.again(id, '8', { printer: 'P-3', asker: '4' }),
    ]);
    expect(new Set(copies.map((one) => one?.id))).toEqual(new Set(['call-0001.c2']));
    expect(await prints.cameOut(id, '7')).toBeUndefined();
    expect(await prints.list({}, 10)).toMatchObject([
      { copy: 2, state: 'queued' },
      { copy: 1, state: 'unknown', decided: 'lost', cause: 'cut' },
    ]);
    expect(await prints.list({ state: 'open' }, 10)).toEqual([]);
  });

  test('of a label that is known to be on paper by now no copy is made, by whoever saw it as it was before', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    for (const call of ['call-0001', 'call-0002']) {
      await prints.add({ ...job, call });
      const { id, ticket } = await taken(prints);
      await prints.mayLeave(id, ticket, false);
      await prints.endLeftOver(NONE);
      if (call === 'call-0001') await prints.cameOut(id, '7');
      else await prints.settle(id, ticket, { state: 'printed', knownBy: 'count' });
      expect(await prints.again(id, '8')).toBeUndefined();
      expect(await prints.add({ ...job, call, copy: 2 })).toBeUndefined();
    }
    expect((await prints.list({}, 9)).map(({ state }) => state)).toEqual(['printed', 'printed']);
  });

  test('a person says that it came out, takes out what has not begun, or has it go elsewhere; not what has begun', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    expect(await prints.move('call-0001.c1', '7', 'P-2')).toMatchObject({ printer: 'P-2' });
    expect(await prints.cameOut('call-0001.c1', '7')).toBeUndefined();
    const first = await taken(prints, 'P-2');
    expect(await prints.move(first.id, '7', 'P-1')).toMatchObject({ state: 'queued', printer: 'P-1' });
    expect(await prints.mayLeave(first.id, first.ticket, false)).toBe(false);
    const { id, ticket } = await taken(prints, 'P-1');
    await prints.mayLeave(id, ticket, false);
    expect([await prints.move(id, '7', 'P-2'), await prints.takeBack(id, '7')]).toEqual([undefined, undefined]);
    await prints.settle(id, ticket, { state: 'unknown', cause: 'cut', detail: 'at\0 once' });
    expect(await prints.one(id)).toMatchObject({ detail: 'at\uFFFD once' });
    expect(await prints.cameOut(id, '7')).toMatchObject({ state: 'printed', knownBy: 'person' });
    await prints.add({ ...job, call: 'call-0002' });
    expect(await prints.takeBack('call-0002.c1', '7')).toMatchObject({ state: 'refused', cause: 'taken-back' });
    expect(await prints.takeNext('P-1', newTicket())).toBeUndefined();
  });

  test('a label goes to a handheld once, in turn; one that says nothing more leaves it unknown, and what it says then counts', async () => {
    let now = NOW;
    await using place = await kind.place();
    await using opened = await place.open({ now: () => now, graceMs: 0 });
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    await prints.add({ ...job, call: 'call-0002' });
    expect(await prints.grant('call-0002.c1', 1)).toBeUndefined();
    const got = await Promise.all([prints.grant('call-0001.c1', 1), prints.grant('call-0001.c1', 1)]);
    const [mine] = got.filter((one) => one !== undefined);
    expect(got.filter((one) => one !== undefined)).toHaveLength(1);
    const { id, ticket } = mine ?? { id: '', ticket: '' };
    expect(await prints.grant('call-0002.c1', 1)).toBeUndefined();
    now += GRANT_QUIET_MS - 1;
    expect(await prints.heardOf(id, ticket, 'paper-out')).toBe(true);
    now += GRANT_QUIET_MS;
    expect(await prints.endLeftOver(NONE)).toEqual([]);
    now += 1;
    expect(await prints.endLeftOver(NONE)).toEqual([id]);
    expect(await prints.heardOf(id, ticket, undefined)).toBe(false);
    expect(await prints.settle(id, ticket, { state: 'printed', knownBy: 'count' })).toBe(true);
    const next = await prints.grant('call-0002.c1', undefined);
    expect(await prints.keptBack(next?.id ?? '', next?.ticket ?? '', 'head-open')).toBe(true);
    expect(await prints.one('call-0002.c1')).toMatchObject({ state: 'queued', cause: 'head-open' });
  });

  test('a handheld that is away holds up its own labels, and no other handheld’s', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    await prints.add(job);
    await prints.add({ ...job, call: 'call-0002' });
    await prints.add({ ...job, call: 'call-0003', asker: '4' });
    expect(await prints.grant('call-0002.c1', 1)).toBeUndefined();
    const given = await prints.grant('call-0003.c1', 1);
    expect(given).toMatchObject({ call: 'call-0003' });
    expect(await prints.grant('call-0001.c1', 1)).toBeUndefined();
    await prints.settle(given?.id ?? '', given?.ticket ?? '', { state: 'printed', knownBy: 'count' });
    expect(await prints.grant('call-0001.c1', 1)).toMatchObject({ call: 'call-0001' });
  });

  test('what waits for a printer, what nobody knows of and what came out are counted', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    for (const call of ['call-0001', 'call-0002', 'call-0003', 'call-0004']) await prints.add({ ...job, call });
    const first = await taken(prints);
    await prints.noteLabels(first.id, first.ticket, 3);
    await prints.settle(first.id, first.ticket, { state: 'printed', knownBy: 'count' });
    const second = await taken(prints);
    await prints.settle(second.id, second.ticket, { state: 'unknown', cause: 'cut' });
    const third = await taken(prints);
    await prints.mayLeave(third.id, third.ticket, false);
    await prints.add({ ...job, call: 'call-0005', printer: 'P-2', refused: { cause: 'command', detail: '^JU' } });
    expect([...(await prints.counts())]).toEqual([
      ['P-1', { queued: 1, sending: 1, unknown: 1, waitsSince: expect.any(Number) }],
    ]);
    expect(await prints.waiting()).toEqual(['P-1']);
    expect([...(await prints.printedSince(0))]).toEqual([['P-1', 3]]);
    expect(await prints.byIds(['call-0005.c1', 'call-0009.c1'])).toMatchObject([{ cause: 'command', detail: '^JU' }]);
    expect((await prints.list({ printer: 'P-1', state: 'queued' }, 9)).map(({ call }) => call)).toEqual(['call-0004']);
    expect((await prints.list({ state: 'open', call: 'call-0002' }, 9)).length).toBe(1);
    expect((await prints.list({ before: 3 }, 9)).map(({ n }) => n)).toEqual([2, 1]);
    expect((await prints.list({ call: 'call-0001' }, 9)).map(({ state }) => state)).toEqual(['printed']);
  });

  test('a printer that is held for a test label gets no job meanwhile, and who died with it holds it no more', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open();
      const prints = createPrints(opened.ledger);
      await prints.add(job);
      const ticket = newTicket();
      expect([await prints.hold('P-1', ticket), await prints.hold('P-1', newTicket())]).toEqual([true, false]);
      expect(await prints.takeNext('P-1', newTicket())).toBeUndefined();
      expect(await prints.list({}, 9)).toHaveLength(1);
      expect((await prints.counts()).get('P-1')).toMatchObject({ queued: 1, sending: 0 });
      expect(await prints.letGo(ticket)).toBe(true);
      const { id, ticket: own } = await taken(prints);
      expect(await prints.hold('P-1', newTicket())).toBe(false);
      await prints.keptBack(id, own, undefined);
      await prints.hold('P-1', newTicket());
    }
    await using opened = await place.open({ graceMs: 0 });
    const prints = createPrints(opened.ledger);
    expect(await prints.endLeftOver(NONE)).toEqual([]);
    expect(await taken(prints)).toMatchObject({ id: 'call-0001.c1' });
  });

  test('a job is forgotten with its call, and not before', async () => {
    let now = NOW;
    await using place = await kind.place();
    await using opened = await place.open({ now: () => now });
    const prints = createPrints(opened.ledger);
    await enterSettled(opened.ledger, CALL);
    now += 86_400_000;
    await prints.add(job);
    now = NOW + RETENTION_MS + 86_400_000;
    expect(await prints.forget(now)).toBe(0);
    expect(await prints.forget(now + 1)).toBe(1);
    expect(await forgetAll(opened.ledger)).toBeGreaterThanOrEqual(0);
  });

  test('of a ledger that was put back nobody knows what became of the labels that wait there', async () => {
    await using place = await kind.place();
    let restore: () => Promise<void>;
    {
      await using opened = await place.open();
      const prints = createPrints(opened.ledger);
      await prints.add(job);
      restore = await place.backup();
      const { id, ticket } = await taken(prints);
      await prints.mayLeave(id, ticket, false);
      await prints.settle(id, ticket, { state: 'printed', knownBy: 'count' });
      if (kind.name === 'PostgreSQL') await beats(opened.ledger, place);
    }
    await restore();
    await using opened = await place.open();
    const prints = createPrints(opened.ledger);
    expect(await prints.one('call-0001.c1')).toMatchObject({ state: 'unknown', cause: 'stopped' });
    expect(await prints.takeNext('P-1', newTicket())).toBeUndefined();
  });

  test('so it is where the label was given out to a handheld alone', async () => {
    await using place = await kind.place();
    let restore: () => Promise<void>;
    {
      await using opened = await place.open();
      const prints = createPrints(opened.ledger);
      await prints.add(job);
      restore = await place.backup();
      expect(await prints.grant('call-0001.c1', 1)).toBeDefined();
      if (kind.name === 'PostgreSQL') await beats(opened.ledger, place);
    }
    await restore();
    await using opened = await place.open();
    expect(await createPrints(opened.ledger).one('call-0001.c1')).toMatchObject({ state: 'unknown', cause: 'stopped' });
  });
});

/** Waits until the gateway has raised the heartbeat since the back-up. */
async function beats(_ledger: Ledger, place: { checkpoint(): string }): Promise<void> {
  const { readFileSync } = await import('node:fs');
  const before = readFileSync(place.checkpoint(), 'utf8');
  await expect.poll(() => readFileSync(place.checkpoint(), 'utf8'), { timeout: 10_000 }).not.toBe(before);
}

describe.skipIf(!postgres)('two gateways on one PostgreSQL', () => {
  test('never have two jobs of a printer under way, whoever is quicker', async () => {
    await using place = await (postgres ?? never()).newPlace();
    await using one = await place.open({ gateway: 'one' });
    await using two = await place.open({ gateway: 'two' });
    const both = [createPrints(one.ledger), createPrints(two.ledger)];
    for (let index = 0; index < 30; index += 1) await both[0]?.add({ ...job, call: `call-00${10 + index}` });
    const order: number[] = [];
    let underWay = 0;
    const work = async (prints: Prints): Promise<void> => {
      while (order.length < 30) {
        const got = await prints.takeNext('P-1', newTicket());
        if (!got) continue;
        underWay += 1;
        expect(underWay).toBe(1);
        order.push(got.n);
        expect(await prints.mayLeave(got.id, got.ticket, false)).toBe(true);
        underWay -= 1;
        await prints.settle(got.id, got.ticket, { state: 'printed', knownBy: 'count' });
      }
    };
    await Promise.all([...both, ...both].map(work));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(30);
  });

  test('what a living one has under way the other leaves alone; of one that is cut off it ends it after the grace', async () => {
    await using place = await (postgres ?? never()).newPlace();
    await using one = await place.open({ gateway: 'one' });
    await using two = await place.open({ gateway: 'two', graceMs: 0 });
    const [mine, others] = [createPrints(one.ledger), createPrints(two.ledger)];
    await mine.add(job);
    const { id, ticket } = await taken(mine);
    await mine.mayLeave(id, ticket, false);
    expect(await others.endLeftOver(NONE)).toEqual([]);
    expect(await mine.endLeftOver(new Set([ticket]))).toEqual([]);
    await one.ledger.close();
    await expect.poll(() => others.endLeftOver(NONE)).toEqual([id]);
    expect(await others.one(id)).toMatchObject({ state: 'unknown', cause: 'stopped' });
  });
});

function never(): never {
  throw new Error('it is skipped');
}
