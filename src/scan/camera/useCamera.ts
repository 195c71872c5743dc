import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Camera, type CameraFacts, type CameraState, startCamera } from './camera.ts';
import type { CameraProblem } from './cameraError.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import type { Scan } from '#scan/scan.ts';

/** What a screen hears of the camera. The callbacks may change without restarting it. */
export interface CameraListener {
  /** What is looked for and believed. */
  readonly rules?: ReadingRules;
  /** The camera to begin with. */
  readonly deviceId?: string;
  onScan(scan: Scan): void;
}

/** The camera as a screen shows it. */
export interface CameraView {
  readonly state: CameraState;
  readonly problem?: CameraProblem | undefined;
  /** Absent until there is a picture. */
  readonly facts?: CameraFacts;
  /** Absent until the element is there. */
  readonly camera?: Camera;
}

const stopped: CameraView = { state: 'stopped' };

/** Looks through the camera while mounted and `enabled`. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  enabled: boolean,
  listener: CameraListener,
): CameraView {
  const [view, setView] = useState(stopped);
  const onScan = useEffectEvent((scan: Scan) => listener.onScan(scan));
  const asked = useEffectEvent(() => {
    const { rules, deviceId } = listener;
    return { ...(rules && { rules }), ...(deviceId !== undefined && { deviceId }) };
  });
  useEffect(() => {
    const element = video.current;
    if (!enabled || !element) return undefined;
    const show = (part: Partial<CameraView>): void => setView((before) => ({ ...before, ...part }));
    const camera = startCamera({
      ...asked(),
      video: element,
      onScan: (scan) => onScan(scan),
      onState: (state) => show({ state, problem: undefined }),
      onFacts: (facts) => show({ facts }),
      onProblem: ({ kind }) => show({ state: 'stopped', problem: kind }),
    });
    show({ camera });
    return () => {
      camera.stop();
      setView(stopped);
    };
  }, [video, enabled]);
  return view;
}
