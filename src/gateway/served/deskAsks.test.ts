import { expect, test } from 'vitest';
import { createDeskAsks } from './deskAsks.ts';
import { ledgerKinds } from '#main/testing/ledgerRig.ts';

const kinds = await ledgerKinds();

test.each(kinds)(
  '$name: words to a handheld that meet all count, also where its report comes meanwhile',
  async (kind) => {
    await using place = await kind.place();
    await using opened = await place.open();
    const [one, other] = [createDeskAsks(opened.ledger), createDeskAsks(opened.ledger)];
    await Promise.all([
      one.hold('d1', 'Ada', 'Stocktaking.', 60_000),
      other.askSend('d1', 'Bo'),
      one.askReport('d1', 'Cy'),
    ]);
    expect(await one.standing('d1')).toMatchObject({ hold: { by: 'Ada' }, send: { by: 'Bo' }, report: { by: 'Cy' } });

    const { report } = await one.standing('d1');
    const [taken] = await Promise.all([one.takeReport('d1', report?.id ?? '', 'A report'), other.endHold('d1')]);
    expect(taken).toBe(true);
    expect(Object.keys(await one.standing('d1'))).toEqual(['send']);
  },
);

test.each(kinds)('$name: a report that comes takes no later wish for another one away', async (kind) => {
  await using place = await kind.place();
  await using opened = await place.open();
  const desk = createDeskAsks(opened.ledger);
  await desk.askReport('d1', 'Ada');
  const { report } = await desk.standing('d1');
  await Promise.all([desk.takeReport('d1', report?.id ?? '', 'A report'), desk.askReport('d1', 'Bo')]);
  expect(await desk.standing('d1')).toMatchObject({ report: { by: 'Bo' } });
});

const DAY_MS = 24 * 60 * 60 * 1000;

test.each(kinds)(
  '$name: a wish stands for a day and a report for a week, and then no text of either is left',
  async (kind) => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { notes, beside } = opened.ledger;
    let now = 1_000 * DAY_MS;
    const desk = createDeskAsks({ notes, beside, now: () => now });
    const left = async () =>
      [await notes.read('desk_asks_d1'), await notes.read('desk_report_d1')].map((text) => !!text);
    await desk.askReport('d1', 'Ada');
    const { report } = await desk.standing('d1');
    await desk.takeReport('d1', report?.id ?? '', 'A report');
    await desk.askSend('d1', 'Ada');
    now += DAY_MS - 1;
    expect([await desk.forget(now), await left()]).toEqual([0, [true, true]]);
    expect(await desk.asksOf('d1')).toMatchObject({ send: { by: 'Ada' } });
    now += 1;
    expect(await desk.asksOf('d1')).toEqual({});
    expect([await desk.forget(now), await left()]).toEqual([1, [false, true]]);
    now += 6 * DAY_MS - 1;
    expect(await desk.reportOf('d1')).toMatchObject({ text: 'A report' });
    now += 1;
    expect(await desk.reportOf('d1')).toBeUndefined();
    expect([await desk.forget(now), await left(), await desk.forget(now)]).toEqual([1, [false, false], 0]);
  },
);
