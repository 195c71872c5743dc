import type { Cue } from './cueNames.ts';
import type { HandheldSettings } from '#device/settings.ts';

type Note = readonly [hertz: number, ms: number];

/** The notes of a cue, and its vibration pattern in ms. */
interface Signal {
  readonly vibration: readonly number[];
  readonly notes: readonly Note[];
}

/** Ms between two clicks, as in the double click by which Android rejects. Nearer ones are felt as one, as in its click. */
const GAP = 100;

/**
 * The hand is told as by Android: one click confirms (its tick, its click that swells, its click, its heavy click), two reject, or ask
 * for a look (its double click; two long ones stop). Three are of neither: an earlier call.
 */
export const signals: Readonly<Record<Cue, Signal>> = {
  step: signal([25], [1320, 45]),
  found: signal([35, 30, 90], [880, 35], [1760, 70]),
  saved: signal([60], [1047, 70], [1568, 120]),
  repeat: signal([30, GAP, 30], [740, 90], [740, 90]),
  wrong: signal([250, GAP, 250], [220, 180], [165, 320]),
  asked: signal([30, GAP, 180], [740, 70], [740, 70], [494, 200]),
  accepted: signal([130], [1568, 60], [1976, 60], [2349, 140]),
  refused: signal([400, GAP, 120], [392, 140], [311, 140], [247, 300]),
  unclassified: signal([70, GAP, 70], [1175, 110], [880, 150]),
  queue: signal([90, GAP, 90, GAP, 90], [880, 110], [587, 110], [880, 110], [587, 160]),
};

function signal(vibration: readonly number[], ...notes: readonly Note[]): Signal {
  return { vibration, notes };
}

/** Ms between two notes of a cue. */
const BETWEEN = 20;
/** A browser that does not tell of its devices by then is not waited for, in ms. */
const DEVICES_MS = 1_000;
/** So long it is not asked again whether sound may be made: each asking takes part of a key's time, in ms. */
const ASKED_MS = 250;

export type Cues = ReturnType<typeof createCues>;

/** Plays cues: tones by Web Audio, and vibration where the device has it; `enabled` is read at each cue. */
export function createCues(enabled: () => Pick<HandheldSettings, 'sound' | 'vibration' | 'mutedCues'>) {
  let audio: AudioContext | undefined;
  let sounding: OscillatorNode[] = [];
  let freeAt = 0;
  let preparing: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  /** Makes the sound. Making it stops the page until the browser's own part for sound runs; asking for the devices starts that beside the page. */
  async function setUp(): Promise<void> {
    if (typeof AudioContext === 'undefined') return;
    const devices = globalThis.navigator.mediaDevices?.enumerateDevices().catch(() => undefined);
    await Promise.race([devices, new Promise((resolve) => setTimeout(resolve, DEVICES_MS))]);
    audio = new AudioContext();
    if (globalThis.navigator.userActivation?.hasBeenActive) allow();
  }

  /** Sets up what sound needs, before the first scan: its own key would wait for that. No sound comes of it. */
  function prepare(): Promise<void> {
    // No sound: the screen says it too, and it is tried again at the next key.
    preparing ??= setUp().catch(() => void (preparing = undefined));
    return preparing;
  }

  function allow(): void {
    if (audio?.state !== 'suspended' || performance.now() - askedAt < ASKED_MS) return;
    askedAt = performance.now();
    audio.resume().catch(() => undefined); // no sound: the screen says it too
  }

  function tone(notes: Signal['notes']): void {
    if (audio?.state !== 'running') return;
    for (const oscillator of sounding) oscillator.stop();
    sounding = [];
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
      sounding.push(oscillator);
      at += (ms + BETWEEN) / 1000;
    }
  }

  function tell(cue: Cue): void {
    const { sound, vibration } = enabled();
    const { notes, vibration: pattern } = signals[cue];
    freeAt = performance.now() + notes.reduce((sum, [, ms]) => sum + ms + BETWEEN, 0);
    if (sound) tone(notes);
    const isTouched = globalThis.navigator.userActivation?.hasBeenActive ?? true; // where it was not, it is refused aloud
    if (vibration && isTouched) globalThis.navigator.vibrate?.([...pattern]);
  }

  return {
    /** Tells it, in place of what is being told: the newest thing is what counts. */
    play(cue: Cue): void {
      if (!enabled().mutedCues?.includes(cue)) tell(cue);
    },
    /** As `play`, for somebody who asks what it is like: also where this one is muted, and when there is sound at last. */
    async sample(cue: Cue): Promise<void> {
      await prepare();
      if (audio?.state === 'suspended') await audio.resume().catch(() => undefined); // none is allowed: it is felt
      tell(cue);
    },
    /** Returns when the last one will have ended, in ms of `performance.now()`. */
    freeAt: (): number => freeAt,
    prepare,
    /** Allows sound: browsers want a tap or a key first. Cheap to call at each one. */
    unlock(): void {
      void prepare();
      allow();
    },
  };
}
