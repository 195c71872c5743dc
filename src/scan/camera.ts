import { judgeFrame, nothingSeen } from './agreement.ts';
import { CameraError, problemOf } from './cameraError.ts';
import { closeStream, hasTorch, isAlive, openStream, setTorch, trackOf } from './cameraStream.ts';
import type { Decoder } from './decoder.ts';
import type { FrameListener, FrameSource } from './frames.ts';
import { type ReadingRules, warehouseRules } from './formats.ts';
import { normalise } from './normalise.ts';
import type { Scan } from './scan.ts';

export type CameraState = 'starting' | 'ready' | 'stopped';

export interface CameraOptions {
  /** Shows the picture; in the document while the camera runs. */
  readonly video: HTMLVideoElement;
  /** What is looked for and believed. Fewer formats read faster. @default warehouseRules */
  readonly rules?: ReadingRules;
  /** The camera that served last; another one where it is gone. @default the rear one */
  readonly deviceId?: string;
  /** Stops the camera, also while it starts. */
  readonly signal?: AbortSignal;
  onScan(scan: Scan): void;
  onState?(state: CameraState): void;
  /** Whether this camera has a light. */
  onTorch?(isThere: boolean): void;
  /** The camera was lost and did not come back. It is tried again when the page is seen again. */
  onProblem?(error: CameraError): void;
  /** Unix ms. @default Date.now */
  now?(): number;
}

/** A running camera: one stream, however many codes it reads. */
export interface Camera {
  /** Ends stream, light and decoding. Once is enough, more does no harm. */
  stop(): void;
  /** @returns whether the light is now as asked; `false` on a camera without one. */
  torch(on: boolean): Promise<boolean>;
  /** To be handed in next time. */
  readonly deviceId: string | undefined;
}

/**
 * Starts the camera and its decoder, which is loaded now and not before. Asks for permission where none was given.
 *
 * @throws CameraError when there is no picture: its `kind` says why.
 */
export async function startCamera(options: CameraOptions): Promise<Camera> {
  const session: Session = { options, deviceId: options.deviceId, torchOn: false, isStopped: false };
  const loading = import('./decoder.ts').then(({ openDecoder }) => openDecoder(options.rules ?? warehouseRules));
  loading.catch(() => undefined); // reported below; the permission may take longer
  options.signal?.addEventListener('abort', () => stop(session));
  try {
    if (options.signal?.aborted) throw new CameraError('failed');
    await open(session);
    const { createFrameSource } = await import('./frames.ts');
    session.decoder = await loading;
    session.loop = createFrameSource(options.video, session.decoder, lookingAt(session), {
      reopen: () => reopen(session),
    });
    ready(session);
    session.unwatch = watchPage(() => check(session));
  } catch (error) {
    stop(session);
    loading.then(
      (decoder) => decoder.close(),
      () => undefined,
    );
    throw problemOf(error);
  }
  return {
    stop: () => stop(session),
    torch: async (on) => {
      session.torchOn = on;
      return session.stream !== undefined && setTorch(session.stream, on);
    },
    get deviceId() {
      return session.deviceId;
    },
  };
}

interface Session {
  readonly options: CameraOptions;
  deviceId: string | undefined;
  torchOn: boolean;
  isStopped: boolean;
  stream?: MediaStream;
  decoder?: Decoder;
  loop?: FrameSource;
  /** The one restart that is under way. */
  restarting?: Promise<void>;
  unwatch?: () => void;
}

/** Gets a stream and shows it. @throws what the browser throws, or CameraError when stopped meanwhile. */
async function open(session: Session): Promise<void> {
  const { video, onState, onTorch } = session.options;
  onState?.('starting');
  const stream = await openStream(session.deviceId);
  if (session.isStopped) {
    closeStream(stream);
    throw new CameraError('failed');
  }
  session.stream = stream;
  session.deviceId = trackOf(stream)?.getSettings().deviceId ?? session.deviceId;
  trackOf(stream)?.addEventListener('ended', () => check(session));
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  if (session.torchOn) await setTorch(stream, true);
  onTorch?.(hasTorch(stream));
}

/** Another decoder in place of one that failed. */
async function reopen(session: Session): Promise<Decoder> {
  const { openDecoder } = await import('./decoder.ts');
  session.decoder = await openDecoder(session.options.rules ?? warehouseRules);
  if (session.isStopped) session.decoder.close();
  return session.decoder;
}

function ready({ loop, isStopped, options }: Session): void {
  if (isStopped) throw new CameraError('failed');
  loop?.start();
  options.onState?.('ready');
}

/** Brings back a camera that the system took: one restart at a time, and only while the page is seen. */
function check(session: Session, { isLost } = { isLost: false }): void {
  const { options, stream, loop } = session;
  if (session.isStopped || session.restarting || options.video.ownerDocument.hidden) return;
  if (stream && isAlive(stream) && !isLost) {
    if (options.video.paused) options.video.play().catch(() => undefined);
    return;
  }
  loop?.stop();
  if (stream) closeStream(stream);
  session.restarting = open(session)
    .then(() => ready(session))
    .catch((error: unknown) => {
      if (!session.isStopped) options.onProblem?.(problemOf(error));
    })
    .finally(() => {
      delete session.restarting;
    });
}

function stop(session: Session): void {
  if (session.isStopped) return;
  session.isStopped = true;
  const { stream, loop, decoder, unwatch, options } = session;
  unwatch?.();
  loop?.stop();
  decoder?.close();
  if (stream) closeStream(stream);
  options.video.srcObject = null;
  options.onState?.('stopped');
}

/** From frames to scans. */
function lookingAt(session: Session): FrameListener {
  const { options } = session;
  let sight = nothingSeen;
  return {
    onFrame(read, atMs) {
      const judged = judgeFrame(sight, read, atMs, options.rules ?? warehouseRules);
      sight = judged.sight;
      const code = judged.accepted && normalise(judged.accepted.text);
      if (!code || !judged.accepted) return;
      options.onScan({
        ...code,
        symbology: judged.accepted.symbology,
        source: 'camera',
        at: options.now?.() ?? Date.now(),
      });
    },
    onLost: () => check(session, { isLost: !options.video.paused }),
    onFailed(error) {
      options.onProblem?.(problemOf(error));
      stop(session);
    },
  };
}

/** Whatever may mean that the page is seen again. */
function watchPage(onSeen: () => void): () => void {
  document.addEventListener('visibilitychange', onSeen);
  for (const type of ['pageshow', 'focus']) window.addEventListener(type, onSeen);
  return () => {
    document.removeEventListener('visibilitychange', onSeen);
    for (const type of ['pageshow', 'focus']) window.removeEventListener(type, onSeen);
  };
}
