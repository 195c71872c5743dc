import { describe, expect, test } from 'vitest';
import type { MistakeWord } from '#contract/decision.ts';
import { NOW, enterSettled, forgetAll, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { RETENTION_MS, type Ledger } from './ledger.ts';
import { type ToldMistake, createMistakes } from './mistakes.ts';

const kinds = await ledgerKinds();

let told = 0;
function word(key: string, says: MistakeWord, more: Partial<ToldMistake> = {}): ToldMistake {
  told += 1;
  return { id: `word-${told}`, key, says, by: says === 'mistake' ? '7' : 'Sam', ...more };
}

/** Enters a call of a handheld that was answered. */
async function answered(ledger: Ledger, key: string, asker = '3'): Promise<void> {
  const call = ledgerCall(key, { facts: { asker, worker: '7' } });
  await ledger.receive(call, NOW);
  await ledger.dispatch(call, NOW);
  await ledger.answer(key, { status: 200, contentType: 'text/xml', body: Buffer.from('<string/>'), marker: null }, NOW);
}

describe.each(kinds)('words about mistakes in $name', (kind) => {
  test('a mistake is kept once, and changes nothing of what its call is: its state, its version, its next key', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    const mistakes = createMistakes(ledger);
    await answered(ledger, 'call-0001');
    const before = await place.row('call-0001');
    const said = word('call-0001', 'mistake', { asker: '3', why: 'wrong shelf\0' });
    expect(await Promise.all([mistakes.say(said), mistakes.say(said), mistakes.say(said)])).toContainEqual({
      holds: true,
    });
    expect(await mistakes.say(said)).toBeUndefined();
    expect(await mistakes.stands('call-0001')).toEqual({ is: 'mistake', by: '#3 (7)', why: 'wrong shelf\uFFFD' });
    expect(await place.row('call-0001')).toEqual(before);
    expect(await ledger.stands('call-0001')).toEqual({ is: 'answered', version: 0 });
    expect(await ledger.find('call-0001.g2')).toBeUndefined();
    const seen = { id: 'decision-1', key: 'call-0001', says: 'acknowledged', version: 0, by: '7' } as const;
    expect(await ledger.decide(seen, NOW)).toMatchObject({ holds: true }); // nor is it in the way of a decision
    const reader = place.reader();
    expect(await reader.decisionsOf('call-0001')).toMatchObject([{ id: said.id, says: 'mistake', holds: true }, seen]);
    await reader.close();
  });

  test('said twice by two, also at one moment, the first one holds and the other is kept as late', async () => {
    await using place = await kind.place();
    await using one = await place.open({ gateway: 'one' });
    // SQLite has one gateway.
    await using two = kind.name === 'SQLite' ? one : await place.open({ gateway: 'two' });
    await answered(one.ledger, 'call-0001');
    const [here, there] = [createMistakes(one.ledger), createMistakes(two.ledger)];
    const both = await Promise.all([
      here.say(word('call-0001', 'mistake', { asker: '3' })),
      there.say(word('call-0001', 'mistake', { asker: '4' })),
    ]);
    expect(both.filter((said) => said?.holds)).toHaveLength(1);
    const settled = await Promise.all([
      here.say(word('call-0001', 'put-right', { why: 'moved back' })),
      there.say(word('call-0001', 'no-mistake')),
    ]);
    expect(settled.filter((said) => said?.holds)).toHaveLength(1);
    expect(await here.stands('call-0001')).toEqual(await there.stands('call-0001'));
    const reader = place.reader();
    const kept = await reader.decisionsOf('call-0001');
    expect(kept).toHaveLength(4);
    expect(kept.filter(({ holds }) => holds)).toHaveLength(2);
    await reader.close();
  });

  test('nothing is settled of which nobody said that it was a mistake, and what is settled stays so', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const mistakes = createMistakes(opened.ledger);
    await answered(opened.ledger, 'call-0001');
    await opened.ledger.decide({ id: 'seen-0001', key: 'call-0001', says: 'acknowledged', version: 0, by: '7' }, NOW);
    expect(await mistakes.say(word('call-0001', 'put-right'))).toEqual({ holds: false });
    expect(await mistakes.stands('call-0001')).toBeUndefined();
    await mistakes.say(word('call-0001', 'mistake', { asker: '3' }));
    expect(await mistakes.say(word('call-0001', 'no-mistake', { why: 'as it should be' }))).toEqual({ holds: true });
    expect(await mistakes.say(word('call-0001', 'put-right'))).toEqual({ holds: false });
    expect(await mistakes.stands('call-0001')).toEqual({ is: 'no-mistake', by: 'Sam', why: 'as it should be' });
  });

  test('people read what is open, by who said it and with the call, and in a file all of it', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    const mistakes = createMistakes(ledger);
    await answered(ledger, 'call-0001');
    await answered(ledger, 'call-0002', '4');
    await mistakes.say(word('call-0001', 'mistake', { asker: '3', why: 'wrong shelf' }));
    await mistakes.say(word('call-0002', 'mistake', { asker: '4' }));
    await mistakes.say(word('call-gone', 'mistake', { asker: '4' }));
    await mistakes.say(word('call-0002', 'put-right', { why: 'moved' }));
    const reader = place.reader();
    const open = await reader.openMistakes(9);
    expect(open.map(({ key, line }) => [key, line?.asker])).toEqual([
      ['call-gone', undefined],
      ['call-0001', '3'],
    ]);
    expect(open[1]?.said).toMatchObject({ by: '7', asker: '3', why: 'wrong shelf' });
    expect((await reader.openMistakes(9, ['3'])).map(({ key }) => key)).toEqual(['call-0001']);
    expect(await reader.openMistakes(9, [])).toEqual([]);
    expect(Object.fromEntries(await reader.toCheckByAsker())).toEqual({ 3: 1, 4: 1 });
    expect(await reader.mistakesAmong(['call-0001', 'call-0002', 'call-0003'])).toMatchObject([
      { key: 'call-0001', said: { why: 'wrong shelf' } },
      { key: 'call-0002', said: { by: '7' }, settled: { says: 'put-right', by: 'Sam', why: 'moved' } },
    ]);
    expect(await reader.mistakeOf('call-0001')).toMatchObject({ line: { operation: 'RevertOff' } });
    expect(await reader.mistakeOf('call-0003')).toBeUndefined();
    expect((await reader.decidedAtDesk(0)).size).toBe(0); // no doubt of a handheld is settled by it
    await reader.close();
  });

  test('what was forgotten by age is kept anew where its handheld tells it still', async () => {
    await using place = await kind.place();
    let now = NOW;
    await using opened = await place.open({ now: () => now, monotonic: () => now });
    const { ledger } = opened;
    const mistakes = createMistakes(ledger);
    await enterSettled(ledger, 'call-0001');
    const said = word('call-0001', 'mistake', { asker: '3' });
    await mistakes.say(said);
    now += 2 * RETENTION_MS;
    await ledger.tell();
    await forgetAll(ledger, now);
    expect(await mistakes.stands('call-0001')).toBeUndefined();
    expect(await mistakes.say(said)).toEqual({ holds: true });
    expect(await mistakes.stands('call-0001')).toMatchObject({ is: 'mistake' });
  });
});
