import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createNotesHere } from './notesHere.ts';
import { freshStore, revertOffCall, saveAs } from '#outbox/testing/storeRig.ts';

test('words for a call that has some of another page already are said to have come late, and those stay', async () => {
  const call = await saveAs('call-0001', revertOffCall('D-1'), freshStore());
  const [first, second] = [1, 2].map(() =>
    createNotesHere({ view: () => ({ gateway: 'unknown' }), onFull: () => undefined }),
  );
  const words = (text: string) => ({ text, pictures: [], operator: '7' });
  expect(await first?.keep(call, words('box was open'))).toEqual({ pictures: 0 });
  expect(await second?.keep(call, words(' box was shut '))).toEqual({ text: 'box was shut', pictures: 0 });
});
