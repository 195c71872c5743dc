import { CameraError, problemOf } from './cameraError.ts';
import { type CameraSettings, adjust, closeStream, idOf, isAlive, openStream, trackOf } from './cameraStream.ts';
import { listLenses } from './lenses.ts';
import { isAllowed, watchSurroundings } from './surroundings.ts';

/** A stream that nobody looks at is kept so long, in milliseconds: the next screen need not ask for it again. */
const PARKED_MS = 30_000;
/** A page out of sight keeps its camera so long, in milliseconds: a glance at another app costs no restart. */
const HIDDEN_MS = 30_000;
/** A track that the system has muted may come back by itself within this, in milliseconds. */
const MUTED_MS = 700;
/** A picture that has held so long is well, in milliseconds; one that comes and goes is not. */
const STEADY_MS = 3_000;
/** Pauses before the tries to get a picture, in milliseconds; after the last one it is given up and said. */
const PAUSES_MS = [0, 250, 700];

/** What one who shows the picture hears. */
export interface StreamListener {
  /** A stream is being asked for. */
  onStarting(): void;
  /** A stream to be shown; the same one again after `onPause`. */
  onStream(stream: MediaStream): void;
  /** The page is out of sight or the stream has ended: there is nothing to look at now. */
  onPause(): void;
  /** There is no picture, and no further try before something changes. */
  onProblem(error: CameraError): void;
  /** A camera was put in or pulled out. */
  onDevices(): void;
}

/** The right to the camera's stream, until it is let go. */
export interface StreamHold {
  /** A picture came: the camera is well. */
  seen(): void;
  /** No picture has come for a while. */
  lost(): void;
  /** Tries once more after `onProblem`. */
  again(): void;
  /** Takes another camera. */
  use(deviceId: string): void;
  /** @returns whether the camera took it. It is set again after each restart of the same camera. */
  set(settings: CameraSettings): Promise<boolean>;
  settings(): CameraSettings;
  /** Lets go. The stream is kept a while for whoever comes next. */
  release(): void;
}

export interface CameraOwner {
  /** Opens the camera, or takes over the stream that is kept. Whoever held it before no longer does. */
  hold(deviceId: string | undefined, listener: StreamListener): StreamHold;
  /** Where the cameras look that were open, by id. */
  readonly facings: ReadonlyMap<string, string>;
}

/**
 * Owns the one camera stream of this page: it outlives screens, comes back when the system took it, and is ended when
 * nobody has looked for a while. At most one getUserMedia runs at a time.
 */
export function createCameraOwner(): CameraOwner {
  const facings = new Map<string, string>();
  const settings = new Map<string, CameraSettings>();
  let stream: MediaStream | undefined;
  let holder: StreamListener | undefined;
  let wanted: string | undefined;
  /** What the present stream was asked for with: another camera may have been given. */
  let asked: string | undefined;
  let opening: Promise<void> | undefined;
  /** Since the picture was steady, or since a person asked. */
  let tries = 0;
  let openedMs = 0;
  let problem: CameraError | undefined;
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  let muteTimer: ReturnType<typeof setTimeout> | undefined;

  const settingsOf = (one: MediaStream): CameraSettings => settings.get(idOf(one) ?? '') ?? {};

  function end(): void {
    clearTimeout(endTimer);
    clearTimeout(muteTimer);
    if (!stream) return;
    closeStream(stream);
    stream = undefined;
    holder?.onPause();
  }

  function endIn(ms: number): void {
    clearTimeout(endTimer);
    endTimer = setTimeout(end, ms);
  }

  /** Gets a fresh stream, one at a time and only while the page is seen. */
  function renew(): void {
    if (opening || !holder || document.hidden) return;
    end();
    const pauseMs = PAUSES_MS[tries];
    if (pauseMs === undefined) {
      giveUp(problem ?? new CameraError('no-picture'));
      return;
    }
    tries += 1;
    opening = open(pauseMs).finally(() => {
      opening = undefined;
      afterOpening();
    });
  }

  function afresh(): void {
    tries = 0;
    renew();
  }

  async function open(pauseMs: number): Promise<void> {
    holder?.onStarting();
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    asked = wanted;
    problem = undefined;
    try {
      stream = await openStream(asked);
      openedMs = performance.now();
      watch(stream);
      await adjust(stream, settingsOf(stream));
    } catch (error) {
      problem = problemOf(error);
    }
  }

  /** Much may have changed while the browser was asked. */
  function afterOpening(): void {
    if (!holder) park();
    else if (document.hidden) hide();
    else if (wanted !== asked) afresh();
    else if (stream && trackOf(stream)?.readyState !== 'live') renew();
    else if (stream) holder.onStream(stream);
    // The system often has it for a moment yet, after a lock.
    else if (problem?.kind === 'in-use' || problem?.kind === 'failed') renew();
    else giveUp(problem ?? new CameraError('failed'));
  }

  function giveUp(error: CameraError): void {
    problem = error;
    holder?.onProblem(error);
  }

  /** Hears whatever the track says of its end. */
  function watch(opened: MediaStream): void {
    const track = trackOf(opened);
    const { deviceId, facingMode } = track?.getSettings() ?? {};
    if (deviceId !== undefined && facingMode !== undefined) facings.set(deviceId, facingMode);
    track?.addEventListener('ended', () => {
      if (stream === opened) renew();
    });
    track?.addEventListener('mute', () => waitForUnmute(opened));
    if (track?.muted === true) waitForUnmute(opened);
  }

  function waitForUnmute(muted: MediaStream): void {
    clearTimeout(muteTimer);
    muteTimer = setTimeout(() => {
      if (stream === muted && !isAlive(muted)) renew();
    }, MUTED_MS);
  }

  /** Nobody looks: the light goes out, and the stream ends where nobody comes. */
  function park(): void {
    if (!stream) return;
    if (document.hidden || !isAlive(stream)) {
      end();
      return;
    }
    if (settingsOf(stream).torch === true) void adjust(stream, { torch: false });
    endIn(PARKED_MS);
  }

  function hide(): void {
    if (holder) {
      holder.onPause();
      endIn(HIDDEN_MS);
    } else end();
  }

  function show(): void {
    if (document.hidden || !holder) return;
    clearTimeout(endTimer);
    if (opening) return;
    if (!stream) void comeBack();
    else if (isAlive(stream)) holder.onStream(stream);
    else if (trackOf(stream)?.readyState === 'live') waitForUnmute(stream);
    else renew();
  }

  /** By itself only where it can succeed: each try without permission may ask the person once more. */
  async function comeBack(): Promise<void> {
    if (problem?.kind === 'not-allowed' && !(await isAllowed())) return;
    if (!stream && !opening) afresh();
  }

  async function lookAtDevices(): Promise<void> {
    holder?.onDevices();
    if (!holder || opening) return;
    if (!stream) {
      await comeBack();
      return;
    }
    const looked = stream;
    const id = idOf(looked);
    const lenses = await listLenses(facings);
    // A camera that is gone does not always say so.
    if (id !== undefined && stream === looked && lenses.every(({ deviceId }) => deviceId !== id)) renew();
  }

  /** Hands over the stream that is there, lit as it was left. */
  function takeOver(kept: MediaStream, listener: StreamListener): void {
    clearTimeout(endTimer);
    if (settingsOf(kept).torch === true) void adjust(kept, settingsOf(kept));
    queueMicrotask(() => {
      if (holder === listener && stream === kept) listener.onStream(kept);
    });
  }

  watchSurroundings({
    onHidden: hide,
    onSeen: show,
    onDevices: () => void lookAtDevices(),
    onAllowed: () => {
      if (!stream) afresh();
    },
  });

  return {
    facings,
    hold(deviceId, listener) {
      holder = listener;
      wanted = deviceId ?? asked;
      const isMine = (): boolean => holder === listener;
      if (stream && isAlive(stream) && (wanted === asked || wanted === idOf(stream))) {
        asked = wanted;
        takeOver(stream, listener);
      } else afresh();
      return {
        seen() {
          if (isMine() && performance.now() - openedMs > STEADY_MS) tries = 0;
        },
        lost() {
          if (isMine()) renew();
        },
        again() {
          if (isMine()) afresh();
        },
        use(id) {
          if (!isMine()) return;
          wanted = id;
          afresh();
        },
        async set(change) {
          if (!isMine() || !stream) return false;
          const next = { ...settingsOf(stream), ...change };
          const id = idOf(stream) ?? '';
          if (!(await adjust(stream, next))) return false;
          settings.set(id, next);
          return true;
        },
        settings: () => (stream ? settingsOf(stream) : {}),
        release() {
          if (!isMine()) return;
          holder = undefined;
          park();
        },
      };
    },
  };
}
