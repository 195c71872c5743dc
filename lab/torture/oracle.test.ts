import { describe, expect, test } from 'vitest';
import type { DiskRow } from './disk.ts';
import type { Evidence, Finding } from './evidence.ts';
import { judge } from './oracle.ts';

function row(seq: number, marker: string, change: Partial<DiskRow> = {}): DiskRow {
  const result = { text: `OK: ${marker}`, verdict: 'accepted' };
  return { seq, marker, lane: marker.split('|')[0] ?? '', state: 'answered', generation: 1, result, ...change };
}

const open = (seq: number, marker: string, state: string): DiskRow => {
  const { result: _, ...bare } = row(seq, marker, { state });
  return bare;
};

const markers = ['D-1|S-1', 'D-2|S-2', 'D-1|S-3'] as const;
const noTotals = { waiting: 0, sending: 0, unconfirmed: 0, held: 0, answered: 0, cancelled: 0, discarded: 0 };

/** A run in which nothing went wrong: three scans, two of them in one lane, each answered. */
function soundRun(rows: readonly DiskRow[] = markers.map((marker, index) => row(index + 1, marker))): Evidence {
  const totals: Record<string, number> = { ...noTotals };
  for (const { state } of rows) totals[state] = (totals[state] ?? 0) + 1;
  return {
    scanned: markers.map((marker) => ({ marker, tab: 0, heard: 'saved' as const })),
    shownSaved: markers,
    given: [],
    executed: markers.map((marker, index) => ({ marker, at: index })),
    forced: [],
    replayed: [],
    seenOpen: [1, 2, 3],
    disk: {
      rows,
      attempts: rows
        .filter(({ state }) => state === 'answered')
        .map(({ seq }) => ({ seq, key: `key-${seq}`, owner: 'page', outcome: 'answered' })),
      totals,
    },
    shown: { header: [0, 0, 0], sections: { Finished: rows.length } },
  };
}

function findingsOf(evidence: Evidence): readonly Finding['law'][] {
  return [...new Set(judge(evidence).findings.map(({ law }) => law))];
}

function figuresOf(evidence: Evidence): Partial<ReturnType<typeof judge>['figures']> {
  return judge(evidence).figures;
}

test('a run in which nothing went wrong has no findings', () => {
  expect(judge(soundRun()).findings).toEqual([]);
  expect(figuresOf(soundRun())).toMatchObject({ scans: 3, acknowledged: 3, lost: 0, executed: 3, lostReplies: 0 });
});

describe('I1: every acknowledged scan is in exactly one row', () => {
  test('a scan that beeped and is in no row is lost', () => {
    const run = soundRun([row(1, 'D-1|S-1'), row(2, 'D-2|S-2')]);
    expect(findingsOf({ ...run, executed: run.executed.slice(0, 2), seenOpen: [] })).toEqual(['I1']);
    expect(figuresOf(run)).toMatchObject({ lost: 1 });
  });

  test('so is one that only the screen called saved, and one that was there before', () => {
    const run = { ...soundRun(), executed: [] };
    const gone = { ...run, scanned: [], disk: { rows: [], attempts: [], totals: noTotals }, seenOpen: [] };
    expect(judge({ ...gone, shownSaved: ['D-9|S-9'] }).figures.lost).toBe(1);
    expect(judge({ ...gone, shownSaved: [], given: ['D-9|S-9'] }).figures.lost).toBe(1);
  });

  test('a scan in two rows is reported', () => {
    const run = soundRun([...soundRun().disk.rows, row(4, 'D-2|S-2')]);
    expect(findingsOf(run)).toEqual(['I1']);
  });

  test('half a row, a try without its call, is reported', () => {
    const run = soundRun();
    const attempts = [...run.disk.attempts, { seq: 9, key: 'key-9', owner: 'page' }];
    expect(findingsOf({ ...run, disk: { ...run.disk, attempts } })).toEqual(['I1']);
  });

  test('a row that nobody scanned is reported', () => {
    const run = soundRun([...soundRun().disk.rows, row(4, 'D-2|S-1')]);
    expect(findingsOf({ ...run, executed: [...run.executed, { marker: 'D-2|S-1', at: 4 }] })).toEqual(['I1']);
  });

  test('a scan that was called not saved must not be in a row', () => {
    const run = soundRun();
    const [first, ...rest] = run.scanned;
    const refused = { ...first, marker: 'D-1|S-1', tab: 0, heard: 'refused' } as const;
    expect(findingsOf({ ...run, scanned: [refused, ...rest], shownSaved: [] })).toEqual(['I1']);
  });

  test('scans of one page are queued in their order, unless a person saved one again later', () => {
    const run = soundRun([row(2, 'D-1|S-1'), row(1, 'D-2|S-2'), row(3, 'D-1|S-3')]);
    expect(findingsOf(run)).toEqual(['I1']);
    const [first, ...rest] = run.scanned;
    const again = { ...first, marker: 'D-1|S-1', tab: 0, heard: 'saved', pressedAgain: true } as const;
    expect(findingsOf({ ...run, scanned: [again, ...rest] })).toEqual([]);
  });
});

describe('I2: a call is executed at most once', () => {
  test('a second execution is reported, unless a person forced it', () => {
    const run = soundRun();
    const twice = { ...run, executed: [...run.executed, { marker: 'D-2|S-2', at: 9 }] };
    expect(findingsOf(twice)).toEqual(['I2']);
    expect(figuresOf(twice)).toMatchObject({ executedTwice: 1 });
    expect(findingsOf({ ...twice, forced: ['D-2|S-2'] })).toEqual([]);
  });
});

describe('I3: calls of one lane are executed in their order', () => {
  test('overtaking in a lane is reported, and between lanes it is none', () => {
    const run = soundRun();
    const order = (indexes: readonly number[]): Evidence => ({
      ...run,
      executed: indexes.map((index) => ({ marker: markers[index] ?? '', at: index })),
    });
    expect(findingsOf(order([2, 0, 1]))).toEqual(['I3']);
    expect(findingsOf(order([1, 0, 2]))).toEqual([]);
  });

  test('so is a call that was executed while an earlier one of its lane was open', () => {
    const run = soundRun([open(1, 'D-1|S-1', 'unconfirmed'), row(2, 'D-2|S-2'), row(3, 'D-1|S-3')]);
    const shown = { header: [0, 1, 0], sections: { 'Needs you': 1, Finished: 2 } };
    expect(findingsOf({ ...run, shown, executed: run.executed.slice(1) })).toEqual(['I3']);
  });
});

test('I4: a row that was seen open and is gone is reported', () => {
  expect(findingsOf({ ...soundRun(), seenOpen: [1, 7] })).toEqual(['I4']);
});

describe('I5: what is counted is what is there', () => {
  test('wrong totals are reported', () => {
    const run = soundRun();
    const totals = { ...run.disk.totals, waiting: 1 };
    expect(findingsOf({ ...run, disk: { ...run.disk, totals } })).toEqual(['I5']);
  });

  test('so are a header and a queue screen that show another figure', () => {
    const run = soundRun();
    expect(findingsOf({ ...run, shown: { header: [0, 1, 0], sections: { Finished: 3 } } })).toEqual(['I5']);
    expect(findingsOf({ ...run, shown: { header: [0, 0, 0], sections: { Finished: 2 } } })).toEqual(['I5']);
  });
});

describe('I6: what is shown as answered has an answer of the service', () => {
  test('a row that no try of it answered is reported, unless a person said so', () => {
    const run = soundRun();
    const disk = { ...run.disk, attempts: run.disk.attempts.slice(1) };
    expect(findingsOf({ ...run, disk })).toEqual(['I6']);
    const byPerson = row(1, 'D-1|S-1', { result: { verdict: 'by-person' } });
    expect(findingsOf({ ...run, disk: { ...disk, rows: [byPerson, ...disk.rows.slice(1)] } })).toEqual([]);
  });

  test('so is one that the service never acted on, and one with the answer to another call', () => {
    const run = soundRun();
    expect(findingsOf({ ...run, executed: run.executed.slice(1) })).toContain('I6');
    const swapped = row(1, 'D-1|S-1', { result: { text: 'OK: D-2|S-2', verdict: 'accepted' } });
    expect(findingsOf({ ...run, disk: { ...run.disk, rows: [swapped, ...run.disk.rows.slice(1)] } })).toEqual(['I6']);
  });
});

describe('the end of the queue', () => {
  const shown = { header: [1, 0, 0], sections: { Waiting: 1, Finished: 2 } };

  test('a call that still waits is stuck, unless an earlier one of its lane waits for a person', () => {
    const run = soundRun([row(1, 'D-1|S-1'), row(2, 'D-2|S-2'), open(3, 'D-1|S-3', 'waiting')]);
    expect(findingsOf({ ...run, shown, executed: run.executed.slice(0, 2) })).toEqual(['stuck']);
    const behind = soundRun([open(1, 'D-1|S-1', 'held'), row(2, 'D-2|S-2'), open(3, 'D-1|S-3', 'waiting')]);
    const figures = { header: [1, 0, 1], sections: { Waiting: 1, 'Needs you': 1, Finished: 1 } };
    expect(findingsOf({ ...behind, shown: figures, executed: run.executed.slice(1, 2) })).toEqual([]);
  });

  test('a call that was executed and is neither answered nor shown is unaccounted', () => {
    const run = soundRun([row(1, 'D-1|S-1'), row(2, 'D-2|S-2'), open(3, 'D-1|S-3', 'waiting')]);
    expect(findingsOf({ ...run, shown })).toEqual(['stuck', 'unaccounted']);
    const held = soundRun([row(1, 'D-1|S-1'), row(2, 'D-2|S-2'), open(3, 'D-1|S-3', 'held')]);
    const figures = { header: [0, 0, 1], sections: { 'Needs you': 1, Finished: 2 } };
    expect(findingsOf({ ...held, shown: figures })).toEqual(['unaccounted']); // “nothing was done” after it was
  });

  test('a lost reply is resolved by the ledger, or shown unconfirmed', () => {
    const run = soundRun([open(1, 'D-1|S-1', 'unconfirmed'), row(2, 'D-2|S-2'), open(3, 'D-1|S-3', 'waiting')]);
    const evidence = { ...run, executed: run.executed.slice(0, 2), replayed: ['D-2|S-2'] };
    expect(figuresOf(evidence)).toMatchObject({
      lostReplies: 2,
      resolvedByLedger: 1,
      unconfirmedShown: 1,
      unaccounted: 0,
    });
  });

  test('a scan to which the app said nothing, though its page lived, is reported', () => {
    const run = soundRun();
    const [first, ...rest] = run.scanned;
    const silent = { ...first, marker: 'D-1|S-1', tab: 0, heard: 'silence' } as const;
    expect(findingsOf({ ...run, scanned: [silent, ...rest] })).toEqual(['silence']);
  });
});
