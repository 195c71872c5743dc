import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { NOTE_LIMITS } from '#contract/note.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { connectNotes } from './notesDatabase.ts';
import { createNotesStore } from './notesStore.ts';
import { MOST_PICTURES_HERE, NoRoomForPictures, ROOM_FOR_CALLS_BYTES, hasRoomForPicture } from './pictureRoom.ts';

let named = 0;
function storeHere() {
  const name = `notes-${(named += 1)}`;
  const connection = connectNotes(name);
  onTestFinished(() => connection.close());
  return { name, store: createNotesStore(connection) };
}

const call = (id = 'call-0001'): QueuedCall => ({ callId: id, generation: 1 }) as QueuedCall;
const adding = (id: string, at = 1) => ({ id, by: '7', at });
const JPEG = new ArrayBuffer(4);

test('the first words about a call stay, and are owed until the ledger has them', async () => {
  const { store } = storeHere();
  const long = ` ${'x'.repeat(NOTE_LIMITS.words + 9)}`;
  expect(await store.keepNote(call(), long, adding('n-1'))).toBe(true);
  expect(await store.keepNote(call(), 'other', { ...adding('n-2'), by: '' })).toBe(false);
  expect((await store.ofCall('call-0001')).note).toMatchObject({ id: 'n-1', text: 'x'.repeat(NOTE_LIMITS.words) });
  expect(await store.notesOwed()).toMatchObject([{ id: 'n-1', key: 'call-0001', by: '7' }]);
  await store.hearNotes([{ id: 'n-1', is: 'kept' }], 9);
  expect(await store.notesOwed()).toEqual([]);
  expect((await store.ofCall('call-0001')).note).toMatchObject({ toldAt: 9 });
});

test('a call has three pictures, and the bytes of one go once the ledger has it; of one that it refuses they stay', async () => {
  const { store } = storeHere();
  const kept: boolean[] = [];
  for (const n of [3, 1, 2, 4]) kept.push(await store.keepPicture(call(), JPEG, adding(`p-${n}`, n)));
  expect(kept).toEqual([true, true, true, false]);
  expect(await store.pictureIdsOwed()).toEqual(['p-1', 'p-2', 'p-3']);
  await store.hearPicture('p-1', 'kept', 9);
  await store.hearPicture('p-2', 'refused', 9);
  await store.hearPicture('p-9', 'kept', 9);
  const { pictures } = await store.ofCall('call-0001');
  expect(pictures.map(({ id, jpeg, toldAt, isRefused }) => [id, jpeg?.byteLength, toldAt, isRefused])).toEqual([
    ['p-1', undefined, 9, undefined],
    ['p-2', 4, undefined, true],
    ['p-3', 4, undefined, undefined],
  ]);
  expect(await store.pictureIdsOwed()).toEqual(['p-3']);
});

test('the bytes of a picture that the ledger does not take lie here for a while and count, then go; that it was refused stays', async () => {
  const { store } = storeHere();
  for (const n of [1, 2, 3]) await store.keepPicture(call(), JPEG, adding(`p-${n}`, n));
  for (const n of [1, 2]) await store.hearPicture(`p-${n}`, 'refused', 9);
  expect([await store.pictureIdsOwed(), await store.picturesHere()]).toEqual([['p-3'], 3]);
  await store.forgetRefused(2);
  const { pictures } = await store.ofCall('call-0001');
  expect(pictures.map(({ id, jpeg, isRefused }) => [id, jpeg?.byteLength, isRefused])).toEqual([
    ['p-1', undefined, true],
    ['p-2', 4, true],
    ['p-3', 4, undefined],
  ]);
  await store.forgetRefused(99);
  expect([await store.pictureIdsOwed(), await store.picturesHere()]).toEqual([['p-3'], 1]);
  expect((await store.ofCall('call-0001')).pictures.filter(({ isRefused }) => isRefused)).toHaveLength(2);
});

test('so many pictures lie here and no more, and words are kept all the same', async () => {
  const { store } = storeHere();
  for (let n = 0; n < MOST_PICTURES_HERE; n += 1) await store.keepPicture(call(`call-${n}`), JPEG, adding(`p-${n}`));
  await store.hearPicture('p-1', 'refused', 9);
  await expect(store.keepPicture(call('more'), JPEG, adding('more'))).rejects.toThrow(NoRoomForPictures);
  expect(await store.keepNote(call('more'), 'damaged', adding('n-1'))).toBe(true);
  await store.hearPicture('p-0', 'kept', 9);
  expect(await store.keepPicture(call('more'), JPEG, adding('more'))).toBe(true);
});

test('a database that was deleted under it is begun anew', async () => {
  const { name, store } = storeHere();
  await store.keepNote(call(), 'damaged', adding('n-1'));
  await new Promise((done) => indexedDB.deleteDatabase(name).addEventListener('success', done));
  expect((await store.ofCall('call-0001')).note).toBeUndefined();
  expect(await store.keepNote(call(), 'damaged', adding('n-1'))).toBe(true);
});

test('room is tried by taking it, and let go again, also where there is none', async () => {
  const { name, store } = storeHere();
  expect(await store.hasRoom()).toBe(true);
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  onTestFinished(() => void (IDBObjectStore.prototype.put = put));
  expect(await store.hasRoom()).toBe(false);
  const database = await openDB(name, 1);
  expect(await database.count('room')).toBe(0);
  database.close();
});

test.each([
  ['the browser tells nothing', {}, 0, true],
  ['there is room', { usage: 0, quota: ROOM_FOR_CALLS_BYTES }, 0, true],
  ['calls need what is left', { usage: 1, quota: ROOM_FOR_CALLS_BYTES }, 0, false],
  ['one more may wait', {}, MOST_PICTURES_HERE - 1, true],
  ['too many wait', {}, MOST_PICTURES_HERE, false],
])('room for a picture: %s', (_name, facts, owed, hasRoom) => {
  expect(hasRoomForPicture(facts, owed)).toBe(hasRoom);
});
