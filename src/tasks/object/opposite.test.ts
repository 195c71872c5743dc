import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { stateSite as site } from '#tasks/testing/objectRig.ts';
import { type Opposite, oppositeOf, saidAfter, saidNow } from './opposite.ts';

const known = { userId: '7', warehouseId: '1' };
const bag = { logTransferDtlID: '5001', userID: '7', sWeight: '1.5', WarehouseID: '1' };
const transfer = (close: boolean) => ({ strJson: JSON.stringify({ transferCode: 'T-4001', close }) });

/** A call as a task makes it. */
function made(operation: Parameters<typeof makeCall>[0], values: Record<string, string>, ...codes: string[]) {
  return { ...makeCall(operation, values), scans: codes.map((text) => ({ text, source: 'wedge', at: 1 }) as const) };
}

const cases = [
  ['a bag that was completed', made('CompleteBag', bag, 'BAG-2001'), 'AgainOpenBag', 'complete', 'open'],
  [
    'a bag that was opened again',
    made('AgainOpenBag', { logTransferDtlID: '5001' }, 'BAG-2001'),
    'CompleteBag',
    'open',
    'complete',
  ],
  [
    'a transfer that was opened again',
    made('CloseLogisticsTransferMstChange', transfer(false), 'T-4001'),
    'CloseLogisticsTransferMstChange',
    'open',
    'closed',
  ],
  [
    'a transfer that was closed',
    made('CloseLogisticsTransferMstChange', transfer(true), 'T-4001'),
    'CloseLogisticsTransferMstChange',
    'closed',
    'open',
  ],
] as const;

const heard = (text: string): LookUp => ({ answer: { text, at: 1 }, fresh: true });

test.each(cases)(
  '%s has its opposite, which is offered where the service says that it stands so',
  (_, call, operation, now, after) => {
    const opposite = oppositeOf(call, site, known) as Opposite;
    const code = call.scans[0]?.text;
    expect(opposite).toMatchObject({ action: { operation }, code, field: 'status', after });
    expect(opposite.question.parameters.map(([, text]) => text)).toContain(code);
    const said = saidNow(opposite, site, heard(JSON.stringify({ status: now, openBags: 0 })));
    expect([said, saidAfter(opposite, site)]).toEqual([
      { said: now.toUpperCase(), isAfter: false },
      after.toUpperCase(),
    ]);
    const done = saidNow(opposite, site, heard(JSON.stringify({ status: after }))); // somebody has done it meanwhile
    expect(done).toEqual({ said: after.toUpperCase(), isAfter: true });
    // nobody answers, or what came says nothing of it
    for (const other of [{ fresh: false }, heard('ERR'), { ...heard('{}'), fresh: true }])
      expect(saidNow(opposite, site, other)).toBeUndefined();
  },
);

test('the opposite closes the transfer that was opened, and not that it closes again', () => {
  const opposite = oppositeOf(cases[2][1], site, known) as Opposite;
  expect(opposite.action.parameters).toEqual({ strJson: { json: { transferCode: 'scan', close: true } } });
  // one bag is open: it cannot be closed
  expect(saidNow(opposite, site, heard('{"status":"open","openBags":1}'))).toBeUndefined();
});

test.each([
  [
    'goods that went back on a shelf',
    made('RevertOff', { deliveryCode: 'D-1', storeCode: 'S-1', userID: '7' }, 'D-1', 'S-1'),
  ],
  ['a weight', made('ResetWeightClone', { code: 'D-1', weight: '1', opUserID: '7', WeightUnit: '1' }, 'D-1')],
  ['a call that nothing was scanned for', made('CompleteBag', bag)],
])('%s has none', (_, call) => {
  expect(oppositeOf(call, site, known)).toBeUndefined();
});

test('nor has a bag where the site says nothing of its states, or that several lead there', () => {
  const [, call] = cases[0];
  expect(oppositeOf(call, { ...site, actionRules: [] }, known)).toBeUndefined();
  const wide = (site.actionRules ?? []).map((rule) => ({ ...rule, values: [...rule.values, 'new'] }));
  expect(oppositeOf(call, { ...site, actionRules: wide }, known)).toBeUndefined();
});
