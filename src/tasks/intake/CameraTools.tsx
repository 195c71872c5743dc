import type { CameraMode } from '#device/cameraKeep.ts';
import type { Camera, CameraFacts } from '#scan/camera/camera.ts';
import { nextZoom } from '#scan/camera/cameraStream.ts';
import { nextLens } from '#scan/camera/lenses.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Panel } from '#ui/Page.tsx';
import { cameraWords as words } from '#i18n/en/camera.ts';

export interface CameraControlsProps {
  readonly camera: Camera;
  readonly facts: CameraFacts;
  readonly onLens: (deviceId: string) => void;
  /** Absent: there is nothing to set. */
  readonly onOptions: (() => void) | undefined;
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
    <div className="camera-controls">
      {torch !== undefined && (
        <Button size="tall" icon="torch" onClick={() => void camera.set({ torch: !torch })}>
          {words.torch(torch)}
        </Button>
      )}
      {zoom && (
        <Button size="tall" icon="lookUp" onClick={() => void camera.set({ zoom: nextZoom(zoom) })}>
          {words.zoom(zoom.now)}
        </Button>
      )}
      {next !== undefined && (
        <Button size="tall" icon="repeat" onClick={() => useLens(next)}>
          {words.nextLens}
        </Button>
      )}
      {onOptions && (
        <Button size="tall" icon="settings" expanded={isOpen} onClick={onOptions}>
          {words.options}
        </Button>
      )}
    </div>
  );
}

export interface CameraOptionsProps {
  /** Those to choose from; none where the screen allows no choice. */
  readonly modes: readonly CameraMode[];
  readonly mode: CameraMode;
  readonly onMode: (mode: CameraMode) => void;
  /** How many cameras a code may be held to. */
  readonly lenses: number;
  readonly onTrial: () => void;
  readonly onClose: () => void;
}

/** What is set once in a while. */
export function CameraOptions({ modes, mode, onMode, lenses, onTrial, onClose }: CameraOptionsProps) {
  const named = modes.map((one) => [one, words.modes[one]] as const);
  return (
    <Panel title={words.options}>
      {named.length > 0 && (
        <Choice label={words.mode} hint={words.modeHints[mode]} options={named} value={mode} onChange={onMode} />
      )}
      <p className="hint">{words.paused}</p>
      <div className="buttons">
        {lenses > 1 && (
          <Button size="tall" icon="camera" onClick={onTrial}>
            {words.lens.find}
          </Button>
        )}
        <Button size="tall" icon="done" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Panel>
  );
}
