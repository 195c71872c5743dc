import {
  type OwnedCamera,
  type StreamListener,
  afresh,
  hide,
  lookAtDevices,
  park,
  renew,
  settingsOf,
  show,
  takeOver,
} from './ownedCamera.ts';
import { type CameraSettings, adjust, idOf, isAlive } from './cameraStream.ts';
import { watchSurroundings } from './surroundings.ts';

/** A picture that has held so long is well, in milliseconds; one that comes and goes is not. */
const STEADY_MS = 3_000;

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
  const camera: OwnedCamera = { facings: new Map(), settings: new Map(), tries: 0, openedMs: 0 };
  watchSurroundings({
    onHidden: () => hide(camera),
    onSeen: () => show(camera),
    onDevices: () => void lookAtDevices(camera),
    onAllowed: () => {
      if (!camera.stream) afresh(camera);
    },
  });
  return {
    facings: camera.facings,
    hold(deviceId, listener) {
      const { stream, asked } = camera;
      const wanted = deviceId ?? asked;
      camera.holder = listener;
      camera.wanted = wanted;
      if (stream && isAlive(stream) && (wanted === asked || wanted === idOf(stream))) {
        camera.asked = wanted;
        takeOver(camera, stream, listener);
      } else afresh(camera);
      return holdOf(camera, listener);
    },
  };
}

/** What one holder may do; nothing any more once another one holds the camera. */
function holdOf(camera: OwnedCamera, listener: StreamListener): StreamHold {
  const isMine = (): boolean => camera.holder === listener;
  return {
    seen() {
      if (isMine() && performance.now() - camera.openedMs > STEADY_MS) camera.tries = 0;
    },
    lost() {
      if (isMine()) renew(camera);
    },
    again() {
      if (isMine()) afresh(camera);
    },
    use(id) {
      if (!isMine()) return;
      camera.wanted = id;
      afresh(camera);
    },
    async set(change) {
      const { stream } = camera;
      if (!isMine() || !stream) return false;
      const next = { ...settingsOf(camera, stream), ...change };
      const id = idOf(stream) ?? '';
      if (!(await adjust(stream, next))) return false;
      camera.settings.set(id, next);
      return true;
    },
    settings: () => (camera.stream ? settingsOf(camera, camera.stream) : {}),
    release() {
      if (!isMine()) return;
      camera.holder = undefined;
      park(camera);
    },
  };
}
