import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Camera, type CameraFacts, type CameraOptions, type CameraState, startCamera } from './camera.ts';
import type { CameraProblem } from './cameraError.ts';
import type { Lack } from '#scan/decode/messages.ts';

export interface CameraView {
  readonly state: CameraState;
  readonly problem?: CameraProblem | undefined;
  /** Absent until there is a picture. */
  readonly facts?: CameraFacts;
  readonly lack?: Lack | undefined;
  /** Absent until the element is there. */
  readonly camera?: Camera;
}

const stopped: CameraView = { state: 'stopped' };

/** Looks through the camera while mounted. What is asked of it, and who hears of codes, may change without restarting it. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  wanted: Pick<CameraOptions, 'rules' | 'deviceId' | 'onCodes'>,
): CameraView {
  const [view, setView] = useState(stopped);
  const wantedNow = useEffectEvent(() => wanted);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const show = (part: Partial<CameraView>): void => setView((before) => ({ ...before, ...part }));
    const camera = startCamera({
      ...wantedNow(),
      video: element,
      onCodes: (codes) => wantedNow().onCodes(codes),
      onState: (state) => show({ state, problem: undefined }),
      onFacts: (facts) => show({ facts }),
      onLack: (lack) => show({ lack }),
      onProblem: ({ kind }) => show({ state: 'stopped', problem: kind }),
    });
    show({ camera });
    return () => {
      camera.stop();
      setView(stopped);
    };
  }, [video]);
  return view;
}
