import { CameraError } from './cameraError.ts';

/** Constraints that browsers know and the DOM's types do not. Source: MediaStream Image Capture. */
type ImageConstraints = MediaTrackConstraintSet & { torch?: boolean; focusMode?: string };
type ImageCapabilities = MediaTrackCapabilities & { torch?: boolean; focusMode?: string[] };

/**
 * A stream of the rear camera, or of the camera named; of any camera where that one is gone.
 *
 * @throws CameraError `insecure` where the page may not ask, else what the browser throws.
 */
export async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // Absent, against its type, where the page is not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new CameraError(isSecureContext ? 'no-camera' : 'insecure');
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  if (deviceId !== undefined && deviceId !== '') {
    try {
      return await sharpened(
        await devices.getUserMedia({ audio: false, video: { ...size, deviceId: { exact: deviceId } } }),
      );
    } catch (error) {
      if (!(error instanceof Error) || !/^(Overconstrained|NotFound)/u.test(error.name)) throw error;
    }
  }
  return sharpened(
    await devices.getUserMedia({ audio: false, video: { ...size, facingMode: { ideal: 'environment' } } }),
  );
}

export function trackOf(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks()[0];
}

export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Whether pictures come: a track that ended or that the system has muted gives none. */
export function isAlive(stream: MediaStream): boolean {
  const track = trackOf(stream);
  return track?.readyState === 'live' && !track.muted;
}

export function hasTorch(stream: MediaStream): boolean {
  return capabilitiesOf(stream).torch === true;
}

/** @returns whether the light is now as asked. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  if (!hasTorch(stream)) return false;
  return constrain(stream, { torch: on });
}

/** Keeps the lens focusing where it can. */
async function sharpened(stream: MediaStream): Promise<MediaStream> {
  if (capabilitiesOf(stream).focusMode?.includes('continuous')) await constrain(stream, { focusMode: 'continuous' });
  return stream;
}

async function constrain(stream: MediaStream, constraint: ImageConstraints): Promise<boolean> {
  try {
    await trackOf(stream)?.applyConstraints({ advanced: [constraint] });
    return true;
  } catch {
    return false; // the picture stays as it is
  }
}

function capabilitiesOf(stream: MediaStream): ImageCapabilities {
  const track = trackOf(stream) as Partial<MediaStreamTrack> | undefined; // getCapabilities is not everywhere
  return track?.getCapabilities?.() ?? {};
}
