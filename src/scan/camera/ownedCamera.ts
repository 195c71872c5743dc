import type { Lack } from '#scan/vision/lack.ts';
import { CameraError, problemOf } from './cameraError.ts';
import {
  type CameraSettings,
  adjust,
  idOf,
  isAlive,
  openStream,
  trackOf,
  cameraPermission,
  nextZoom,
  zoomOf,
} from './cameraStream.ts';
import { listLenses } from './lenses.ts';

/** A stream that nobody looks at is kept so long, in milliseconds: the next screen need not ask for it again. */
const PARKED_MS = 30_000;
/** A page out of sight keeps its camera so long, in milliseconds: a glance at another app costs no restart. */
const HIDDEN_MS = 30_000;
/** A track that the system has muted may come back by itself within this, in milliseconds. */
const MUTED_MS = 700;
/** Pauses before the tries to get a picture, in milliseconds; after the last one it is given up and said. */
const PAUSES_MS = [0, 250, 700];

/** The events that one who shows the picture hears. */
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

/** All that is known of the page's one camera. The functions of this file are its steps from one state to the next. */
export interface OwnedCamera {
  /** Directions in which the cameras look that were open, by id. */
  readonly facings: Map<string, string>;
  /** A person's settings, by the camera's id. */
  readonly settings: Map<string, CameraSettings>;
  /** The light or zoom that is added to them, with the values before. */
  applied?: AppliedAid | undefined;
  stream?: MediaStream | undefined;
  holder?: StreamListener | undefined;
  wanted?: string | undefined;
  /** The camera that the present stream was asked for with: another one may have been given. */
  asked?: string | undefined;
  opening?: Promise<void> | undefined;
  /** Since the picture was steady, or since a person asked. */
  tries: number;
  openedMs: number;
  problem?: CameraError | undefined;
  endTimer?: ReturnType<typeof setTimeout>;
  muteTimer?: ReturnType<typeof setTimeout>;
}

interface AppliedAid {
  readonly now: CameraSettings;
  readonly before: CameraSettings;
}

export function settingsOf({ settings }: OwnedCamera, one: MediaStream): CameraSettings {
  return settings.get(idOf(one) ?? '') ?? {};
}

export function end(camera: OwnedCamera): void {
  clearTimeout(camera.endTimer);
  clearTimeout(camera.muteTimer);
  if (!camera.stream) return;
  for (const track of camera.stream.getTracks()) track.stop();
  camera.stream = undefined;
  camera.applied = undefined;
  camera.holder?.onPause();
}

function endIn(camera: OwnedCamera, ms: number): void {
  clearTimeout(camera.endTimer);
  camera.endTimer = setTimeout(() => end(camera), ms);
}

/** Gets a fresh stream, one at a time and only while the page is seen. */
export function renew(camera: OwnedCamera): void {
  if (camera.opening || !camera.holder || document.hidden) return;
  end(camera);
  const pauseMs = PAUSES_MS[camera.tries];
  if (pauseMs === undefined) {
    giveUp(camera, camera.problem ?? new CameraError('no-picture'));
    return;
  }
  camera.tries += 1;
  camera.opening = open(camera, pauseMs).finally(() => {
    camera.opening = undefined;
    afterOpening(camera);
  });
}

export function afresh(camera: OwnedCamera): void {
  camera.tries = 0;
  renew(camera);
}

async function open(camera: OwnedCamera, pauseMs: number): Promise<void> {
  camera.holder?.onStarting();
  if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
  camera.asked = camera.wanted;
  camera.problem = undefined;
  try {
    const stream = await openStream(camera.asked);
    camera.stream = stream;
    camera.openedMs = performance.now();
    watch(camera, stream);
    await adjust(stream, settingsOf(camera, stream));
  } catch (error) {
    camera.problem = problemOf(error);
  }
}

/** Much may have changed while the browser was asked. */
function afterOpening(camera: OwnedCamera): void {
  const { holder, stream, problem } = camera;
  if (!holder) park(camera);
  else if (document.hidden) hide(camera);
  else if (camera.wanted !== camera.asked) afresh(camera);
  else if (stream && trackOf(stream)?.readyState !== 'live') renew(camera);
  else if (stream) holder.onStream(stream);
  // The system often has it for a moment yet, after a lock.
  else if (problem?.kind === 'in-use' || problem?.kind === 'failed') renew(camera);
  else giveUp(camera, problem ?? new CameraError('failed'));
}

function giveUp(camera: OwnedCamera, error: CameraError): void {
  camera.problem = error;
  camera.holder?.onProblem(error);
}

/** Hears whatever the track says of its end. */
function watch(camera: OwnedCamera, opened: MediaStream): void {
  const track = trackOf(opened);
  const { deviceId, facingMode } = track?.getSettings() ?? {};
  if (deviceId !== undefined && facingMode !== undefined) camera.facings.set(deviceId, facingMode);
  track?.addEventListener('ended', () => {
    if (camera.stream === opened) renew(camera);
  });
  track?.addEventListener('mute', () => waitForUnmute(camera, opened));
  if (track?.muted === true) waitForUnmute(camera, opened);
}

function waitForUnmute(camera: OwnedCamera, muted: MediaStream): void {
  clearTimeout(camera.muteTimer);
  camera.muteTimer = setTimeout(() => {
    if (camera.stream === muted && !isAlive(muted)) renew(camera);
  }, MUTED_MS);
}

/** Nobody looks: the light goes out, and the stream ends where nobody comes. */
export function park(camera: OwnedCamera): void {
  const { stream } = camera;
  if (!stream) return;
  if (document.hidden || !isAlive(stream)) {
    end(camera);
    return;
  }
  if (settingsOf(camera, stream).torch === true) void adjust(stream, { torch: false });
  endIn(camera, PARKED_MS);
}

export function hide(camera: OwnedCamera): void {
  if (camera.holder) {
    camera.holder.onPause();
    endIn(camera, HIDDEN_MS);
  } else end(camera);
}

export function show(camera: OwnedCamera): void {
  const { holder, stream } = camera;
  if (document.hidden || !holder) return;
  clearTimeout(camera.endTimer);
  if (camera.opening) return;
  if (!stream) void comeBack(camera);
  else if (isAlive(stream)) holder.onStream(stream);
  else if (trackOf(stream)?.readyState === 'live') waitForUnmute(camera, stream);
  else renew(camera);
}

/** By itself only where it can succeed: each try without permission may ask the person once more. */
async function comeBack(camera: OwnedCamera): Promise<void> {
  if (camera.problem?.kind === 'not-allowed' && (await cameraPermission())?.state !== 'granted') return;
  if (!camera.stream && !camera.opening) afresh(camera);
}

export async function checkDevices(camera: OwnedCamera): Promise<void> {
  camera.holder?.onDevices();
  if (!camera.holder || camera.opening) return;
  const { stream } = camera;
  if (!stream) {
    await comeBack(camera);
    return;
  }
  const id = idOf(stream);
  const lenses = await listLenses(camera.facings);
  // A camera that is gone does not always say so.
  if (id !== undefined && camera.stream === stream && lenses.every(({ deviceId }) => deviceId !== id)) renew(camera);
}

/** Hands over the stream that is there, lit as it was left. */
export function takeCamera(camera: OwnedCamera, kept: MediaStream, listener: StreamListener): void {
  clearTimeout(camera.endTimer);
  const settings = settingsOf(camera, kept);
  if (settings.torch === true) void adjust(kept, settings);
  queueMicrotask(() => {
    if (camera.holder === listener && camera.stream === kept) listener.onStream(kept);
  });
}

/** Adds what pictures lack, where the camera has it and a person has not; what was added before is taken back. */
export async function applyAid(camera: OwnedCamera, lack: Lack | undefined): Promise<void> {
  const { stream, applied: last } = camera;
  if (!stream || (!last && !lack)) return;
  const settings = settingsOf(camera, stream);
  const applied = lack && aidFor(lack, stream, settings);
  camera.applied = applied;
  const isSet = await adjust(stream, { ...last?.before, ...settings, ...applied?.now });
  if (!isSet && camera.applied === applied) camera.applied = undefined;
}

function aidFor(lack: Lack, stream: MediaStream, { torch }: CameraSettings): AppliedAid | undefined {
  if (lack === 'dim') return torch === true ? undefined : { now: { torch: true }, before: { torch: false } };
  const range = zoomOf(stream);
  const zoom = range ? nextZoom(range) : 1;
  return range && zoom > range.now ? { now: { zoom }, before: { zoom: range.now } } : undefined;
}
