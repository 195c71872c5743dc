import { CameraError } from './cameraError.ts';

/** A person's settings of a camera, beside which one it is. */
export interface CameraSettings {
  readonly torch?: boolean;
  readonly zoom?: number;
}

/** Range of a camera's zoom, and where it stands; 1 is the whole picture on most. */
export interface ZoomRange {
  readonly min: number;
  readonly max: number;
  readonly now: number;
}

/** Names that browsers know and the DOM's types do not. Source: MediaStream Image Capture. */
type ImageConstraints = MediaTrackConstraintSet & CameraSettings & { focusMode?: string };
type ImageCapabilities = MediaTrackCapabilities & {
  torch?: boolean;
  zoom?: { min?: number; max?: number };
  focusMode?: string[];
};

/** Enough for labels further than at arm's length, where a camera does not become slow of it; most have less to do with. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };

/**
 * Opens a stream of the rear camera, or of the camera named; of the rear one where that is gone.
 *
 * @throws CameraError `insecure` where the page may not ask, else what the browser throws.
 */
export async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // Absent, against its type, where the page is not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new CameraError(isSecureContext ? 'no-camera' : 'insecure');
  if (deviceId !== undefined && deviceId !== '') {
    try {
      return await devices.getUserMedia({ audio: false, video: { ...SIZE, deviceId: { exact: deviceId } } });
    } catch (error) {
      if (!(error instanceof Error) || !/^(Overconstrained|NotFound)/u.test(error.name)) throw error;
    }
  }
  return devices.getUserMedia({ audio: false, video: { ...SIZE, facingMode: { ideal: 'environment' } } });
}

export function trackOf(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks()[0];
}

/** Returns the camera's id; `undefined` where the browser does not say. */
export function idOf(stream: MediaStream): string | undefined {
  return trackOf(stream)?.getSettings().deviceId;
}

/** Tells whether pictures come: a track that ended or that the system has muted gives none. */
export function isAlive(stream: MediaStream): boolean {
  const track = trackOf(stream);
  return track?.readyState === 'live' && !track.muted;
}

export function hasTorch(stream: MediaStream): boolean {
  return capabilitiesOf(stream).torch === true;
}

/** Returns how far it zooms; `undefined` on a camera that does not zoom. */
export function zoomOf(stream: MediaStream): ZoomRange | undefined {
  const { min = 1, max = 1 } = capabilitiesOf(stream).zoom ?? {};
  const { zoom: now = min } = (trackOf(stream)?.getSettings() ?? {}) as CameraSettings;
  return max > min ? { min, max, now } : undefined;
}

/** Steps of a zoom, as far as the camera goes. */
const ZOOM_STEPS = [1, 1.5, 2, 3, 4, 6, 8];

/** Returns the next larger step; after the largest the smallest again. */
export function nextZoom({ min, max, now }: ZoomRange): number {
  return ZOOM_STEPS.find((step) => step > now + 0.01 && step <= max) ?? min;
}

/**
 * Sets light and zoom, and keeps the lens focusing, as far as the camera can. All at once: what one call leaves out
 * is the browser's to choose.
 *
 * @returns whether the camera took it.
 */
export async function adjust(stream: MediaStream, { torch, zoom }: CameraSettings): Promise<boolean> {
  const range = zoomOf(stream);
  const wanted: ImageConstraints = {
    ...(capabilitiesOf(stream).focusMode?.includes('continuous') && { focusMode: 'continuous' }),
    ...(hasTorch(stream) && torch !== undefined && { torch }),
    ...(range && zoom !== undefined && { zoom: Math.min(Math.max(zoom, range.min), range.max) }),
  };
  if (Object.keys(wanted).length === 0) return false;
  try {
    await trackOf(stream)?.applyConstraints({ advanced: [wanted] });
    return true;
  } catch {
    return false; // the picture stays as it is
  }
}

function capabilitiesOf(stream: MediaStream): ImageCapabilities {
  const track = trackOf(stream) as Partial<MediaStreamTrack> | undefined; // getCapabilities is not everywhere
  return track?.getCapabilities?.() ?? {};
}

/** Returns what the person has allowed of the camera; `undefined` where the browser does not tell. */
export async function cameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' });
  } catch {
    return undefined; // a browser that does not know the camera's
  }
}
