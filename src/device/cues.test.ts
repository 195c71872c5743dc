import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Cue, createCues, cueNames, signals } from '#device/cues.ts';

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

function cuesOf() {
  const cues = createCues(() => settings);
  cues.unlock();
  return cues;
}

test('no two signals sound or feel alike', () => {
  const all = cueNames.map((cue) => signals[cue]);
  expect(new Set(all.map(({ notes }) => JSON.stringify(notes))).size).toBe(cueNames.length);
  expect(new Set(all.map(({ vibration }) => JSON.stringify(vibration))).size).toBe(cueNames.length);
});

test('a muted signal makes no sound and does not vibrate, the others do, and who asks for it hears it', () => {
  settings.mutedCues = ['accepted'];
  const cues = cuesOf();
  cues.play('accepted');
  expect([heard, felt]).toEqual([[], []]);
  cues.play('refused');
  expect(felt).toEqual([signals.refused.vibration]);
  cues.sample('accepted');
  expect(heard).toEqual([...signals.refused.notes, ...signals.accepted.notes].map(([hertz]) => hertz));
});

test('sound and vibration are switched off as a whole', () => {
  settings = { sound: false, vibration: true };
  const cues = cuesOf();
  cues.play('saved');
  settings = { sound: true, vibration: false };
  cues.play('step');
  expect([heard, felt]).toEqual([[1320], [signals.saved.vibration]]);
});

test('the next signal cuts off the one that sounds, and tells when it will have ended', () => {
  const cues = cuesOf();
  cues.play('refused');
  cues.play('step');
  expect(stopped).toBe(signals.refused.notes.length);
  expect(cues.freeAt()).toBeGreaterThan(performance.now());
  expect(cues.freeAt()).toBeLessThan(performance.now() + 200);
});

test('what sound needs is made once, before the first key where there is time, and makes none', () => {
  let made = 0;
  const Fake = AudioContext;
  vi.stubGlobal(
    'AudioContext',
    class extends Fake {
      constructor() {
        super();
        made += 1;
      }
    },
  );
  const cues = createCues(() => settings);
  cues.prepare();
  expect([made, heard]).toEqual([1, []]);
  cues.unlock();
  cues.play('step');
  expect([made, heard]).toEqual([1, signals.step.notes.map(([hertz]) => hertz)]);
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
