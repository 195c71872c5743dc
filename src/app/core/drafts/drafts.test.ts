import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts, versionIn } from './drafts.ts';

const NAME = 'scanline-draft-revert-off-of-7';
let stored: Map<string, string>;
/** Tells the pages that a key has changed; `null`: all of them were cleared. */
let tell: (name: string | null) => void;

beforeEach(() => {
  stored = new Map();
  const listeners: ((event: Pick<StorageEvent, 'key'>) => void)[] = [];
  tell = (key) => listeners.forEach((listener) => listener({ key }));
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('location', { pathname: '/tasks/revert-off' });
  vi.stubGlobal('setTimeout', (work: () => void) => work()); // without the moment that passes before a draft is kept
  vi.stubGlobal('history', { replaceState: vi.fn<(state: unknown, title: string, path: string) => void>() });
});
afterEach(() => vi.unstubAllGlobals());

/** Returns the draft's text, as any page reads it. */
function textOf(name: string): string | undefined {
  return versionIn(stored.get(name) ?? null)?.text;
}

/** Drafts over a disk, and what lies on it. */
function onDisk() {
  const disk: { half?: unknown } = {};
  const join = async (_name: string, next: (before: unknown) => unknown) =>
    void (disk.half = next(disk.half) ?? disk.half);
  const keep = { join };
  return { disk, drafts: () => createDrafts(keep) };
}

test('what localStorage has lost with a killed browser is put back, and leads to where it was', () => {
  const { disk, drafts } = onDisk();
  drafts().draft('revert-off', '7').write('D-1');
  stored.clear(); // its last seconds did not reach the disk
  vi.stubGlobal('location', { pathname: '/', search: '' });
  drafts().goBack(disk.half, '7');
  expect(textOf(NAME)).toBe('D-1');
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/tasks/revert-off');
});

test('a screen that was drawn before the disk had answered hears of a half that is put back', () => {
  const { disk, drafts } = onDisk();
  drafts().draft('revert-off', '7').write('D-1');
  stored.clear();
  const next = drafts();
  const draft = next.draft('revert-off', '7');
  expect(draft.read()).toBeUndefined();
  const seen: unknown[] = [];
  draft.watch(() => seen.push(draft.read()));
  next.goBack(disk.half, '7');
  expect(seen).toEqual(['D-1']);
});

test('half a task that was finished is not there again, where the end of it was lost', () => {
  const { disk, drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  draft.write('D-1');
  const before = new Map(stored);
  draft.write(undefined);
  stored = before;
  drafts().goBack(disk.half, '7');
  expect(textOf(NAME)).toBeUndefined();
});

test('half a task of some scans ago is not there again, where all that came after it was lost', () => {
  const { disk, drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  draft.write('D-1');
  const before = new Map(stored);
  for (const text of [undefined, 'D-2', undefined]) draft.write(text);
  stored = new Map(before);
  drafts().goBack(disk.half, '7');
  expect(textOf(NAME)).toBeUndefined();

  draft.write('D-3');
  stored = new Map(before);
  drafts().goBack(disk.half, '7');
  expect(textOf(NAME)).toBe('D-3');
});

test('what goes on after a loss counts on from what the disk knew, so that the disk’s older word undoes none of it', () => {
  const { disk, drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  for (const text of ['D-1', undefined, 'D-2']) draft.write(text);
  const known = disk.half;
  stored.clear();
  const after = drafts();
  after.goBack(known, '7');
  after.draft('revert-off', '7').write(undefined); // and its note does not reach the disk
  drafts().goBack(known, '7');
  expect(textOf(NAME)).toBeUndefined();
});

test('what was finished after the note was read is not begun again: another page, or this one, has gone on', () => {
  const { disk, drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  draft.write('D-1');
  const read = disk.half;
  draft.write(undefined);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  drafts().goBack(read, '7');
  expect(textOf(NAME)).toBeUndefined();
  expect(history.replaceState).not.toHaveBeenCalled();
});

test('what was begun after the end of another was read is not taken away', () => {
  const { disk, drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  draft.write('D-1');
  draft.write(undefined);
  const read = disk.half;
  draft.write('D-1');
  drafts().goBack(read, '7');
  expect(textOf(NAME)).toBe('D-1');
});

test('another worker’s half task leads nowhere, and who has gone home is home', () => {
  const { disk, drafts } = onDisk();
  const own = drafts();
  own.draft('revert-off', '7').write('D-1');
  vi.stubGlobal('location', { pathname: '/', search: '' });
  drafts().goBack(disk.half, '8');
  own.at('/');
  drafts().goBack(disk.half, '7');
  expect(history.replaceState).not.toHaveBeenCalled();
});

const SHELF = 'scanline-draft-pin-revert-off-of-7';

/** The browser tells every page that a key has changed, also the page that wrote it where it has forgotten that. */
function changeBehind(name: string, kept: string | undefined): void {
  if (kept === undefined) stored.delete(name);
  else stored.set(name, kept);
  tell(name);
}

test('a storage that falls back under a page that lives brings no half back that was finished, and is put right', () => {
  const { drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  const changed = vi.fn<() => void>();
  draft.watch(changed);
  draft.write('D-1');
  const before = stored.get(NAME);
  draft.write(undefined);
  changeBehind(NAME, before);
  expect(changed).not.toHaveBeenCalled();
  expect(draft.read()).toBeUndefined();
  expect(drafts().draft('revert-off', '7').read()).toBeUndefined(); // for a page that is opened now
});

test('a storage that falls back takes no half away: to an older one, or to none', () => {
  const { drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  const changed = vi.fn<() => void>();
  draft.watch(changed);
  draft.write('D-1');
  const before = stored.get(NAME);
  draft.write('D-2');
  for (const kept of [before, undefined]) {
    changeBehind(NAME, kept);
    expect(draft.read()).toBe('D-2');
    expect(drafts().draft('revert-off', '7').read()).toBe('D-2');
  }
  expect(changed).not.toHaveBeenCalled();
});

const HELD = 'scanline-draft-hand-over-of-7';

test('what was held for a task, and was taken or forgotten, does not come back', () => {
  const { disk, drafts } = onDisk();
  const held = drafts().draft('hand-over', '7');
  held.write('D-1');
  const before = stored.get(HELD);
  held.write(undefined);
  changeBehind(HELD, before);
  expect(held.read()).toBeUndefined();
  stored = new Map([[HELD, before ?? '']]); // after a kill
  drafts().goBack(disk.half, '7');
  expect(textOf(HELD)).toBeUndefined();
});

test('what was held for a task, or not taken, outlives a killed browser, and leads nowhere', () => {
  const { disk, drafts } = onDisk();
  const { draft } = drafts();
  draft('hand-over', '7').write('D-1');
  draft('not-taken-revert-off', '7').write('D-2');
  stored.clear();
  vi.stubGlobal('location', { pathname: '/', search: '' });
  drafts().goBack(disk.half, '7');
  expect([textOf(HELD), textOf('scanline-draft-not-taken-revert-off-of-7')]).toEqual(['D-1', 'D-2']);
  expect(history.replaceState).not.toHaveBeenCalled();
});

test('who went home from half a task and came back to it is led there again', () => {
  const { disk, drafts } = onDisk();
  const own = drafts();
  own.draft('revert-off', '7').write('D-1');
  own.at('/');
  own.at('/tasks/bag'); // another one
  vi.stubGlobal('location', { pathname: '/', search: '' });
  drafts().goBack(disk.half, '7');
  expect(history.replaceState).not.toHaveBeenCalled();
  own.at('/tasks/revert-off');
  drafts().goBack(disk.half, '7');
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/tasks/revert-off');
});

test('what another page does is told, its end too', () => {
  const { drafts } = onDisk();
  const [here, there] = [drafts().draft('revert-off', '7'), drafts().draft('revert-off', '7')];
  const seen: (string | undefined)[] = [];
  here.watch(() => seen.push(here.read()));
  for (const text of ['D-1', 'D-2', undefined]) {
    there.write(text);
    tell(NAME);
  }
  expect(seen).toEqual(['D-1', 'D-2', undefined]);
});

test('a page that was told of nothing while it was asleep knows no half that another has finished', () => {
  const { drafts } = onDisk();
  const [asleep, other] = [drafts().draft('revert-off', '7'), drafts().draft('revert-off', '7')];
  asleep.write('D-1');
  expect(other.read()).toBe('D-1');
  other.write(undefined);
  expect(asleep.read()).toBeUndefined();
});

test('nothing is put back into a storage that was cleared on purpose', () => {
  const { drafts } = onDisk();
  const draft = drafts().draft('revert-off', '7');
  draft.write('D-1');
  stored.clear();
  tell(null);
  tell(NAME);
  expect(stored.size).toBe(0);
  expect(draft.read()).toBeUndefined();
});

test('the disk knows the end of each half, not of the last one only', () => {
  const { disk, drafts } = onDisk();
  const page = drafts();
  page.draft('revert-off', '7').write('D-1');
  const before = new Map(stored);
  page.draft('revert-off', '7').write(undefined);
  page.draft('pin-revert-off', '7').write('S-1');
  page.draft('bag', '8').write('B-1');
  stored = before;
  const after = drafts();
  after.goBack(disk.half, '7');
  expect(after.draft('revert-off', '7').read()).toBeUndefined();
  expect(textOf(NAME)).toBeUndefined();
  expect(textOf(SHELF)).toBe('S-1');
});

test('a page that knows less takes nothing from the disk that another has brought there', () => {
  const { disk, drafts } = onDisk();
  const [here, there] = [drafts(), drafts()];
  here.draft('bag', '7').write('B-1');
  there.draft('revert-off', '7').write('D-1');
  const before = new Map(stored);
  there.draft('revert-off', '7').write(undefined);
  here.note();
  stored = before;
  const after = drafts();
  after.goBack(disk.half, '7');
  expect(after.draft('revert-off', '7').read()).toBeUndefined();
  expect(after.draft('bag', '7').read()).toBe('B-1');
});

test('a half that a call ends is on the disk until that call is, and ended with it', () => {
  const { disk, drafts } = onDisk();
  const page = drafts();
  const draft = page.draft('revert-off', '7');
  draft.write('D-1');
  draft.write(undefined, 'call');
  expect(disk.half).toMatchObject({ halves: { [NAME]: { text: 'D-1' } } });
  const brought = page.writtenWith.next(disk.half);
  stored.clear();
  const after = drafts();
  after.goBack(brought, '7');
  expect(after.draft('revert-off', '7').read()).toBeUndefined();
});

test('what an older build has kept is read, and counts as old', () => {
  const { disk, drafts } = onDisk();
  stored.set(NAME, '{"deliveryCode":{"text":"D-1"}}');
  stored.set('scanline-half-count', '4');
  disk.half = { name: NAME, count: 4, text: '{"deliveryCode":{"text":"D-1"}}', path: '/tasks/revert-off' };
  const draft = drafts().draft('revert-off', '7');
  expect(draft.read()).toBe('{"deliveryCode":{"text":"D-1"}}');
  disk.half = { name: NAME, count: 5 };
  const after = drafts();
  after.goBack(disk.half, '7');
  expect(after.draft('revert-off', '7').read()).toBeUndefined();
});

test('what is begun goes to the disk a moment later and once', () => {
  const due: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void) => due.push(work));
  const { disk, drafts } = onDisk();
  const { draft } = drafts();
  draft('revert', '7').write('D-1001');
  draft('revert', '7').write('D-1002');
  expect(due).toHaveLength(1);
  due[0]?.();
  expect(disk.half).toMatchObject({ text: 'D-1002' });
});

test('a call brings what is begun to the disk, and the next scan waits for no other write', () => {
  const due = new Set<() => void>();
  vi.stubGlobal('setTimeout', (work: () => void) => due.add(work) && work);
  vi.stubGlobal('clearTimeout', (work: () => void) => due.delete(work));
  const here = onDisk().drafts();
  here.draft('revert', '7').write('D-1001');
  expect(here.writtenWith.next(undefined)).toMatchObject({ text: 'D-1001' });
  expect(due.size).toBe(0);
  here.note(); // the call was not saved after all
  expect(due.size).toBe(1);
});
