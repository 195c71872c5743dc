import { expect, test } from 'vitest';
import { createCheckRun } from './checkRun.ts';
import { endList, foundIn, listsBy, openList, readEnded, readLists, takeBackEnd, takeBegun } from './checkList.ts';

const list = { task: 'shelf', subject: 'S-01', entries: [['D-1'], ['D-2']], scans: [] };
/** The times of a list's scans, whatever they are. */
const times = expect.any(Array) as readonly number[];

function createKeep(write: (value: unknown) => Promise<void> = () => Promise.resolve()) {
  const values = new Map<string, unknown>();
  return {
    read: (name: string) => Promise.resolve(values.get(name)),
    write: (name: string, next: unknown) => write(next).then(() => void values.set(name, next)),
  };
}

test('scans that come faster than the disk are all kept, and each is said once it is there', async () => {
  const kept = createKeep((value) => new Promise((resolve) => setTimeout(resolve, Array.isArray(value) ? 5 : 0)));
  await openList(kept, list);
  const played: string[] = [];
  const run = createCheckRun(list, kept, (tone) => played.push(tone));
  const scans = ['D-1', 'D-1', 'X', 'D-2'].map((text) => run.accept(text));
  expect(played).toEqual([]);
  await Promise.all(scans);
  expect(played).toEqual(['found', 'repeat', 'wrong', 'found']);
  expect(run.view().notice?.text).toBe('D-2 is on the list. All are there, 1 not on the list.');
  expect(await readLists(kept)).toEqual([{ ...list, scans: ['D-1', 'D-1', 'X', 'D-2'], times }]);
});

test('a code that was only the beginning of its pull is taken off the list’s scans once, and told', async () => {
  const kept = createKeep();
  const played: string[] = [];
  const run = createCheckRun(list, kept, (tone) => played.push(tone));
  const first = { text: 'D-1', source: 'wedge', at: 1 } as const;
  await run.accept('X');
  await Promise.all([run.accept('D-1'), run.split({ first, texts: ['D-1', 'Q'], before: [] })]);
  await run.split({ first, texts: ['D-1', 'Q', 'R'], before: [] });
  expect(run.view()).toMatchObject({ list: { scans: ['X'] }, notice: { tone: 'wrong' } });
  expect(run.view().notice?.text).toContain('D-1 · Q · R');
});

test('the codes of a burst before it was known as one are taken off the list’s scans with it', async () => {
  const kept = createKeep();
  const run = createCheckRun(list, kept, () => undefined);
  const one = (text: string, at: number) => ({ text, source: 'wedge', at }) as const;
  for (const text of ['X', 'D-1', 'D-2']) await run.accept(text);
  await run.split({ first: one('D-2', 3), texts: ['D-2', 'Q'], before: [one('D-1', 2)] });
  expect(run.view()).toMatchObject({ list: { scans: ['X'] } });
  expect(run.view().notice?.text).toContain('D-1 · D-2 · Q');
});

test('the label of what is checked off is told as that, and is none of its goods', async () => {
  const kept = createKeep();
  await openList(kept, list);
  const run = createCheckRun(list, kept, () => undefined);
  await run.accept('S-01');
  expect(run.view()).toMatchObject({ list: { scans: [] }, notice: { tone: 'wrong' } });
  expect(run.view().notice?.text).toBe('S-01 is what this list is of. Scan the goods.');
});

test('what some of the goods are in is told with how many it holds, and is none of them', async () => {
  const kept = createKeep();
  const entries = ['P-1', 'P-2', 'P-3'].map((code) => [code]);
  const ofBags = { ...list, subject: 'B-1', entries, holders: ['BAG-1', 'BAG-2', 'BAG-2'] };
  await openList(kept, ofBags);
  const run = createCheckRun(ofBags, kept, () => undefined);
  await run.accept('P-2');
  await run.accept('BAG-2');
  expect(run.view()).toMatchObject({ list: { scans: ['P-2'] }, notice: { tone: 'wrong' } });
  expect(run.view().notice?.text).toBe('BAG-2 holds 2 of these. Scan the goods.');
  expect(await readLists(kept)).toMatchObject([{ scans: ['P-2'] }]);
});

test('a code that the list has in the other case is not checked off, and the one that may be meant is named', async () => {
  const run = createCheckRun(list, createKeep(), () => undefined);
  await run.accept('d-2');
  expect(run.view().notice?.text).toBe('d-2 is not on this list. Did you mean D-2?');
  await run.accept('d-3');
  expect(run.view().notice?.text).toBe('d-3 is not on this list.');
});

test('the shelf of a listed delivery checks nothing off: one sentence says where it stands, and nothing is counted', async () => {
  const entries = ['D-1001', 'D-1002'].map((code) => [code, 'S-01-A']);
  const played: string[] = [];
  const run = createCheckRun({ ...list, entries, byOwn: true }, createKeep(), (tone) => played.push(tone));
  await run.accept('S-01-A');
  expect(run.view()).toMatchObject({ list: { scans: [] }, notice: { tone: 'wrong' } });
  expect(run.view().notice?.text).toBe('S-01-A stands beside D-1001 on this list. Scan the goods.');
  await run.accept('D-1001');
  expect(run.view().notice?.text).toBe('D-1001 is on the list.');
  expect(played).toEqual(['wrong', 'found']);
});

test('where no column is the goods’ own, what another value of an entry has checked off is named, and not what its own code has', async () => {
  const entries = ['D-1001', 'D-1002'].map((code) => [code, 'S-01-A']);
  const run = createCheckRun({ ...list, entries }, createKeep(), () => undefined);
  await run.accept('D-1001');
  expect(run.view().notice?.text).toBe('D-1001 is on the list.');
  await run.accept('S-01-A');
  expect(run.view().notice?.text).toBe('S-01-A (D-1002) is on the list. All are there.');
  await run.accept('S-01-A');
  expect(run.view().notice?.text).toBe('S-01-A (D-1001) was scanned already.');
});

test('all are there is said by the scan that found the last one, and the next touch or scan takes that off and nothing else', async () => {
  const kept = createKeep();
  await openList(kept, list);
  const run = createCheckRun(list, kept, () => undefined);
  await run.accept('D-1');
  expect(run.view().isAllThere).toBe(false);
  await run.accept('D-2');
  expect(run.view().isAllThere).toBe(true);
  run.goOn();
  expect(run.view()).toMatchObject({ isAllThere: false, list: { scans: ['D-1', 'D-2'] } });
  await run.undo();
  await run.accept('D-2');
  expect(run.view().isAllThere).toBe(true);
  await run.accept('X');
  expect(run.view().isAllThere).toBe(false);
  expect(await readLists(kept)).toEqual([{ ...list, scans: ['D-1', 'D-2', 'X'], times }]);
});

test('where a code was scanned that is not on the list, all are there is no screen of its own, and says that one is not', async () => {
  const run = createCheckRun(list, createKeep(), () => undefined);
  for (const text of ['X', 'D-1', 'D-2']) await run.accept(text);
  expect(run.view()).toMatchObject({ isAllThere: false, notice: { tone: 'found' } });
  expect(run.view().notice?.text).toBe('D-2 is on the list. All are there, 1 not on the list.');
});

test('a list that is done is begun no more: the one begun before it is taken in hand, and it stays for whoever opens it again', async () => {
  const kept = createKeep();
  const other = { task: 'batch', subject: 'B-1', entries: [['A'], ['B']], scans: [], by: '7' };
  const done = { ...list, by: '7', scans: ['D-1', 'D-2'], times };
  await openList(kept, other);
  await openList(kept, { ...list, by: '7' });
  const run = createCheckRun({ ...list, by: '7' }, kept, () => undefined);
  await run.accept('D-1');
  expect(await takeBegun(kept)).toMatchObject({ subject: 'S-01' });
  await run.accept('D-2');
  expect(await listsBy(kept, '7')).toEqual([other]);
  expect(await takeBegun(kept)).toEqual(other);
  expect(await readLists(kept)).toEqual([other, done]);
  await openList(kept, { ...list, by: '7' });
  expect(await readLists(kept)).toEqual([done, other]);
  await createCheckRun(other, kept, () => undefined).end(); // ends its own, whichever is in hand
  expect(await takeBegun(kept)).toBeUndefined();
});

test('the last scan is taken back', async () => {
  const kept = createKeep();
  await openList(kept, list);
  const run = createCheckRun(list, kept, () => undefined);
  await run.accept('X');
  await run.undo();
  expect(run.view()).toEqual({ list: { ...list, times: [] } });
  expect(await readLists(kept)).toEqual([{ ...list, times: [] }]);
});

test('what the disk did not take is said so, and nothing is said to be on the list', async () => {
  const played: string[] = [];
  const kept = createKeep(() => Promise.reject(new DOMException('full', 'QuotaExceededError')));
  const run = createCheckRun(list, kept, (tone) => played.push(tone));
  await run.accept('D-1');
  expect(played).toEqual(['wrong']);
});

test('a list that was left is taken in hand as it was, another one beside it is kept, and its end leaves the other', async () => {
  const kept = createKeep();
  const other = { task: 'batch', subject: 'B-1', entries: [['A'], ['B']], scans: [] };
  await openList(kept, list);
  await createCheckRun(list, kept, () => undefined).accept('D-1');
  await openList(kept, other);
  await openList(kept, list);
  const [first, second] = await readLists(kept);
  expect(first).toEqual({ ...list, scans: ['D-1'], times });
  expect(second).toEqual(other);
  if (first) await createCheckRun(first, kept, () => undefined).end();
  expect(await readLists(kept)).toEqual([other]);
});

test('a begun list is of the worker who took it in hand last, with what was scanned for it, until it is ended', async () => {
  const kept = createKeep();
  await openList(kept, { ...list, by: '7' });
  await createCheckRun({ ...list, by: '7' }, kept, () => undefined).accept('D-1');
  expect(await listsBy(kept, '7')).toEqual([{ ...list, scans: ['D-1'], times, by: '7' }]);
  await openList(kept, { ...list, by: '8' });
  expect(await listsBy(kept, '7')).toEqual([]);
  const [inHand] = await listsBy(kept, '8');
  expect(inHand).toEqual({ ...list, scans: ['D-1'], times, by: '8' });
  if (inHand) await createCheckRun(inHand, kept, () => undefined).end();
  expect(await listsBy(kept, '8')).toEqual([]);
});

test('a list that was ended can be taken in hand again for ten seconds, with its scans, and not after them', async () => {
  const kept = createKeep();
  const [begun, other] = [
    { ...list, scans: ['D-1'] },
    { ...list, subject: 'S-02' },
  ];
  await openList(kept, other);
  await openList(kept, list);
  await endList(kept, begun, 1_000);
  expect((await readLists(kept)).map(({ subject }) => subject)).toEqual(['S-02']);
  expect(await readEnded(kept, 11_000)).toBeUndefined();
  expect(await readEnded(kept, 999)).toBeUndefined(); // a clock that was set back
  const ended = await readEnded(kept, 10_999);
  expect(ended).toEqual({ list: begun, until: 11_000 });
  await takeBackEnd(kept, ended ?? { list: other, until: 0 });
  expect(await readLists(kept)).toEqual([begun, other]);
  expect(await readEnded(kept, 1_000)).toBeUndefined();
});

test('what was found stands with the time of its scan, the last one first; of a scan that was taken back nothing stays', async () => {
  const kept = createKeep();
  let now = 1_000;
  const run = createCheckRun(
    list,
    kept,
    () => undefined,
    () => (now += 100),
  );
  for (const text of ['D-2', 'X', 'D-1']) await run.accept(text);
  expect(foundIn(run.view().list)).toEqual([
    { entry: ['D-1'], at: 1_300 },
    { entry: ['D-2'], at: 1_100 },
  ]);
  await run.undo();
  await run.accept('D-1');
  expect(foundIn(run.view().list)[0]).toEqual({ entry: ['D-1'], at: 1_400 });
  await openList(kept, list); // left, and taken in hand again
  expect(foundIn((await readLists(kept))[0] ?? list)).toHaveLength(2);
  expect(foundIn((await readLists(kept))[0] ?? list)[1]).toEqual({ entry: ['D-2'], at: 1_100 });
});

test('of a list that an older version has scanned no time is made up', async () => {
  const before = { ...list, scans: ['D-2'] };
  expect(foundIn(before)).toEqual([{ entry: ['D-2'] }]);
  const run = createCheckRun(
    before,
    createKeep(),
    () => undefined,
    () => 5_000,
  );
  await run.accept('D-1');
  expect(foundIn(run.view().list)).toEqual([{ entry: ['D-1'], at: 5_000 }, { entry: ['D-2'] }]);
  expect(foundIn({ ...list, scans: ['D-1', 'D-2'], times: [7] })).toEqual([{ entry: ['D-2'] }, { entry: ['D-1'] }]);
});
