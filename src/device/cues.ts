/**
 * What the operator is told without looking. `queue` is for a call of before, which the service refused or of which
 * nobody knows: it must not be taken for the scan that was just made. Each has its own tone, vibration and (on
 * screen) shape and word.
 */
export type Cue = 'step' | 'saved' | 'repeat' | 'wrong' | 'queue';

/** Notes of a cue, each [frequency in Hz, length in ms], and its vibration pattern in ms. */
interface Sound {
  readonly notes: readonly (readonly [hertz: number, ms: number])[];
  readonly vibration: readonly number[];
}

const sounds: Readonly<Record<Cue, Sound>> = {
  step: { notes: [[1320, 45]], vibration: [25] },
  saved: {
    notes: [
      [1047, 70],
      [1568, 120],
    ],
    vibration: [60],
  },
  repeat: {
    notes: [
      [740, 90],
      [740, 90],
    ],
    vibration: [40, 60, 40],
  },
  wrong: {
    notes: [
      [220, 180],
      [165, 320],
    ],
    vibration: [250, 80, 250],
  },
  queue: {
    notes: [
      [880, 110],
      [587, 110],
      [880, 110],
      [587, 160],
    ],
    vibration: [90, 70, 90, 70, 90],
  },
};

export interface Cues {
  play(cue: Cue): void;
  /** Allows sound: browsers want a tap or a key first. Cheap to call at each one. */
  unlock(): void;
}

/** Tones by Web Audio and vibration where the device has them; `enabled` is read at each cue. */
export function createCues(enabled: () => { readonly sound: boolean; readonly vibration: boolean }): Cues {
  let audio: AudioContext | undefined;

  function tone({ notes }: Sound): void {
    if (audio?.state !== 'running') return;
    let at = audio.currentTime;
    for (const [hertz, ms] of notes) {
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.type = 'square';
      oscillator.frequency.value = hertz;
      gain.gain.setValueAtTime(0.25, at);
      gain.gain.setTargetAtTime(0, at + ms / 1000 - 0.01, 0.006);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(at);
      oscillator.stop(at + ms / 1000 + 0.03);
      at += ms / 1000 + 0.02;
    }
  }

  return {
    play(cue) {
      const { sound, vibration } = enabled();
      if (sound) tone(sounds[cue]);
      if (vibration) globalThis.navigator.vibrate?.([...sounds[cue].vibration]);
    },
    unlock() {
      audio ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext();
      if (audio?.state === 'suspended') audio.resume().catch(() => undefined); // no sound: the screen says it too
    },
  };
}
