import { expect, test } from 'vitest';
import * as names from './names.ts';

test('the names are those on the handhelds’ disks, and of the worker of the version before', () => {
  expect({ ...names }).toEqual({
    DATABASE: 'scanline',
    CHANNEL: 'scanline-outbox',
    DRAIN_LOCK: 'scanline-drain',
    DRAIN_TAG: 'scanline-drain',
    channelWords: { changed: 'changed', settings: 'settings', ping: 'ping', pong: 'pong' },
  });
});
