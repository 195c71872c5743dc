import { expect, test } from 'vitest';
import { CameraError, type CameraProblem, problemOf } from './cameraError.ts';

test.each<[string, CameraProblem]>([
  ['NotAllowedError', 'not-allowed'],
  ['SecurityError', 'not-allowed'],
  ['NotFoundError', 'no-camera'],
  ['OverconstrainedError', 'no-camera'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'failed'],
])('%s is %s', (name, kind) => {
  const error = new DOMException('as the browser says it', name);
  expect(problemOf(error)).toMatchObject({ kind, cause: error });
});

test('what is a CameraError already stays it, and anything else failed', () => {
  const error = new CameraError('insecure');
  expect(problemOf(error)).toBe(error);
  expect(problemOf('a text').kind).toBe('failed');
});
