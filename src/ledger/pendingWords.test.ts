import { describe, expect, test, vi } from 'vitest';
import { NOW, enterSettled, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';
import type { Ledger } from './ledger.ts';
import { type PendingWord, DESK_UNDO_MS, createPendingWords } from './pendingWords.ts';

const kinds = await ledgerKinds();
const word: PendingWord<{ readonly name: string }> = {
  id: 'desk:0001',
  key: 'call-0001',
  says: 'done',
  version: 0,
  by: 'Sam · local',
  why: 'seen\0there',
  teller: { name: 'Sam' },
};

/** A gateway's pending words, with a clock of its own that does not jump, and all that it has entered. */
function gatewayOf(ledger: Ledger) {
  let now = 0;
  const entered: (readonly [id: string, holds: boolean])[] = [];
  const failed: unknown[] = [];
  const pending = createPendingWords<typeof word.teller>({
    ledger,
    monotonic: () => now,
    onEntered: async ({ id }, holds) => void entered.push([id, holds]),
    onError: (error) => failed.push(error),
  });
  return {
    ...pending,
    entered,
    failed,
    /** Lets time pass, and enters what is due. */
    async pass(ms: number): Promise<void> {
      await pending.list();
      now += ms;
      await pending.look();
    },
    [Symbol.asyncDispose]: pending.close,
  };
}

/** Enters a call of which nobody knows. */
async function inDoubt(ledger: Ledger, key = 'call-0001'): Promise<void> {
  const call = ledgerCall(key, { facts: { asker: '3' } });
  await ledger.receive(call, NOW);
  await ledger.dispatch(call, NOW);
  await ledger.giveUp(key, { cause: 'timed-out', detail: 'no answer' }, undefined, NOW);
}

describe.each(kinds)('words of the desk that can be undone, beside a ledger in $name', (kind) => {
  test('a word is entered once its ten seconds are over, not before, and nobody hears of it until then', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await inDoubt(ledger);
    await using desk = gatewayOf(ledger);
    expect(await desk.say(word)).toBe('kept');
    await desk.pass(DESK_UNDO_MS - 1);
    expect([...(await desk.list()).values()]).toEqual([{ word, leftMs: 1 }]);
    expect(await ledger.stands('call-0001')).toEqual({ is: 'open', version: 0 });
    await desk.pass(1);
    expect(await ledger.stands('call-0001')).toMatchObject({ is: 'done', by: 'Sam · local', why: 'seen\uFFFDthere' });
    expect([(await desk.list()).size, desk.entered, desk.failed]).toEqual([0, [['desk:0001', true]], []]);
    expect(await desk.undo('call-0001', word.id)).toBe(false);
  });

  test('a word that was undone is never entered, and another one can be said; of two the first stands, and nobody undoes another’s', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await inDoubt(ledger);
    await using desk = gatewayOf(ledger);
    const other = { ...word, id: 'desk:0002', by: 'Ida · local' };
    expect(await desk.say(word)).toBe('kept');
    expect(await desk.say(other)).toEqual({ taken: word });
    expect(await desk.undo('call-0001', other.id)).toBe(false);
    expect(await desk.undo('call-0001', word.id)).toBe(true);
    expect(await desk.undo('call-0001', word.id)).toBe(false);
    await desk.pass(DESK_UNDO_MS);
    expect(await ledger.stands('call-0001')).toEqual({ is: 'open', version: 0 });
    expect(await desk.say(other)).toBe('kept'); // its ten seconds are its own
    await desk.pass(DESK_UNDO_MS - 1);
    expect(desk.entered).toEqual([]);
    await desk.pass(1);
    expect(desk.entered).toEqual([['desk:0002', true]]);
  });

  test.each(['answer', 'handheld'] as const)(
    'a call that is settled meanwhile (%s) stays so: the word is kept, and comes late',
    async (settledBy) => {
      await using place = await kind.place();
      await using opened = await place.open();
      const { ledger } = opened;
      await using desk = gatewayOf(ledger);
      if (settledBy === 'answer') await enterSettled(ledger, 'call-0001');
      else await inDoubt(ledger);
      await desk.say(word);
      const told = { id: 'decision-1', key: 'call-0001', says: 'sent-again', version: 0, by: '7', asker: '3' } as const;
      if (settledBy === 'handheld') await ledger.decide(told, NOW);
      await desk.pass(DESK_UNDO_MS);
      expect(desk.entered).toEqual([['desk:0001', false]]);
      expect((await ledger.stands('call-0001')).is).toBe(settledBy === 'answer' ? 'answered' : 'sent-again');
      const reader = place.reader();
      expect(await reader.decisionsOf('call-0001')).toContainEqual(
        expect.objectContaining({ id: word.id, holds: false }),
      );
      await reader.close();
    },
  );

  test('a word outlives its gateway, and the next one gives it ten seconds of its own, whatever the wall clock says', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open();
      await inDoubt(opened.ledger);
      await using desk = gatewayOf(opened.ledger);
      await desk.say(word);
    }
    await using opened = await place.open({ now: () => NOW + 3_600_000 });
    await using desk = gatewayOf(opened.ledger);
    await desk.pass(DESK_UNDO_MS - 1);
    expect([...(await desk.list()).values()]).toEqual([{ word, leftMs: 1 }]);
    await desk.pass(1);
    expect(await opened.ledger.stands('call-0001')).toMatchObject({ is: 'done' });
  });

  test('a gateway that died as it entered a word leaves it to the next, and nobody undoes it between', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await inDoubt(ledger);
    const dying: Ledger = { ...ledger, decide: () => Promise.reject(new Error('it died')) };
    {
      await using desk = gatewayOf(dying);
      await desk.say(word);
      await desk.pass(DESK_UNDO_MS);
      expect(desk.failed.length).toBeGreaterThan(0);
    }
    await using desk = gatewayOf(ledger);
    expect(await desk.undo('call-0001', word.id)).toBe(false);
    await desk.pass(DESK_UNDO_MS);
    expect([desk.entered, (await ledger.stands('call-0001')).is]).toEqual([[['desk:0001', true]], 'done']);
  });

  test.runIf(kind.name === 'PostgreSQL')(
    'what one gateway took another sees, undoes for whoever said it, and enters where the first is gone; both at once enter it once',
    async () => {
      await using place = await kind.place();
      await using first = await place.open({ gateway: 'one' });
      await using second = await place.open({ gateway: 'two' });
      for (const key of ['call-0001', 'call-0002', 'call-0003']) await inDoubt(first.ledger, key);
      await using other = gatewayOf(second.ledger);
      {
        await using desk = gatewayOf(first.ledger);
        for (const n of [1, 2, 3]) await desk.say({ ...word, id: `desk:000${n}`, key: `call-000${n}` });
        expect(await other.say({ ...word, id: 'desk:0009' })).toEqual({ taken: word });
        expect(await other.undo('call-0002', 'desk:0002')).toBe(true);
        await vi.waitFor(async () => expect((await other.list()).size).toBe(2));
      }
      await using again = gatewayOf(first.ledger);
      await Promise.all([again.list(), other.list()]);
      await Promise.all([again.pass(DESK_UNDO_MS), other.pass(DESK_UNDO_MS)]);
      expect(new Map([...again.entered, ...other.entered])).toEqual(
        new Map([
          ['desk:0001', true],
          ['desk:0003', true],
        ]),
      );
      expect(again.entered.length + other.entered.length).toBe(2);
      expect((await first.ledger.stands('call-0002')).is).toBe('open');
    },
  );
});

test('where nothing can be undone a word is entered at once, and says whether it holds', async () => {
  await using place = await (kinds[0] ?? { place: () => Promise.reject(new Error('there is none')) }).place();
  await using opened = await place.open();
  await inDoubt(opened.ledger);
  const pending = createPendingWords({
    ledger: opened.ledger,
    undoMs: 0,
    onEntered: () => Promise.resolve(),
    onError: () => {},
  });
  expect(await pending.say(word)).toEqual({ holds: true });
  expect(await opened.ledger.stands('call-0001')).toMatchObject({ is: 'done' });
  await pending.close();
});
