import { useEffect, useRef, useState } from 'react';
import { NOTE_LIMITS } from '#contract/note.ts';
import { readCamera } from '#device/cameraKeep.ts';
import type { CameraProblem } from '#scan/camera/cameraError.ts';
import { takePicture } from '#scan/camera/shrink.ts';
import { useViewfinder } from '#scan/camera/useViewfinder.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { cameraWords } from '#i18n/words/camera.ts';
import { noteWords } from '#i18n/words/note.ts';

const LIMITS = { longSide: NOTE_LIMITS.longSide, bytes: NOTE_LIMITS.pictureBytes };

interface TakePictureProps {
  readonly onTaken: (jpeg: Blob) => void;
  readonly onClose: () => void;
}

/** The camera of the app itself, as another camera app may end this page: it shows a picture, and takes it at a tap. */
export function TakePicture(props: TakePictureProps) {
  const { kept } = useHandheld();
  const [camera, setCamera] = useState<{ readonly deviceId?: string }>();
  useEffect(() => {
    void readCamera(kept).then(setCamera);
  }, [kept]);
  return camera ? <Viewfinder {...props} deviceId={camera.deviceId} /> : null;
}

function Viewfinder({ onTaken, onClose, deviceId }: TakePictureProps & { readonly deviceId: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { state, problem, again } = useViewfinder(video, deviceId);
  const { problem: failure, setProblem, isBusy, attempt } = useAttempt();
  useEffect(() => {
    if (state === 'ready' || problem) place.current?.scrollIntoView({ block: 'nearest' }); // the buttons below it too
  }, [state, problem]);
  const take = (): Promise<boolean> =>
    attempt(async () => {
      const jpeg = video.current ? await takePicture(video.current, LIMITS) : undefined;
      if (jpeg) onTaken(jpeg);
      else setProblem(noteWords().tooLarge);
    });
  return (
    <div className="viewfinder" ref={place}>
      <div className={`viewfinder-picture${problem ? ' is-gone' : ''}`}>
        <video ref={video} muted playsInline aria-label={noteWords().viewfinder} />
        {state === 'starting' && <p className="banner camera-line">{cameraWords().starting}</p>}
      </div>
      <Alert text={failure ?? (problem && problemText(problem))} />
      {problem ? (
        <Button size="big" icon={icons.again} onClick={() => again?.()}>
          {cameraWords().again}
        </Button>
      ) : (
        <Button
          size="big"
          kind="primary"
          icon={icons.camera}
          disabled={state !== 'ready' || isBusy}
          onClick={() => void take()}
        >
          {noteWords().shoot}
        </Button>
      )}
      <Button size="big" onClick={onClose}>
        {noteWords().closeCamera}
      </Button>
    </div>
  );
}

function problemText(problem: CameraProblem): string {
  return problem === 'insecure'
    ? cameraWords().insecure({ address: location.origin })
    : cameraWords().problems[problem];
}
