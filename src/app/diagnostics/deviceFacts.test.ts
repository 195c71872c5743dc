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
  expect(lackFacts(all)).toEqual([{ label: 'Browser', value: 'has everything that Scanline uses' }]);
});

test('each thing that a browser lacks is said, with what happens instead', () => {
  const { vibrate: _, ...navigator } = all.navigator;
  const { SyncManager: __, ...browser } = { ...all, navigator };
  expect(lackFacts(browser)).toEqual([
    { label: 'Vibration', value: 'signals are seen and heard only' },
    { label: 'Background Sync', value: 'calls are sent only while Scanline is open' },
  ]);
  const bare = lackFacts({ navigator: { storage: {} } });
  expect(bare).toHaveLength(8);
  expect(new Set(bare.map(({ label }) => label)).size).toBe(8);
});
