import { expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { begunIn } from './begun.ts';
import { type ScansRun, createScansRun } from './scansRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

const codes: SiteConfiguration['codes'] = {
  deliveryCode: { pattern: 'D-\\d+', example: 'D-1001' },
  storeCode: { pattern: 'S-\\d+-[A-C]', example: 'S-01-A' },
};

/** A handheld that is started again with what it has kept; `D-1` is in the queue already. */
function handheld(site: Partial<SiteConfiguration> = {}, stands: State = 'waiting') {
  const saved: string[] = [];
  const { ports, cues } = flowPorts();
  const [draft, keptScan] = [draftInMemory(), draftInMemory()];
  const start = (now = 1) => {
    return createScansRun(revertOff, {
      ...ports,
      site: () => ({ ...unknownSite, ...site }),
      save: async ({ parameters }, _, again) => {
        const [delivery, shelf] = parameters.map(([, text]) => text);
        if (delivery === 'D-1' && !again) throw new AlreadyQueued(3, stands);
        saved.push(`${delivery} ${shelf}`);
        return { seq: saved.length + 10 } as QueuedCall;
      },
      draft,
      keptScan,
      page: 1,
      now: () => now,
    });
  };
  return { start, saved, cues, draft };
}

test.each([
  ['waiting', 'D-1 → S-1 is in the queue already (#3)'],
  ['answered', 'D-1 → S-1 went through a moment ago (#3)'],
  ['unconfirmed', 'Nobody knows whether D-1 → S-1 was done (#3)'],
] as const)(
  'the question about the same call is there after Home and a restart, as half a pair is (%s)',
  async (stands, words) => {
    const { start, saved, draft } = handheld({}, stands);
    const first = start();
    for (const code of ['D-1', 'S-1', 'D-2']) first.accept(scan(code));
    await settled();
    expect(begunIn(revertOff, draft)).toEqual(['D-1', 'S-1', 'D-2']);
    const run = start();
    expect(run.view().notice).toMatchObject({
      tone: 'repeat',
      text: expect.stringContaining(words),
    });
    expect(run.view().filled['deliveryCode']?.text).toBe('D-2');
    expect(run.view().entries).toMatchObject([{ saving: 'needs-confirmation', seq: 3 }]);
    run.saveAgain(run.view().entries[0]?.id ?? 0);
    await settled();
    expect(saved).toEqual(['D-1 S-1']);
    expect(start().view().entries).toEqual([]);
    expect(start().view().filled['deliveryCode']?.text).toBe('D-2');
  },
);

test('a question that an older build has kept is asked as it was', () => {
  const { start, draft } = handheld();
  draft.write(JSON.stringify({ asked: { scans: [scan('D-1'), scan('S-1')], seq: 3, isAnswered: true } }));
  expect(start().view().notice?.text).toBe('D-1 → S-1 went through a moment ago (#3). Save it again?');
});

test('a question about a call is still asked where the shelf is kept meanwhile', async () => {
  const { start } = handheld();
  const run = start();
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  const { notice } = run.view();
  run.keep('next');
  expect(notice?.text).toContain('in the queue already');
  expect(run.view()).toMatchObject({ notice, entries: [{ saving: 'needs-confirmation' }] });
});

test('a question goes once the call that it is about is settled: what was not saved is told, and the band follows that call', async () => {
  const { start, draft, saved } = handheld();
  const run = start();
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  const { id = 0, seq } = run.view().entries[0] ?? {};
  run.settled(id);
  expect(run.view().entries).toEqual([]);
  expect(run.view().notice).toMatchObject({ call: { seq, what: 'D-1 → S-1' } });
  expect([draft.read(), saved]).toEqual([undefined, []]);
  run.settled(id); // once more: nothing is asked
  expect(run.view().entries).toEqual([]);
});

test('a question that was answered with no is not asked again', async () => {
  const { start, draft } = handheld();
  const run = start();
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  run.leave(run.view().entries[0]?.id ?? 0);
  expect(draft.read()).toBeUndefined();
});

test('whether the kept shelf still holds is asked after a restart too, and said', async () => {
  const { start, saved } = handheld();
  start().keep(scan('S-1'));
  start().accept(scan('D-2', 16 * 60_000));
  const run = start(16 * 60_000);
  expect(run.view().notice?.text).toBe('Still S-1? D-2 waits for your answer.');
  run.keepOn();
  await settled();
  expect(saved).toEqual(['D-2 S-1']);
});

test('a pair that is saved behind a question about the kept shelf does not talk over it', async () => {
  const { start, saved, cues } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const run = start();
  for (const code of ['D-2', 'S-02-A']) run.accept(scan(code)); // quicker than the disk
  await settled();
  expect(saved).toEqual(['D-2 S-01-A']);
  expect(cues).toEqual(['repeat', 'saved']);
  expect(run.view().notice?.text).toBe('Keep S-02-A now, not S-01-A?');
});

test('another shelf is asked about where the site says what one looks like: kept from now on', async () => {
  const { start, saved, cues } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const asking = start();
  asking.accept(scan('S-02-A'));
  expect(cues).toEqual(['repeat']);
  asking.accept(scan('D-2')); // nobody knows yet where it goes
  expect(asking.view().notice?.text).toBe('Keep S-02-A now, not S-01-A? D-2 waits for your answer.');
  const run = start();
  expect(run.view().notice?.text).toBe('Keep S-02-A now, not S-01-A? D-2 waits for your answer.');
  run.keepOther();
  run.accept(scan('D-3'));
  await settled();
  expect(saved).toEqual(['D-2 S-02-A', 'D-3 S-02-A']);
});

test('or for the next call alone', async () => {
  const { start, saved } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const asking = start();
  asking.accept(scan('S-02-A'));
  asking.takeOnce();
  expect(asking.view().notice?.text).toBe('S-02-A once, then S-01-A again.');
  expect(start().view().keptScan).toMatchObject({ once: { text: 'S-02-A' }, scan: { text: 'S-01-A' } }); // it is on the screen
  for (const code of ['D-2', 'D-3']) start().accept(scan(code)); // each after a restart
  await settled();
  expect(saved).toEqual(['D-2 S-02-A', 'D-3 S-01-A']);
});

test('the shelf that is asked about is the one that is shown, not the one for a single call', () => {
  const { start } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const run = start();
  run.accept(scan('S-02-A'));
  run.takeOnce();
  run.accept(scan('D-2', 16 * 60_000));
  expect(run.view().notice?.text).toBe('Still S-01-A? D-2 waits for your answer.');
  expect(run.view().filled).toMatchObject({ storeCode: { text: 'S-01-A' } });
});

test.each([
  ['on a word', ['repeat'], (run: Pick<ScansRun, 'keepOn'>) => run.keepOn()],
  [
    'as the kept one is scanned once more, which is heard',
    ['repeat', 'step'],
    (run: Pick<ScansRun, 'accept'>) => run.accept(scan('S-01-A')),
  ],
])('or not at all: %s', async (_how, heard, sayNo) => {
  const { start, saved, cues } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const run = start();
  run.accept(scan('S-02-A'));
  sayNo(run);
  expect(run.view().keptScan.kind).toBe('stays');
  expect(cues).toEqual(heard);
  run.accept(scan('D-2'));
  await settled();
  expect(saved).toEqual(['D-2 S-01-A']);
});

test('a shelf that is changed while another one is asked about becomes that one', () => {
  const { start } = handheld({ codes });
  start().keep(scan('S-01-A'));
  const run = start();
  run.accept(scan('S-02-A'));
  run.change();
  expect(run.view()).toMatchObject({ keptScan: { kind: 'stays', scan: { text: 'S-02-A' } } });
});

test('without patterns no scan is taken for another shelf, and the kept one itself is none', async () => {
  const { start, saved } = handheld();
  const run = start();
  run.keep(scan('S-01-A'));
  run.accept(scan('S-02-A'));
  await settled();
  expect(saved).toEqual(['S-02-A S-01-A']);
  const { start: startKnowing } = handheld({ codes });
  const knowing = startKnowing();
  knowing.keep(scan('S-01-A'));
  knowing.accept(scan('S-01-A'));
  expect(knowing.view().keptScan.kind).toBe('stays');
});
