import { expect, test } from 'vitest';
import * as names from './names.ts';

test('the names are those on the handhelds’ disks, and of the worker of the version before', () => {
  expect({ ...names }).toEqual({
    DATABASE: 'scanline',
    NOTES_DATABASE: 'scanline-notes',
    LABELS_LOCK: 'scanline-labels',
    CHANNEL: 'scanline-outbox',
    DRAIN_LOCK: 'scanline-drain',
    TASK_LOCK: 'scanline-task',
    USE_LOCK: 'scanline-used',
    DRAIN_TAG: 'scanline-drain',
    channelWords: {
      changed: 'changed',
      settings: 'settings',
      copied: 'copied',
      ping: 'ping',
      pong: 'pong',
      wake: 'wake',
      clear: 'clear',
      print: 'print',
      noted: 'noted',
    },
    workerWords: {
      skipWaiting: 'SKIP_WAITING',
      appearance: 'APPEARANCE',
      drain: 'DRAIN',
      mend: 'MEND',
      started: 'STARTED',
      goBack: 'GO_BACK',
      wentBack: 'WENT_BACK',
      version: 'VERSION',
    },
  });
});
