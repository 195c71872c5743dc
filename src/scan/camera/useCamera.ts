import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Camera, type StartCameraOptions, type CameraView, startCamera } from './camera.ts';

interface SeenCamera extends CameraView {
  /** Absent until the element is there. */
  readonly camera?: Camera;
}

const stopped: SeenCamera = { state: 'stopped' };

/** Looks through the camera while mounted. What is asked of it, and who hears of codes, may change without restarting it. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  wanted: Pick<StartCameraOptions, 'rules' | 'deviceId' | 'onCodes'>,
): SeenCamera {
  const [view, setView] = useState(stopped);
  const wantedNow = useEffectEvent(() => wanted);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const onView = (part: Partial<SeenCamera>): void => setView((before) => ({ ...before, ...part }));
    const onCodes: StartCameraOptions['onCodes'] = (codes) => wantedNow().onCodes(codes);
    const camera = startCamera({ ...wantedNow(), video: element, onCodes, onView });
    onView({ camera });
    return () => {
      camera.stop();
      setView(stopped);
    };
  }, [video]);
  return view;
}
