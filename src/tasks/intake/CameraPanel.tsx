import './camera.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type KeptCamera, cameraModes, readCamera, writeCamera } from '#device/cameraKeep.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { useCamera } from '#scan/camera/useCamera.ts';
import { CameraControls, CameraOptions, LensTrial } from './CameraTools.tsx';
import type { Collects } from './batchDraft.ts';
import { Collected } from './Leftovers.tsx';
import { type Picture, PictureBoxes } from './PictureBoxes.tsx';
import { useReading } from './useReading.ts';
import { readingRulesOf } from '#tasks/task/readingRules.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import type { AppMessages } from '#i18n/words/messages.ts';
import { language } from '#i18n/spoken.ts';
import { batchWords } from '#i18n/words/batch.ts';
import { cameraWords } from '#i18n/words/camera.ts';

export interface CameraPanelProps {
  /** The only codes that are looked for, one after the other. @default what the site's labels have, as the person has set */
  readonly rules?: ReadingRules;
  /** The task that takes scans one after the other; a screen that looks at one code at a time has none. */
  readonly collects?: Collects | undefined;
  readonly onClose: () => void;
}

export function CameraPanel(props: CameraPanelProps) {
  const { kept } = useHandheld();
  const [camera, setCamera] = useState<KeptCamera>();
  useEffect(() => {
    void readCamera(kept).then(setCamera);
  }, [kept]);
  if (!camera) return <p>{cameraWords().starting}</p>;
  function keep(change: Partial<KeptCamera>): void {
    const next = { ...camera, ...change } as KeptCamera;
    setCamera(next);
    void writeCamera(kept, next);
  }
  return <OpenCamera {...props} kept={camera} keep={keep} />;
}

interface OpenCameraProps extends CameraPanelProps {
  readonly kept: KeptCamera;
  readonly keep: (change: Partial<KeptCamera>) => void;
}

function OpenCamera(props: OpenCameraProps) {
  const { rules, collects, kept, keep, onClose } = props;
  const { site } = useHandheld();
  const video = useRef<HTMLVideoElement>(null);
  const [open, setOpen] = useState<'options' | 'trial'>();
  const modes = cameraModes.filter((one) => !rules && (collects !== undefined || one !== 'batch'));
  const mode = modes.includes(kept.mode) ? kept.mode : 'continuous';
  const hasCross = kept.hasCross && mode !== 'batch';
  const { read, picture, onCodes, tap } = useReading({ collects, mode, hasCross, onClose });
  const { state, problem, facts, lack, unreadable, camera } = useCamera(video, {
    rules: rules ?? readingRulesOf(site().scanning, language()),
    deviceId: kept.deviceId,
    onCodes,
  });
  // Nobody aims meanwhile. What is in sight afterwards is a scan.
  useEffect(() => {
    camera?.pause(open !== undefined);
    picture.show([]);
  }, [camera, open, picture]);
  useGranted(facts?.deviceId, kept, keep);
  const view = useInSightOf(problem, open);
  const isReady = state === 'ready';
  const stands = problem ? ' is-off is-gone' : isReady ? '' : ' is-off';
  const close = (): void => setOpen(undefined);
  const useLens = (deviceId: string): void => keep({ deviceId });
  function changeMode(next: KeptCamera['mode']): void {
    keep({ mode: next });
    camera?.anew(); // the code that is held there is one for this mode too
  }
  const aim = mode === 'batch' && open !== 'trial' ? batchWords().aim : cameraWords().aim;
  const said = unreadable ? cameraWords().unreadable[unreadable] : lack ? cameraWords().lacks[lack] : aim;
  const line = open === 'options' ? cameraWords().paused : said;

  return (
    <section className="camera-panel" aria-label={cameraWords().title}>
      <div
        className={`camera${stands}`}
        data-read={read !== undefined || undefined}
        data-cross={hasCross || undefined}
        ref={view}
      >
        <video ref={video} muted playsInline aria-label={cameraWords().title} />
        {!problem && <PictureBoxes video={video} picture={picture} onTake={tap} />}
        {!problem && <Line read={read} picture={picture} text={isReady ? line : cameraWords().starting} />}
      </div>
      <Trouble problem={problem} isReady={isReady} onAgain={() => camera?.again()} />
      {open === 'trial' && camera && facts ? (
        <LensTrial camera={camera} facts={facts} onFound={useLens} onClose={close} />
      ) : (
        <>
          {collects && <Collected collects={collects} isShown />}
          {isReady && camera && facts && (
            <CameraControls
              camera={camera}
              facts={facts}
              onLens={useLens}
              onOptions={() => setOpen(open === 'options' ? undefined : 'options')}
              isOpen={open === 'options'}
            />
          )}
          {open === 'options' && (
            <CameraOptions
              modes={modes}
              mode={mode}
              onMode={changeMode}
              hasCross={kept.hasCross}
              onCross={(next) => keep({ hasCross: next })}
              lenses={facts?.lenses.length ?? 0}
              onTrial={() => setOpen('trial')}
              onClose={close}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Makes room for the picture, and scrolls to it: the page may be scrolled away from it. */
function useInSightOf(problem: string | undefined, open: 'options' | 'trial' | undefined) {
  const view = useRef<HTMLDivElement>(null);
  // What else stands on the page makes room for it: the oldest browsers served know no :has().
  const aims = problem === undefined && open === undefined;
  useLayoutEffect(() => {
    const page = view.current?.closest('.page');
    page?.setAttribute('data-camera', aims ? 'aims' : 'waits');
    return () => page?.removeAttribute('data-camera');
  }, [aims]);
  useEffect(() => {
    if (open === 'options') return; // scrolls to itself
    const isWell = problem === undefined && open !== 'trial';
    view.current?.scrollIntoView({ block: isWell ? 'nearest' : 'start' });
  }, [problem, open]);
  return view;
}

interface TroubleProps {
  readonly problem: keyof AppMessages['camera']['stillSo'] | undefined;
  readonly isReady: boolean;
  readonly onAgain: () => void;
}

function Trouble({ problem, isReady, onAgain }: TroubleProps) {
  const [tries, setTries] = useState(0);
  if (isReady && tries > 0) setTries(0);
  function tryAgain(): void {
    setTries(tries + 1);
    onAgain();
  }
  return (
    <>
      <div role="alert">
        {problem && <Problem text={problemText(problem)} />}
        {problem && tries > 0 && (
          <p>{cameraWords().still({ times: tries, problem: cameraWords().stillSo[problem] })}</p>
        )}
      </div>
      {problem && (
        <Button size="big" icon={icons.again} onClick={tryAgain}>
          {cameraWords().again}
        </Button>
      )}
    </>
  );
}

interface LineProps {
  readonly read: string | undefined;
  readonly picture: Picture;
  readonly text: string;
}

function Line({ read, picture, text }: LineProps) {
  const offered = useView(picture).filter(({ state }) => state === 'offered').length;
  if (read === undefined) {
    return (
      <p className="banner camera-line" aria-live="polite">
        {offered > 0 ? cameraWords().offered({ codes: offered }) : text}
      </p>
    );
  }
  return (
    <p className="banner camera-line code" aria-hidden="true">
      {read}
    </p>
  );
}

/** The first camera that was granted is the one asked for next time; one that stands in for another is not. */
function useGranted(deviceId: string | undefined, kept: KeptCamera, keep: OpenCameraProps['keep']): void {
  const isNew = deviceId !== undefined && kept.deviceId === undefined;
  useEffect(() => {
    if (isNew) keep({ deviceId });
  });
}

function problemText(problem: keyof AppMessages['camera']['stillSo']): string {
  return problem === 'insecure'
    ? cameraWords().insecure({ address: location.origin })
    : cameraWords().problems[problem];
}
