import { expect, test } from 'vitest';
import { lackFacts } from './deviceFacts.ts';

const all = {
  navigator: {
    vibrate: () => true,
    canShare: () => true,
    wakeLock: {},
    mediaDevices: { getUserMedia: () => Promise.reject(new Error('no')) },
    storage: { persist: () => Promise.resolve(true) },
  },
  SyncManager: {},
  BarcodeDetector: {},
  onbeforeinstallprompt: null,
};

test('a browser that has everything is said to lack nothing', () => {
  expect(lackFacts(all)).toEqual([{ caption: 'Browser', value: 'has everything that Scanline uses' }]);
});

test('each thing that a browser lacks is said, with what happens instead', () => {
  const { vibrate: _, ...navigator } = all.navigator;
  const { SyncManager: __, ...browser } = { ...all, navigator };
  expect(lackFacts(browser)).toEqual([
    { caption: 'Vibration', value: 'signals are seen and heard only' },
    { caption: 'Background Sync', value: 'calls are sent only while Scanline is open' },
  ]);
  const bare = lackFacts({ navigator: { storage: {} } });
  expect(bare).toHaveLength(8);
  expect(new Set(bare.map(({ caption }) => caption)).size).toBe(8);
});
