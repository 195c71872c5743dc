import { judgeFrame, nothingSeen } from './agreement.ts';
import { keepAwake } from '#scan/awake.ts';
import { CameraError } from './cameraError.ts';
import { type StreamHold, createCameraOwner } from './cameraOwner.ts';
import { type CameraSettings, type ZoomRange, hasTorch, idOf, zoomOf } from './cameraStream.ts';
import { type Lens, listLenses, rearLenses } from './lenses.ts';
import { type LensResult, framesInTurn, tryLenses } from './lensTrial.ts';
import { normalise } from '#scan/normalise.ts';
import type { Decoder, FrameRead } from '#scan/decode/decoder.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';
import type { FrameSource } from './frames.ts';
import type { Scan } from '#scan/scan.ts';

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
  /** What is looked for and believed. Fewer formats read faster. @default warehouseRules */
  readonly rules?: ReadingRules;
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
  /** While it is so no code is told; one that came meanwhile and is still in sight is told afterwards. */
  pause(isPaused: boolean): void;
  /** What is in sight counts once more, also where it was told already. */
  anew(): void;
  /** Looks through another camera. */
  use(deviceId: string): void;
  /** @returns whether the camera took it. */
  set(settings: CameraSettings): Promise<boolean>;
  /** Tries cameras on the code that is held to them, which is told as a scan too. @throws when called off. */
  tryLenses(
    deviceIds: readonly string[],
    onTry: (index: number) => void,
    signal: AbortSignal,
  ): Promise<readonly LensResult[]>;
}

/** One page, one camera. */
const owner = createCameraOwner();

/**
 * Looks through the camera, with a decoder that is loaded now and not before. Asks for permission where none was
 * given. Goes on until it is stopped, through whatever takes the picture away.
 */
export function startCamera(options: CameraOptions): Camera {
  const { video, rules = warehouseRules } = options;
  let loop: FrameSource | undefined;
  let loading: Promise<FrameSource> | undefined;
  let decoder: Promise<Decoder> | undefined;
  let isStopped = false;
  let isLooking = false;
  /** Counts starts and pauses, so that what was awaited for an earlier picture is dropped. */
  let turn = 0;
  /** The picture that came up last. */
  let shown: { readonly deviceId: string | undefined } = { deviceId: undefined };
  let letSleep: (() => void) | undefined;
  /** Hears the frames while lenses are tried. */
  let onTrial: OnRead | undefined;
  const sight = scansTo(rules, (scan) => options.onScan({ ...scan, at: options.now?.() ?? Date.now() }));
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

  loading = load(); // the permission may take longer
  loading.catch(() => undefined); // told where it is awaited

  function pause(): void {
    turn += 1;
    isLooking = false;
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
    if (isLooking && video.srcObject === stream && !video.paused) return;
    turn += 1;
    const mine = turn;
    try {
      video.muted = true;
      video.playsInline = true;
      if (video.srcObject !== stream) video.srcObject = stream;
      const playing = video.play();
      playing.catch(() => undefined); // awaited below, where it still matters
      loop = await (loading ??= load());
      if (mine !== turn) return;
      loop.start(); // before it plays: a stream without a picture never does
      await playing;
      if (mine !== turn) return;
      letSleep ??= keepAwake();
      isLooking = true;
      shown = { deviceId: idOf(stream) };
      options.onState?.('ready');
      settle?.done();
      await tellFacts();
    } catch (error) {
      // Play is refused for reasons of its own, which are no word about the permission.
      if (mine === turn) failAnew(error);
    }
  }

  /** The decoder failed, or could not be loaded: it is loaded anew when a person tries again. */
  function failAnew(error: unknown): void {
    closeDecoder();
    loading = undefined;
    fail(new CameraError('failed', { cause: error }));
  }

  function closeDecoder(): void {
    decoder?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }

  async function load(): Promise<FrameSource> {
    const [{ createFrameSource }, opened] = await Promise.all([import('./frames.ts'), openAnew()]);
    const listener = {
      onFrame(read: FrameRead | undefined, atMs: number) {
        hold.seen();
        onTrial?.(read, atMs);
        sight.onRead(read, atMs);
      },
      onLost: () => hold.lost(),
      onFailed: failAnew,
    };
    return createFrameSource(video, opened, listener, { reopen: openAnew });
  }

  function openAnew(): Promise<Decoder> {
    decoder = import('#scan/decode/decoder.ts').then(({ openDecoder }) => openDecoder(rules));
    return decoder;
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
      closeDecoder();
      letSleep?.();
      video.srcObject = null;
      settle?.failed(new CameraError('failed'));
      options.onState?.('stopped');
    },
    again: () => hold.again(),
    pause: (isPaused) => sight.pause(isPaused),
    anew: () => sight.anew(),
    use: (deviceId) => hold.use(deviceId),
    async set(settings) {
      const isSet = await hold.set(settings);
      await tellFacts();
      return isSet;
    },
    async tryLenses(deviceIds, onTry, signal) {
      const frames = framesInTurn();
      onTrial = (read, atMs) => frames.put({ isRead: read !== undefined, atMs });
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
        onTrial = undefined;
      }
    },
  };
}

type OnRead = (read: FrameRead | undefined, atMs: number) => void;

interface SightReader {
  readonly onRead: OnRead;
  readonly pause: (isPaused: boolean) => void;
  readonly anew: () => void;
}

/** From frames to scans. */
function scansTo(rules: ReadingRules, onScan: (scan: Omit<Scan, 'at'>) => void): SightReader {
  let sight = nothingSeen;
  let isPaused = false;
  return {
    onRead(read, atMs) {
      const { sight: next, accepted } = judgeFrame(sight, read, atMs, rules);
      if (accepted && isPaused) return; // not seen, so that it is new when the pause is over
      sight = next;
      const code = accepted && normalise(accepted.text);
      if (code) onScan({ ...code, symbology: accepted.symbology, source: 'camera' });
    },
    pause: (isNow) => void (isPaused = isNow),
    anew: () => void (sight = nothingSeen),
  };
}
