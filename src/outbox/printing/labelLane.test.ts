import { beforeEach, expect, test } from 'vitest';
import type { PrintJob } from '#contract/printJob.ts';
import type { LabelStands, QueuedCall } from '#outbox/state/queuedCall.ts';
import { goesToPrinter } from '#outbox/state/label.ts';
import { callThatIs } from '#outbox/testing/callRig.ts';
import { type LabelLanePorts, createLabelLane } from './labelLane.ts';

let rows: Map<number, QueuedCall>;
let jobs: Map<string, PrintJob>;
let asked: string[];
let waits: number[];
let first: Partial<PrintJob>;
let isAway: boolean;
/** Told at each wait, and at each look at jobs that waits: the world changes then. It stops the lane by emptying the rows. */
let onWait: () => void;

beforeEach(() => {
  [rows, jobs, asked, waits] = [new Map(), new Map(), [], []];
  first = { state: 'printed', knownBy: 'count' };
  isAway = false;
  onWait = stop;
});

function stop(): void {
  rows.clear();
}

function due(seq: number, printer = 'P-1', label: LabelStands = { is: 'due', printer }): void {
  const row = callThatIs('answered', { seq, callId: `call-${seq}`, operation: 'PrintKJYOrder', label, printer });
  rows.set(seq, row);
}

const printed = (): readonly number[] =>
  [...rows.values()].filter(({ label }) => label?.is === 'printed').map(({ seq }) => seq);
const standing = (seq: number) => rows.get(seq)?.label;

function make(id: string, copy: number, printer: string, call = id.slice(0, -3)): PrintJob {
  const job: PrintJob = { id, call, copy, printer, operation: 'PrintKJYOrder', state: 'queued', madeAt: 1, ...first };
  jobs.set(id, job);
  return job;
}

function ports(change: Partial<LabelLanePorts> = {}): LabelLanePorts {
  return {
    labels: async () => [...rows.values()].filter(goesToPrinter),
    get: async (seq) => rows.get(seq),
    async change(seq, step) {
      const row = rows.get(seq);
      const label = row?.label && step(row.label, row);
      if (!row || !label) return undefined;
      const after = { ...row, label };
      rows.set(seq, after);
      return after;
    },
    isBehind: async () => false,
    told: () => undefined,
    async ask({ call, copy, printer }) {
      if (isAway) return { is: 'away' };
      const id = `${call}.c${copy}`;
      asked.push(id);
      return { is: 'job', job: jobs.get(id) ?? make(id, copy, printer) };
    },
    async follow(known, waitMs) {
      if (waitMs > 0) onWait();
      const ids = known.map(({ id }) => id);
      return isAway
        ? undefined
        : { jobs: ids.flatMap((id) => jobs.get(id) ?? []), gone: ids.filter((id) => !jobs.has(id)) };
    },
    async say({ id, word }) {
      const job = jobs.get(id);
      if (!job) return { is: 'late' };
      if (word === 'again') return { is: 'job', job: make(`${job.call}.c${job.copy + 1}`, job.copy + 1, job.printer) };
      const said = { ...job, state: 'printed', knownBy: 'person' } as const;
      jobs.set(id, said);
      return { is: 'job', job: said };
    },
    printHere: async () => false,
    async wait(ms) {
      waits.push(ms);
      onWait();
    },
    random: () => 0.5,
    ...change,
  };
}

test('labels are asked for in the order of the scans, each once', async () => {
  for (const seq of [1, 2, 3]) due(seq);
  await createLabelLane(ports()).run();
  expect(asked).toEqual(['call-1.c1', 'call-2.c1', 'call-3.c1']);
  expect(printed()).toEqual([1, 2, 3]);
});

test('a job that is asked for again says when it was first, so that a ledger that was put back since makes no second one', async () => {
  const tried: unknown[] = [];
  due(1);
  let at = 5;
  const once = ports({
    told: () => ({ epoch: 'first', at: (at += 1) }),
    async ask(wish) {
      tried.push(wish.tried);
      return { is: 'away' };
    },
  });
  let looks = 0;
  onWait = () => {
    looks += 1;
    if (looks > 2) stop();
  };
  await createLabelLane(once).run();
  expect(tried).toEqual([6, 6, 6].map(() => ({ epoch: 'first', at: 6 })));
});

test.each<[what: string, Partial<PrintJob>]>([
  ['is at the printer', { state: 'sending' }],
  ['waits for paper', { state: 'queued', cause: 'paper-out' }],
  ['is known to nobody', { state: 'unknown', cause: 'cut' }],
  ['was refused', { state: 'refused', cause: 'command' }],
])('the next label is not asked for while the one before %s', async (_, job) => {
  first = job;
  for (const seq of [1, 2]) due(seq);
  let looks = 0;
  onWait = () => {
    looks += 1;
    if (looks > 5) stop();
  };
  await createLabelLane(ports()).run();
  expect(asked).toEqual(['call-1.c1']);
});

test('a label for another printer waits for none of these', async () => {
  first = { state: 'sending' };
  due(1, 'P-1');
  due(2, 'P-2');
  await createLabelLane(ports()).run();
  expect(asked).toEqual(['call-1.c1', 'call-2.c1']);
});

test('a label waits for an older one whose answer has not come', async () => {
  due(2);
  let isBehind = true;
  const atWait: number[] = [];
  onWait = () => {
    atWait.push(asked.length);
    isBehind = false;
  };
  await createLabelLane(ports({ isBehind: async () => isBehind })).run();
  expect([atWait, asked]).toEqual([[0], ['call-2.c1']]);
});

test('the id of a job is kept before it is asked for, and after a kill it is asked for under the same id', async () => {
  due(1);
  isAway = true;
  await createLabelLane(ports({ wait: async () => stopAt(1) })).run();
  expect(kept?.job?.id).toBe('call-1.c1');
  isAway = false;
  due(1, 'P-1', kept);
  await createLabelLane(ports()).run(); // another page goes on
  expect(asked).toEqual(['call-1.c1']);
  expect(printed()).toEqual([1]);
});

let kept: LabelStands | undefined;
function stopAt(seq: number): void {
  kept = standing(seq);
  stop();
}

test('a job that was asked for is followed to its end, and never asked for again', async () => {
  make('call-1.c1', 1, 'P-1');
  jobs.set('call-1.c1', { ...make('call-1.c1', 1, 'P-1'), state: 'sending' });
  due(1, 'P-1', {
    is: 'printing',
    printer: 'P-1',
    job: { id: 'call-1.c1', copy: 1, printer: 'P-1', state: 'sending' },
  });
  onWait = () => make('call-1.c1', 1, 'P-1');
  await createLabelLane(ports()).run();
  expect([asked, printed()]).toEqual([[], [1]]);
});

test('one tap says of a label that nobody knows that it came out, and the batch goes on', async () => {
  first = { state: 'unknown', cause: 'cut' };
  for (const seq of [1, 2]) due(seq);
  const lane = createLabelLane(ports());
  const says: Promise<unknown>[] = [];
  onWait = () => {
    onWait = stop;
    first = { state: 'printed', knownBy: 'count' };
    says.push(lane.say(1, 'came-out', 'u17'));
  };
  await lane.run();
  expect(await says[0]).toBe('said');
  expect(standing(1)).toMatchObject({ is: 'printed', operator: 'u17', job: { knownBy: 'person' } });
  expect(printed()).toEqual([1, 2]);
});

test('another copy that a person asks for is followed in its place; so is one that was asked for at the desk', async () => {
  first = { state: 'unknown', cause: 'cut' };
  due(1);
  const lane = createLabelLane(ports());
  onWait = () => {
    onWait = stop;
    first = { state: 'printed', knownBy: 'count' };
    jobs.set('call-1.c1', { ...make('call-1.c1', 1, 'P-1'), state: 'unknown', decided: 'lost' });
    make('call-1.c2', 2, 'P-1', 'call-1'); // at the desk
  };
  await lane.run();
  expect(standing(1)).toMatchObject({ is: 'printed', job: { id: 'call-1.c2', copy: 2 } });
  expect(asked).toEqual(['call-1.c1']);
});

test('a job that the ledger does not have any more asks a person, and is never asked for again', async () => {
  due(1, 'P-1', {
    is: 'printing',
    printer: 'P-1',
    job: { id: 'call-1.c1', copy: 1, printer: 'P-1', state: 'sending' },
  });
  let looks = 0;
  onWait = () => {
    looks += 1;
    if (looks > 2) stopAt(1);
  };
  const lane = createLabelLane(ports());
  await lane.run();
  expect([kept?.is, asked]).toEqual(['unknown', []]);
  due(1, 'P-1', kept);
  expect(await lane.say(1, 'came-out', 'u17')).toBe('said'); // the person's word holds here
  expect(printed()).toEqual([1]);
});

test.each([
  [{ is: 'refused', why: 'No such printer.' } as const, 'said', 0],
  [{ is: 'older' } as const, 'older', 0],
  [{ is: 'no-call' } as const, 'no-call', 3],
])('a gateway that says %o makes no job: a person is told, after so many tries', async (word, cause, pauses) => {
  due(1);
  let times = 0;
  const wait = async (): Promise<void> => {
    if (standing(1)?.is === 'refused') return stopAt(1);
    times += 1;
  };
  await createLabelLane(ports({ ask: async () => word, wait })).run();
  expect(kept).toMatchObject({ is: 'refused', job: { cause } });
  expect(times).toBe(pauses);
});

test('a label whose printer hangs at this handheld is printed from here, and looked at then', async () => {
  first = { state: 'queued', cause: 'no-handheld' };
  due(1);
  const here: string[] = [];
  const printHere: LabelLanePorts['printHere'] = async ({ id }) => {
    here.push(id);
    first = { state: 'printed', knownBy: 'count' };
    make(id, 1, 'P-1');
    return true;
  };
  await createLabelLane(ports({ printHere })).run();
  expect([here, printed()]).toEqual([['call-1.c1'], [1]]);
});

test('a label that is taken back before it began is a person’s again, and those behind it go on', async () => {
  first = { state: 'queued', cause: 'paper-out' };
  for (const seq of [1, 2]) due(seq);
  const lane = createLabelLane(
    ports({
      say: async ({ id }) => ({ is: 'job', job: { ...make(id, 1, 'P-1'), state: 'refused', cause: 'taken-back' } }),
    }),
  );
  onWait = () => {
    onWait = stop;
    void lane.say(1, 'take-back', 'u17');
  };
  first = { state: 'queued', cause: 'paper-out' };
  await lane.run();
  expect(asked).toContain('call-2.c1');
});

test('a word that nobody takes changes nothing', async () => {
  due(1, 'P-1', { is: 'unknown', printer: 'P-1', job: { id: 'call-1.c1', copy: 1, printer: 'P-1', state: 'unknown' } });
  const lane = createLabelLane(ports({ say: async () => ({ is: 'away' }) }));
  expect(await lane.say(1, 'again', 'u17')).toBe('away');
  expect(standing(1)?.is).toBe('unknown');
});
