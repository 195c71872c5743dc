import type { CameraMode } from '#device/cameraKeep.ts';
import type { Camera, CameraFacts } from '#scan/camera/camera.ts';
import { nextZoom } from '#scan/camera/cameraStream.ts';
import { nextLens } from '#scan/camera/lenses.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Panel } from '#ui/Panel.tsx';
import { icons } from '#ui/icons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { cameraWords } from '#i18n/words/camera.ts';
import { useEffect, useRef, useState } from 'react';
import { bestOf } from '#scan/camera/lensTrial.ts';

export interface CameraControlsProps {
  readonly camera: Camera;
  readonly facts: CameraFacts;
  readonly onLens: (deviceId: string) => void;
  readonly onOptions: () => void;
  readonly isOpen: boolean;
}

/** Light, zoom and lens, where this camera has them. */
export function CameraControls({ camera, facts, onLens, onOptions, isOpen }: CameraControlsProps) {
  const { torch, zoom, lenses, deviceId } = facts;
  const next = nextLens(lenses, deviceId);
  function useLens(id: string): void {
    camera.use(id);
    onLens(id);
  }
  return (
    <div className="buttons">
      {torch !== undefined && (
        <Button size="tall" icon={icons.torch} onClick={() => void camera.set({ torch: !torch })}>
          {torch ? cameraWords().torchOff : cameraWords().torch}
        </Button>
      )}
      {zoom && (
        <Button size="tall" icon={icons.zoom} onClick={() => void camera.set({ zoom: nextZoom(zoom) })}>
          {cameraWords().zoom({ zoom: shownNumber(zoom.now, { maximumFractionDigits: 1 }) })}
        </Button>
      )}
      {next !== undefined && (
        <Button size="tall" icon={icons.lens} onClick={() => useLens(next)}>
          {cameraWords().nextLens}
        </Button>
      )}
      <Button size="tall" icon={icons.settings} expanded={isOpen} onClick={onOptions}>
        {cameraWords().options}
      </Button>
    </div>
  );
}

export interface CameraOptionsProps {
  readonly modes: readonly CameraMode[];
  readonly mode: CameraMode;
  readonly onMode: (mode: CameraMode) => void;
  readonly hasCross: boolean;
  readonly onCross: (hasCross: boolean) => void;
  readonly lenses: number;
  readonly onTrial: () => void;
  readonly onClose: () => void;
}

export function CameraOptions({ modes, mode, onMode, lenses, onTrial, onClose, ...cross }: CameraOptionsProps) {
  const { several, severalBy } = cameraWords();
  const named = modes.map((one) => [one, cameraWords().modes[one]] as const);
  return (
    <Panel title={cameraWords().options}>
      {named.length > 0 && (
        <Choice
          caption={cameraWords().mode}
          hint={cameraWords().modeHints[mode]}
          options={named}
          value={mode}
          onChange={onMode}
        />
      )}
      {mode !== 'batch' && (
        <Choice
          caption={several}
          options={[
            ['tap', severalBy.tap],
            ['cross', severalBy.cross],
          ]}
          value={cross.hasCross ? 'cross' : 'tap'}
          onChange={(by) => cross.onCross(by === 'cross')}
        />
      )}
      <p className="hint">{cameraWords().paused}</p>
      <div className="buttons">
        {lenses > 1 && (
          <Button size="tall" icon={icons.camera} onClick={onTrial}>
            {cameraWords().lens.find}
          </Button>
        )}
        <Button size="tall" icon={icons.done} onClick={onClose}>
          {cameraWords().done}
        </Button>
      </div>
    </Panel>
  );
}

export interface LensTrialProps {
  readonly camera: Camera;
  readonly facts: CameraFacts;
  readonly onFound: (deviceId: string) => void;
  readonly onClose: () => void;
}

/** Tries every lens on one code, and keeps the one that reads it fastest. */
export function LensTrial({ camera, facts, onFound, onClose }: LensTrialProps) {
  const [before] = useState(facts);
  const ids = before.lenses.map(({ deviceId }) => deviceId);
  /** The sentence shown, worded while it is drawn: the language may change meanwhile. */
  const [said, say] = useState(() => () => cameraWords().lens.hint({ lenses: ids.length }));
  const [stage, setStage] = useState<'asked' | 'trying' | 'done'>('asked');
  const ending = useRef<AbortController>(undefined);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stage === 'done') buttons.current?.scrollIntoView({ block: 'nearest' }); // what was said is the longest now
  }, [stage]);
  useEffect(() => () => ending.current?.abort(), []);

  async function start(): Promise<void> {
    const { signal } = (ending.current = new AbortController());
    setStage('trying');
    try {
      const results = await camera.tryLenses(
        ids,
        (index) => say(() => () => cameraWords().lens.trying({ lens: index + 1, lenses: ids.length })),
        signal,
      );
      const best = bestOf(results);
      say(
        () => () =>
          best ? foundBy(ids.indexOf(best.deviceId) + 1, ids.length, best.enoughMs) : cameraWords().lens.none,
      );
      goTo(best?.deviceId ?? before.deviceId);
      if (best) onFound(best.deviceId);
      setStage('done');
    } catch {
      goTo(before.deviceId); // called off
    }
  }
  function goTo(deviceId: string | undefined): void {
    if (deviceId !== undefined) camera.use(deviceId);
  }
  function cancel(): void {
    ending.current?.abort();
    onClose();
  }

  return (
    <section className="panel" aria-label={cameraWords().lens.find}>
      <h2>{cameraWords().lens.find}</h2>
      <p aria-live="polite">{said()}</p>
      <div className="buttons" ref={buttons}>
        {stage === 'asked' && (
          <Button size="big" kind="primary" icon={icons.scan} onClick={() => void start()}>
            {cameraWords().lens.start}
          </Button>
        )}
        <Button size="big" icon={stage === 'done' ? icons.done : icons.close} onClick={cancel}>
          {stage === 'done' ? cameraWords().lens.close : cameraWords().lens.cancel}
        </Button>
      </div>
    </section>
  );
}

/** @param ms - absent: it read too seldom for a time. */
function foundBy(lens: number, lenses: number, ms: number | undefined): string {
  if (ms === undefined) return cameraWords().lens.foundSeldom({ lens, lenses });
  const seconds = shownNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return cameraWords().lens.found({ lens, lenses, seconds });
}
