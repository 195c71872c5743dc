/** A press that is held this long does what its button says, in milliseconds; one that ends sooner does nothing. */
const HOLD_MS = 600;
/** After so long without the second press of a key the first one is forgotten, in milliseconds. */
const SECOND_WITHIN_MS = 5_000;
/** A timer that comes so much too late, in milliseconds, lets the end of the press be heard before it: the page was busy. */
const LATE_MS = 150;

/** `pressed`: a finger or a mouse is down; `asks`: a key, or who hears the screen, has to press once more. */
export type Holding = 'none' | 'pressed' | 'asks';

export interface HoldPorts {
  /** Ms of a clock that only goes on. */
  readonly now: () => number;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  readonly onChange: (holding: Holding) => void;
  readonly onDone: () => void;
}

export type Hold = ReturnType<typeof createHold>;

/** Tells a meant press from a slip: it is held, or a key is pressed twice, with as long between. */
export function createHold({ now, setTimeout, clearTimeout, onChange, onDone }: HoldPorts) {
  let holding: Holding = 'none';
  let timer: unknown;
  let beganMs = 0;

  function turn(to: Holding): void {
    clearTimeout(timer as never);
    beganMs = now();
    if (holding !== to) onChange((holding = to));
  }
  function end(): void {
    turn('none');
    onDone();
  }
  function waitFor(ms: number): void {
    timer = setTimeout(() => (now() - beganMs - HOLD_MS > LATE_MS && ms === HOLD_MS ? waitFor(LATE_MS) : end()), ms);
  }

  return {
    press(): void {
      turn('pressed');
      waitFor(HOLD_MS);
    },
    release(): void {
      if (holding === 'pressed') turn('none');
    },
    /** A press that cannot be held: of a key, or by a screen reader. */
    key(): void {
      if (holding === 'asks') return now() - beganMs < HOLD_MS ? undefined : end();
      turn('asks');
      timer = setTimeout(() => turn('none'), SECOND_WITHIN_MS);
    },
    /** Another key, a scan, or the focus elsewhere: whatever was begun was not meant. */
    forget: (): void => turn('none'),
  };
}
