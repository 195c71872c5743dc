import { judgeFrame, nothingSeen } from './agreement.ts';
import { keepAwake } from './awake.ts';
import { type CameraLoop, createCameraLoop } from './cameraLoop.ts';
import { CameraError } from './cameraError.ts';
import { type StreamHold, createCameraOwner } from './cameraOwner.ts';
import { type CameraSettings, type ZoomRange, hasTorch, idOf, zoomOf } from './cameraStream.ts';
import { type Lens, listLenses, rearLenses } from './lenses.ts';
import { type LensResult, tryLenses } from './lensTrial.ts';
import { normalise } from './normalise.ts';
import type { FrameRead } from './agreement.ts';
import type { Scan } from './scan.ts';

/** The code types a warehouse has, and the camera looks for when nothing else is asked. */
export const cameraFormats = ['Code128', 'Code39', 'EAN13', 'UPCA', 'ITF', 'QRCode', 'DataMatrix'] as const;

export type CameraFormat = (typeof cameraFormats)[number];

export type CameraState = 'starting' | 'ready' | 'stopped';

/** What the camera in use can do, and how it is set. */
export interface CameraFacts {
  /** `undefined` where the browser does not say which one it is. */
  readonly deviceId: string | undefined;
  /** The cameras a code may be held to, this one among them. */
  readonly lenses: readonly Lens[];
  /** Whether the light is on; `undefined` on a camera without one. */
  readonly torch: boolean | undefined;
  /** `undefined` on a camera that does not zoom. */
  readonly zoom: ZoomRange | undefined;
}

export interface CameraOptions {
  /** Shows the picture; in the document while the camera runs. */
  readonly video: HTMLVideoElement;
  /** Fewer formats read faster. @default all of `cameraFormats` */
  readonly formats?: readonly CameraFormat[];
  /** The camera that served last; the rear one where it is gone. @default the one open already, else the rear one */
  readonly deviceId?: string;
  onScan(scan: Scan): void;
  onState?(state: CameraState): void;
  /** Told anew after each start and each change. */
  onFacts?(facts: CameraFacts): void;
  /** There is no picture. The camera comes back by itself where that can be known, else by `again`. */
  onProblem?(error: CameraError): void;
  /** Unix ms. @default Date.now */
  now?(): number;
}

/** A camera that is looked through: one stream, however many codes and screens. */
export interface Camera {
  /** Resolves with the first picture. @throws CameraError where there is none at first. */
  readonly ready: Promise<void>;
  /** Ends looking; the stream is kept a while for the next screen. Once is enough, more does no harm. */
  stop(): void;
  /** Tries once more after a problem. */
  again(): void;
  /** Looks through another camera. */
  use(deviceId: string): void;
  /** @returns whether the camera took it. */
  set(settings: CameraSettings): Promise<boolean>;
  /** Tries cameras on the code that is held to them; meanwhile nothing is scanned. @throws when called off. */
  tryLenses(
    deviceIds: readonly string[],
    onTry: (index: number) => void,
    signal: AbortSignal,
  ): Promise<readonly LensResult[]>;
}

/** A camera that has not given a frame for so long gives none, in milliseconds. */
const NO_FRAME_MS = 4_000;

/** One page, one camera. */
const owner = createCameraOwner();

/**
 * Looks through the camera, with a decoder that is loaded now and not before. Asks for permission where none was
 * given. Goes on until it is stopped, through whatever takes the picture away.
 */
export function startCamera(options: CameraOptions): Camera {
  const { video } = options;
  let loop: CameraLoop | undefined;
  let isStopped = false;
  /** Counts starts and pauses, so that what was awaited for an earlier picture is dropped. */
  let turn = 0;
  /** The picture that came up last. */
  let shown: { readonly deviceId: string | undefined } = { deviceId: undefined };
  let letSleep: (() => void) | undefined;
  let onRead: OnRead = scansTo(options);
  let settle: { done: () => void; failed: (error: CameraError) => void } | undefined;
  const ready = new Promise<void>((done, failed) => {
    settle = { done, failed };
  });
  ready.catch(() => undefined); // told by onProblem too

  const hold: StreamHold = owner.hold(options.deviceId, {
    onStarting: () => options.onState?.('starting'),
    onStream: (stream) => void show(stream),
    onPause: pause,
    onProblem: fail,
    onDevices: () => void tellFacts(),
  });

  function pause(): void {
    turn += 1;
    loop?.stop();
  }

  function fail(error: CameraError): void {
    pause();
    letSleep?.();
    letSleep = undefined;
    settle?.failed(error);
    options.onProblem?.(error);
  }

  async function show(stream: MediaStream): Promise<void> {
    turn += 1;
    const mine = turn;
    try {
      video.muted = true;
      video.playsInline = true;
      if (video.srcObject !== stream) video.srcObject = stream;
      const [{ createDecoder }] = await Promise.all([import('./camera-decoder.ts'), video.play()]);
      if (mine !== turn || isStopped) return;
      loop ??= createCameraLoop(video, createDecoder(options.formats ?? cameraFormats), {
        onFrame(read, atMs) {
          hold.seen();
          onRead(read, atMs);
        },
        onLost: () => hold.lost(),
        onFailed: (error) => fail(new CameraError('failed', { cause: error })),
      });
      loop.start();
      letSleep ??= keepAwake();
      shown = { deviceId: idOf(stream) };
      options.onState?.('ready');
      settle?.done();
      await tellFacts();
    } catch (error) {
      // Play is refused for reasons of its own, which are no word about the permission.
      if (mine === turn && !isStopped) fail(new CameraError('failed', { cause: error }));
    }
  }

  async function tellFacts(): Promise<void> {
    const stream = video.srcObject;
    if (isStopped || !(stream instanceof MediaStream)) return;
    const lenses = rearLenses(await listLenses(owner.facings));
    if (isStopped) return;
    options.onFacts?.({
      deviceId: idOf(stream),
      lenses,
      torch: hasTorch(stream) ? hold.settings().torch === true : undefined,
      zoom: zoomOf(stream),
    });
  }

  return {
    ready,
    stop() {
      if (isStopped) return;
      isStopped = true;
      pause();
      hold.release();
      letSleep?.();
      video.srcObject = null;
      settle?.failed(new CameraError('failed'));
      options.onState?.('stopped');
    },
    again: () => hold.again(),
    use: (deviceId) => hold.use(deviceId),
    async set(settings) {
      const isSet = await hold.set(settings);
      await tellFacts();
      return isSet;
    },
    async tryLenses(deviceIds, onTry, signal) {
      const frames = oneByOne();
      onRead = frames.onRead;
      const use = async (deviceId: string): Promise<void> => {
        if (shown.deviceId === deviceId) return;
        const before = shown;
        const isUp = (): boolean => shown !== before;
        hold.use(deviceId);
        do await frames.next();
        while (!isUp());
        if (shown.deviceId !== deviceId) throw new CameraError('no-camera'); // another one was given in its place
      };
      try {
        return await tryLenses(deviceIds, { use, frame: frames.next }, onTry, signal);
      } finally {
        onRead = scansTo(options);
      }
    },
  };
}

type OnRead = (read: FrameRead | undefined, atMs: number) => void;

/** From frames to scans. */
function scansTo({ onScan, now = Date.now }: CameraOptions): OnRead {
  let sight = nothingSeen;
  return (read, atMs) => {
    const judged = judgeFrame(sight, read, atMs);
    sight = judged.sight;
    const code = judged.accepted && normalise(judged.accepted.text);
    if (!code || !judged.accepted) return;
    onScan({ ...code, symbology: judged.accepted.symbology, source: 'camera', at: now() });
  };
}

/** Frames for one who waits for each. */
function oneByOne(): { readonly onRead: OnRead; next(): Promise<{ isRead: boolean; atMs: number }> } {
  let give: ((frame: { isRead: boolean; atMs: number }) => void) | undefined;
  return {
    onRead: (read, atMs) => give?.({ isRead: read !== undefined, atMs }),
    next: () =>
      new Promise((done, failed) => {
        const timer = setTimeout(() => failed(new CameraError('no-picture')), NO_FRAME_MS);
        give = (frame) => {
          clearTimeout(timer);
          done(frame);
        };
      }),
  };
}
