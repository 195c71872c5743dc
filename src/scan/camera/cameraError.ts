/** Reason for which there is no camera picture. Data: the sentence is the screen's. */
export type CameraProblem = 'no-camera' | 'not-allowed' | 'in-use' | 'insecure' | 'no-picture' | 'failed';

/** The camera cannot be used. Nothing was scanned; the wedge and typing still work. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly kind: CameraProblem;

  constructor(kind: CameraProblem, options?: ErrorOptions) {
    super(`Camera: ${kind}`, options);
    this.kind = kind;
  }
}

/** Source: Media Capture and Streams, getUserMedia. */
const kinds: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'not-allowed',
  SecurityError: 'not-allowed',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'in-use',
};

/** Makes a `CameraError` of any error on the way to a picture; the first error stays as its cause. */
export function problemOf(error: unknown): CameraError {
  if (error instanceof CameraError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return new CameraError(kinds[name] ?? 'failed', { cause: error });
}
