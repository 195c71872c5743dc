import { type RefObject, useEffect, useState } from 'react';
import { keepAwake } from '#scan/awake.ts';
import type { CameraProblem } from './cameraError.ts';
import { pageCamera } from './pageCamera.ts';

/** State of the camera that shows a picture and reads no code. */
export interface ViewfinderView {
  readonly state: 'starting' | 'ready' | 'stopped';
  /** The reason for which there is no picture. */
  readonly problem?: CameraProblem | undefined;
  /** Tries once more, after a person has asked for it. */
  readonly again?: () => void;
}

/**
 * Shows the camera's picture while mounted, and ends the stream when it is not: no light stays on. It comes back by itself where the
 * system took it.
 *
 * @param deviceId - the camera that served last; absent: the rear one.
 */
export function useViewfinder(video: RefObject<HTMLVideoElement | null>, deviceId: string | undefined): ViewfinderView {
  const [view, setView] = useState<ViewfinderView>({ state: 'starting' });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const letSleep = keepAwake();
    const show = (part: ViewfinderView): void => setView((before) => ({ ...before, problem: undefined, ...part }));
    const hold = pageCamera.hold(deviceId, {
      onStarting: () => show({ state: 'starting' }),
      onStream(stream) {
        element.srcObject = stream;
        element.play().then(
          () => show({ state: 'ready' }),
          () => show({ state: 'stopped', problem: 'failed' }),
        );
      },
      onPause: () => show({ state: 'starting' }),
      onProblem: ({ kind }) => show({ state: 'stopped', problem: kind }),
      onDevices: () => undefined,
    });
    show({ state: 'starting', again: hold.again });
    return () => {
      hold.end();
      element.srcObject = null;
      letSleep();
    };
  }, [video, deviceId]);
  return view;
}
