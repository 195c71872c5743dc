import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LedgerRow, LedgerState } from '#ledger/ledger.ts';
import { type RowStanding, standingOf, steps } from './rowSteps.ts';

const states = ['received', 'dispatching', 'answered', 'outcome-unknown'] as const satisfies LedgerState[];
const bools = [false, true];

/** Every row that an asker may find, and every way to look at it. */
const looks = [undefined, ...states].flatMap((state) =>
  bools.flatMap((elsewhere) =>
    bools.flatMap((isOther) =>
      bools.flatMap((hasEntered) =>
        bools.map((isRunning) => {
          const row: LedgerRow | undefined = state && {
            key: 'call-0001',
            fingerprint: isOther ? 'other' : 'print',
            state,
            ...(elsewhere && { elsewhere: true as const }),
          };
          const standing = standingOf(row, { fingerprint: 'print', hasEntered, isRunning });
          return { state, elsewhere, isOther: state !== undefined && isOther, hasEntered, isRunning, standing };
        }),
      ),
    ),
  ),
);

test('each standing is one that some row has', () => {
  expect(new Set(looks.map(({ standing }) => standing))).toEqual(new Set(Object.keys(steps)));
});

describe('whatever the row, and whoever looks', () => {
  const of = (isMeant: (look: (typeof looks)[number]) => boolean) =>
    new Set(looks.filter(isMeant).map(({ standing }) => steps[standing]));

  test('a call is dispatched only where this asker has entered it and nobody has it under way', () => {
    const dispatched = looks.filter(({ standing }) => steps[standing] === 'dispatch');
    expect(dispatched).toEqual([expect.objectContaining({ state: 'received', hasEntered: true, elsewhere: false })]);
    expect(dispatched).toMatchObject([{ isRunning: false, isOther: false }]);
  });

  test('one that may have run is neither entered nor dispatched again', () => {
    const mayHaveRun = of(
      ({ state }) => state === 'dispatching' || state === 'answered' || state === 'outcome-unknown',
    );
    expect(mayHaveRun).toEqual(new Set(['join', 'await-elsewhere', 'look-again', 'tell']));
  });

  test('what is settled is told, and other content under the key is told of nothing else', () => {
    expect(of(({ state }) => state === 'answered' || state === 'outcome-unknown')).toEqual(new Set(['tell']));
    expect(of(({ isOther }) => isOther)).toEqual(new Set(['tell']));
  });

  test('what runs here is waited for by all who have entered it, and by all who find it dispatched', () => {
    const here = of(
      ({ isRunning, isOther, state, hasEntered, elsewhere }) =>
        isRunning && !isOther && (state === 'received' ? hasEntered : state === 'dispatching' && !elsewhere),
    );
    expect(here).toEqual(new Set(['join']));
  });
});

test('the table in docs/architecture.md is this one', () => {
  const [, part = ''] = readFileSync('docs/architecture.md', 'utf8').split('## One call at the gateway');
  const rows = [...part.split('\n## ')[0]!.matchAll(/^\| `([\w-]+)` \|[^|]*\| ([\w-]+)/gm)];
  expect(Object.fromEntries(rows.map(([, standing, step]) => [standing as RowStanding, step]))).toEqual(steps);
});
