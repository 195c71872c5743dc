import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Camera, type CameraState, startCamera } from './camera.ts';
import { type CameraProblem, problemOf } from './cameraError.ts';
import type { ReadingRules } from './formats.ts';
import type { Scan } from './scan.ts';

/** What a screen hears of the camera. The callbacks may change without restarting it. */
export interface CameraListener {
  readonly rules?: ReadingRules;
  readonly deviceId?: string;
  onScan(scan: Scan): void;
}

/** The camera as a screen shows it. */
export interface CameraView {
  readonly state: CameraState;
  readonly problem: CameraProblem | undefined;
  /** Absent where the camera has no light. */
  readonly torch: ((on: boolean) => Promise<boolean>) | undefined;
}

const stopped: CameraView = { state: 'stopped', problem: undefined, torch: undefined };

/** Runs the camera while mounted and `enabled`: one stream for all codes of the screen. */
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
    const stopping = new AbortController();
    const show = (part: Partial<CameraView>): void => {
      if (!stopping.signal.aborted) setView((before) => ({ ...before, ...part }));
    };
    const fail = (error: unknown): void => show({ state: 'stopped', problem: problemOf(error).kind });
    let camera: Camera | undefined;
    startCamera({
      ...asked(),
      video: element,
      signal: stopping.signal,
      onScan: (scan) => onScan(scan),
      onState: (state) => show({ state, ...(state === 'ready' && { problem: undefined }) }),
      onTorch: (isThere) => show({ torch: isThere ? async (on) => camera?.torch(on) ?? false : undefined }),
      onProblem: fail,
    }).then((started) => {
      camera = started;
    }, fail);
    return () => {
      stopping.abort();
      setView(stopped);
    };
  }, [video, enabled]);
  return view;
}
