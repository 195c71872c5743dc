import type { Lack } from '#scan/vision/lack.ts';
import type { Unreadable } from '#scan/decode/messages.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { type SeenCode, createSight } from './agreement.ts';
import { createAid } from './aid.ts';
import { type CameraProblem, CameraError } from './cameraError.ts';
import { type CameraSettings, type ZoomRange, hasTorch, idOf, zoomOf } from './cameraStream.ts';
import { type Lens, listLenses, rearLenses } from './lenses.ts';
import { createLensTrial } from './lensTrial.ts';
import { pageCamera } from './pageCamera.ts';
import { createPicture } from './picture.ts';
import { createUnreadableTeller } from './unreadable.ts';

/** The abilities of the camera in use, and its settings. */
export interface CameraFacts {
  /** `undefined` where the browser does not say which one it is. */
  readonly deviceId: string | undefined;
  /** The cameras a code may be held to, this one among them. */
  readonly lenses: readonly Lens[];
  /** `true`: the light is on; `undefined` on a camera without one. */
  readonly torch: boolean | undefined;
  /** `undefined` on a camera that does not zoom. */
  readonly zoom: ZoomRange | undefined;
}

/** State of the camera, for a person to see. */
export interface CameraView {
  readonly state: 'starting' | 'ready' | 'stopped';
  /** The reason for which there is no picture. The camera comes back by itself where that can be known, else by `again`. */
  readonly problem?: CameraProblem | undefined;
  /** Absent until there is a picture; others after each start and each change. */
  readonly facts?: CameraFacts;
  /** The lack of all pictures for a while, until a code is read: the camera adds it where it can. */
  readonly lack?: Lack | undefined;
  /** The reason for which what is in sight is no code; for a moment longer than it is. */
  readonly unreadable?: Unreadable | undefined;
}

export interface StartCameraOptions {
  /** Shows the picture; in the document while the camera runs. */
  readonly video: HTMLVideoElement;
  /** The rules for what is looked for and believed. Fewer formats read faster. */
  readonly rules: ReadingRules;
  /** The camera that served last; the rear one where it is gone. @default the one open already, else the rear one */
  readonly deviceId: string | undefined;
  /** Told with each picture that shows codes, and once when there are none any more. */
  onCodes(codes: readonly SeenCode[]): void;
  /** Told of what is new in it. */
  onView(change: Partial<CameraView>): void;
}

/** A camera that is looked through: one stream, however many codes and screens. */
export type Camera = ReturnType<typeof startCamera>;

/**
 * Looks through the camera, with a decoder that is loaded now and not before. Asks for permission where none was
 * given. Goes on until it is stopped, through whatever takes the picture away.
 */
export function startCamera(options: StartCameraOptions) {
  const { video, rules, onView } = options;
  let isStopped = false;
  const applyAid = (lack: Lack | undefined): void => void hold.applyAid(lack).then(tellFacts);
  const tellAid = createAid(applyAid, (lack) => onView({ lack }));
  const sight = createSight(rules, (codes) => {
    tellAid({ kind: codes.length > 0 ? 'read' : 'gone' });
    options.onCodes(codes);
  });
  const tellUnreadable = createUnreadableTeller((unreadable) => onView({ unreadable }));
  const picture = createPicture(video, rules, {
    onFrame(seen, atMs) {
      hold.seen();
      trial.onFrame(seen, atMs);
      tellUnreadable(seen, atMs);
      tellAid({ kind: 'frame', lack: seen.lack, atMs });
      sight.onFrame(seen, atMs);
    },
    onShown() {
      onView({ state: 'ready', problem: undefined });
      return tellFacts();
    },
    onLost: () => hold.lost(),
    onPause: () => tellAid({ kind: 'gone' }),
    onFailed: failAnew,
  });
  const hold = pageCamera.hold(options.deviceId, {
    onStarting: () => onView({ state: 'starting', problem: undefined }),
    onStream: (stream) => void picture.show(stream).catch(failAnew),
    onPause: () => picture.pause(),
    onProblem: fail,
    onDevices: () => void tellFacts(),
  });
  const trial = createLensTrial(hold.use, picture.shown);

  function fail(error: CameraError): void {
    picture.end();
    onView({ state: 'stopped', problem: error.kind });
  }

  /** Tells that the decoder failed, or could not be loaded: it is loaded anew when a person tries again. */
  function failAnew(error: unknown): void {
    picture.close();
    fail(new CameraError('failed', { cause: error }));
  }

  async function tellFacts(): Promise<void> {
    const facts = await factsOf(video.srcObject, hold.settings);
    if (facts && !isStopped) onView({ facts });
  }

  return {
    /** Ends looking; the stream is kept a while for the next screen. Once is enough, more does no harm. */
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      picture.end();
      hold.release();
      picture.close();
      video.srcObject = null;
      onView({ state: 'stopped', problem: undefined });
    },
    again: hold.again,
    use: hold.use,
    /** @returns whether the camera took it. */
    async set(settings: CameraSettings): Promise<boolean> {
      tellAid({ kind: 'chosen' });
      const isSet = await hold.set(settings);
      await tellFacts();
      return isSet;
    },
    /** While it is so no code is told; one that came meanwhile and is still in sight is told afterwards. */
    pause(isPaused: boolean): void {
      tellAid({ kind: 'pause', isPaused });
      sight.pause(isPaused);
    },
    /** Lets what is in sight count once more, also where it was told already. */
    anew: sight.anew,
    /** Tries cameras on the code that is held to them, which is told as a scan too. @throws when called off. */
    tryLenses: trial.tryLenses,
  };
}

async function factsOf(stream: MediaProvider | null, settings: () => CameraSettings): Promise<CameraFacts | undefined> {
  if (!(stream instanceof MediaStream)) return undefined;
  const lenses = rearLenses(await listLenses(pageCamera.facings));
  return {
    deviceId: idOf(stream),
    lenses,
    torch: hasTorch(stream) ? settings().torch === true : undefined,
    zoom: zoomOf(stream),
  };
}
