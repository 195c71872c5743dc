import { describe, expect, test } from 'vitest';
import { NOW, enterSettled, forgetAll, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { RETENTION_MS } from './ledger.ts';
import { createCallNotes } from './callNotes.ts';

const kinds = await ledgerKinds();

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
const told = { key: 'call-0001', by: '7', asker: '3', at: NOW };

describe.each(kinds)('notes and pictures of calls in $name', (kind) => {
  test('a note and its pictures are kept once each, change nothing of the call, and people read them', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const notes = createCallNotes(opened.ledger);
    await enterSettled(opened.ledger, 'call-0001');
    const before = await place.row('call-0001');
    const note = { ...told, id: 'note-0001', text: 'damaged\0 corner' };
    expect(await Promise.all([notes.keepNote(note), notes.keepNote(note)])).toEqual(['kept', 'kept']);
    const picture = { ...told, id: 'picture-0001', key: 'call-0001.g2' };
    expect(await notes.keepPicture(picture, JPEG)).toBe('kept');
    expect(await notes.keepPicture(picture, Uint8Array.of(1))).toBe('kept');
    expect(await place.row('call-0001')).toEqual(before);
    expect(await opened.ledger.stands('call-0001')).toMatchObject({ version: 0 });
    const reader = place.reader();
    const of = { by: '7', asker: '3' };
    expect(Object.fromEntries(await reader.notesAmong(['call-0001', 'call-0001.g2', 'call-0002']))).toEqual({
      'call-0001': {
        notes: [{ ...of, text: 'damaged\uFFFD corner', at: expect.any(Number) }],
        pictures: [{ ...of, id: 'picture-0001', at: expect.any(Number) }],
      },
    });
    expect(await reader.notesAmong([])).toEqual(new Map());
    expect([...((await reader.picture('picture-0001')) ?? [])]).toEqual([...JPEG]);
    expect(await reader.picture('picture-0009')).toBeUndefined();
    await reader.close();
  });

  test('of one call each who tells has one note and three pictures, and what came before stays', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const notes = createCallNotes(opened.ledger);
    expect(await notes.keepNote({ ...told, id: 'note-0001', text: 'one' })).toBe('kept');
    expect(await notes.keepNote({ ...told, id: 'note-0002', text: 'two' })).toBe('refused');
    expect(await notes.keepNote({ ...told, id: 'note-0003', text: 'three', asker: '4' })).toBe('kept');
    const heard: string[] = [];
    for (const id of ['p-1', 'p-2', 'p-3', 'p-4', 'p-1']) heard.push(await notes.keepPicture({ ...told, id }, JPEG));
    expect(heard).toEqual(['kept', 'kept', 'kept', 'refused', 'kept']);
    expect(await notes.keepPicture({ ...told, id: 'p-5', asker: '4' }, JPEG)).toBe('kept');
  });

  test('where all pictures together are too large the next one waits, and words are still kept', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const notes = createCallNotes(opened.ledger, JPEG.byteLength * 2);
    expect(await notes.keepPicture({ ...told, id: 'p-1' }, JPEG)).toBe('kept');
    expect(await notes.keepPicture({ ...told, id: 'p-2', key: 'call-0002' }, JPEG)).toBe('kept');
    expect(await notes.keepPicture({ ...told, id: 'p-3', key: 'call-0003' }, JPEG)).toBe('no-room');
    expect(await notes.keepNote({ ...told, id: 'note-0001', text: 'no room' })).toBe('kept');
  });

  test('they are forgotten with their call, however late they came, and no sooner', async () => {
    await using place = await kind.place();
    let now = NOW;
    await using opened = await place.open({ now: () => now, monotonic: () => now });
    const { ledger } = opened;
    const notes = createCallNotes(ledger);
    await enterSettled(ledger, 'call-0001');
    now += RETENTION_MS - 60_000;
    await ledger.tell();
    await notes.keepNote({ ...told, id: 'note-0001', text: 'late' });
    await notes.keepPicture({ ...told, id: 'p-1' }, JPEG);
    expect(await notes.forget(ledger.sure())).toBe(0);
    now += 2 * 24 * 60 * 60 * 1000;
    await ledger.tell();
    await forgetAll(ledger, now);
    expect(await place.row('call-0001')).toBeUndefined();
    expect(await notes.forget(ledger.sure())).toBe(2);
    const reader = place.reader();
    expect(await reader.notesAmong(['call-0001'])).toEqual(new Map());
    expect(await reader.picture('p-1')).toBeUndefined();
    await reader.close();
  });
});
