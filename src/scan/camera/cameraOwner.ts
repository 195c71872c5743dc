import type { Lack } from '#scan/vision/lack.ts';
import {
  type OwnedCamera,
  type StreamListener,
  afresh,
  hide,
  applyAid,
  checkDevices,
  end,
  park,
  renew,
  settingsOf,
  show,
  takeCamera,
} from './ownedCamera.ts';
import { type CameraSettings, adjust, idOf, isAlive, cameraPermission } from './cameraStream.ts';

/** A picture that has held so long is well, in milliseconds; one that comes and goes is not. */
const STEADY_MS = 3_000;

/**
 * Owns the one camera stream of this page: it outlives screens, comes back when the system took it, and is ended when
 * nobody has looked for a while. At most one getUserMedia runs at a time.
 */
export function createCameraOwner() {
  const camera: OwnedCamera = { facings: new Map(), settings: new Map(), tries: 0, openedMs: 0 };
  document.addEventListener('visibilitychange', () => (document.hidden ? hide(camera) : show(camera)));
  for (const type of ['pageshow', 'focus']) addEventListener(type, () => show(camera)); // once too often rather than never
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener('devicechange', () => void checkDevices(camera));
  void cameraPermission().then((permission) => {
    permission?.addEventListener('change', () => {
      if (permission.state === 'granted' && !camera.stream) afresh(camera);
    });
  });
  return {
    /** Directions in which the cameras look that were open, by id. */
    facings: camera.facings as ReadonlyMap<string, string>,
    /** Opens the camera, or takes over the stream that is kept. Whoever held it before no longer does. */
    hold(deviceId: string | undefined, listener: StreamListener) {
      const { stream, asked } = camera;
      const wanted = deviceId ?? asked;
      void applyAid(camera, undefined); // whoever held it cannot take it back any more
      camera.holder = listener;
      camera.wanted = wanted;
      if (stream && isAlive(stream) && (wanted === asked || wanted === idOf(stream))) {
        camera.asked = wanted;
        takeCamera(camera, stream, listener);
      } else afresh(camera);
      return holdOf(camera, listener);
    },
  };
}

/** Returns what one holder may do with the stream, until it is let go; nothing any more once another one holds the camera. */
function holdOf(camera: OwnedCamera, listener: StreamListener) {
  const isMine = (): boolean => camera.holder === listener;
  return {
    /** A picture came: the camera is well. */
    seen(): void {
      if (isMine() && performance.now() - camera.openedMs > STEADY_MS) camera.tries = 0;
    },
    /** No picture has come for a while. */
    lost(): void {
      if (isMine()) renew(camera);
    },
    /** Tries once more after `onProblem`. */
    again(): void {
      if (isMine()) afresh(camera);
    },
    /** Takes another camera. */
    use(id: string): void {
      if (!isMine()) return;
      camera.wanted = id;
      afresh(camera);
    },
    /** @returns whether the camera took it. It is set again after each restart of the same camera. */
    async set(change: CameraSettings): Promise<boolean> {
      const { stream } = camera;
      if (!isMine() || !stream) return false;
      const next = { ...settingsOf(camera, stream), ...change };
      const id = idOf(stream) ?? '';
      if (!(await adjust(stream, next))) return false;
      camera.settings.set(id, next);
      return true;
    },
    /** Adds what pictures lack, where the camera has it; with `undefined` it is taken back. Nothing of it is kept. */
    async applyAid(lack: Lack | undefined): Promise<void> {
      if (isMine()) await applyAid(camera, lack);
    },
    /** As it is set now, by a person or for as long as an aid is applied. */
    settings: (): CameraSettings =>
      camera.stream ? { ...settingsOf(camera, camera.stream), ...camera.applied?.now } : {},
    /** Lets go. The stream is kept a while for whoever comes next. */
    release(): void {
      if (!isMine()) return;
      camera.holder = undefined;
      park(camera);
    },
    /** Lets go, and ends the stream at once; one that is being opened, once it is. */
    end(): void {
      if (!isMine()) return;
      camera.holder = undefined;
      end(camera);
      void camera.opening?.finally(() => !camera.holder && end(camera));
    },
  };
}
