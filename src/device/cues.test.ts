import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCues, signals } from '#device/cues.ts';
import { type Cue, cueNames } from './cueNames.ts';

let heard: number[];
let stopped: number;
let felt: number[][];
let settings: { sound: boolean; vibration: boolean; mutedCues?: readonly Cue[] };

beforeEach(() => {
  [heard, felt, stopped, settings] = [[], [], 0, { sound: true, vibration: true }];
  vi.stubGlobal('navigator', { vibrate: (pattern: number[]) => felt.push(pattern) > 0 });
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      currentTime = 0;
      destination = {};
      createOscillator = () => {
        const frequency = { value: 0 };
        return {
          frequency,
          connect: (to: unknown) => to,
          start: () => heard.push(frequency.value),
          stop: (at?: number) => (stopped += at === undefined ? 1 : 0),
        };
      };
      createGain = () => ({
        gain: { setValueAtTime: () => undefined, setTargetAtTime: () => undefined },
        connect: (to: unknown) => to,
      });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

async function cuesOf() {
  const cues = createCues(() => settings);
  await cues.prepare();
  return cues;
}

test('no two signals sound or feel alike', () => {
  const all = cueNames.map((cue) => signals[cue]);
  expect(new Set(all.map(({ notes }) => JSON.stringify(notes))).size).toBe(cueNames.length);
  expect(new Set(all.map(({ vibration }) => JSON.stringify(vibration))).size).toBe(cueNames.length);
});

test('the hand counts as on Android: one click is good, two are not, three are an earlier call, and a click is never in doubt', () => {
  const gapsOf = (cue: Cue) => signals[cue].vibration.filter((_, index) => index % 2 === 1);
  const clicked = (times: number) =>
    cueNames.filter((cue) => gapsOf(cue).filter((ms) => ms >= 100).length + 1 === times);
  expect(clicked(1)).toEqual(['step', 'found', 'saved', 'accepted']);
  expect(clicked(2)).toEqual(['repeat', 'wrong', 'asked', 'refused', 'unclassified']);
  expect(clicked(3)).toEqual(['queue']);
  const isClear = (ms: number): boolean => ms <= 30 || ms === 100; // one click, or two
  expect(cueNames.flatMap(gapsOf).filter((ms) => !isClear(ms))).toEqual([]);
  const [tick = 0, click = 0, heavy = 0] = (['step', 'saved', 'accepted'] as const).map(
    (cue) => signals[cue].vibration[0],
  );
  expect([tick < click, click < heavy]).toEqual([true, true]);
});

test('a muted signal makes no sound and does not vibrate, the others do, and who asks for it hears it', async () => {
  settings.mutedCues = ['accepted'];
  const cues = await cuesOf();
  cues.play('accepted');
  expect([heard, felt]).toEqual([[], []]);
  cues.play('refused');
  expect(felt).toEqual([signals.refused.vibration]);
  await cues.sample('accepted');
  expect(heard).toEqual([...signals.refused.notes, ...signals.accepted.notes].map(([hertz]) => hertz));
});

test('who asks for a signal on a page that has just come hears it when there is sound', async () => {
  await createCues(() => settings).sample('saved');
  expect(heard).toEqual(signals.saved.notes.map(([hertz]) => hertz));
});

test('sound and vibration are switched off as a whole', async () => {
  settings = { sound: false, vibration: true };
  const cues = await cuesOf();
  cues.play('saved');
  settings = { sound: true, vibration: false };
  cues.play('step');
  expect([heard, felt]).toEqual([[1320], [signals.saved.vibration]]);
});

test('the next signal cuts off the one that sounds, and tells when it will have ended', async () => {
  const cues = await cuesOf();
  const playedAt = performance.now();
  cues.play('refused');
  cues.play('step');
  expect(stopped).toBe(signals.refused.notes.length);
  expect(cues.freeAt()).toBeGreaterThan(playedAt);
  expect(cues.freeAt()).toBeLessThan(performance.now() + 200);
});

describe('what sound needs', () => {
  let made: number;
  let asked: number;
  let devices: (() => void) | undefined;
  beforeEach(() => {
    [made, asked, devices] = [0, 0, undefined];
    vi.useFakeTimers();
    const Fake = AudioContext;
    vi.stubGlobal(
      'AudioContext',
      class extends Fake {
        override state = 'suspended' as AudioContextState;
        constructor() {
          super();
          made += 1;
        }
        override resume = async () => {
          asked += 1;
        };
      },
    );
    const enumerateDevices = () => new Promise((resolve) => (devices = () => resolve([])));
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices }, userActivation: { hasBeenActive: true } });
  });
  afterEach(() => vi.useRealTimers());

  test('is made once, when the browser’s own part for it runs, and allowed where somebody has touched the page', async () => {
    const cues = createCues(() => settings);
    const prepared = cues.prepare();
    cues.unlock();
    expect(made).toBe(0); // a key does not wait for it
    devices?.();
    await prepared;
    cues.unlock();
    await cues.prepare();
    expect([made, asked, heard]).toEqual([1, 1, []]);
  });

  test('is not asked for at each key of a scan, and again at the next one', async () => {
    const cues = createCues(() => settings);
    const prepared = cues.prepare();
    devices?.();
    await prepared;
    for (const _ of 'D-1001') cues.unlock();
    expect(asked).toBe(1);
    vi.advanceTimersByTime(300);
    cues.unlock();
    expect(asked).toBe(2);
  });

  test('is tried again at the next key where it cannot be made', async () => {
    const Fake = AudioContext;
    let fails = true;
    vi.stubGlobal(
      'AudioContext',
      class extends Fake {
        constructor() {
          super();
          if (fails) throw new DOMException('No device.', 'NotSupportedError');
        }
      },
    );
    const cues = createCues(() => settings);
    const prepared = cues.prepare();
    devices?.();
    await prepared;
    fails = false;
    cues.unlock();
    devices?.();
    await cues.prepare();
    expect(asked).toBe(1);
  });

  test('is made too where the browser never tells of its devices', async () => {
    const cues = createCues(() => settings);
    cues.unlock();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(made).toBe(1);
  });
});

test('a page that nobody has touched yet does not try to vibrate: the browser would refuse it aloud', () => {
  for (const hasBeenActive of [false, true]) {
    vi.stubGlobal('navigator', {
      vibrate: (pattern: number[]) => felt.push(pattern) > 0,
      userActivation: { hasBeenActive },
    });
    createCues(() => settings).play('step');
    expect(felt).toEqual(hasBeenActive ? [signals.step.vibration] : []);
  }
});
