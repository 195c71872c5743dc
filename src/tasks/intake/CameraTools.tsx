import type { CameraMode } from '#device/cameraKeep.ts';
import type { Camera, CameraFacts } from '#scan/camera/camera.ts';
import { nextZoom } from '#scan/camera/cameraStream.ts';
import { nextLens } from '#scan/camera/lenses.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Panel } from '#ui/Panel.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';

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
        <Button size="tall" icon={laterIcons.torch} onClick={() => void camera.set({ torch: !torch })}>
          {torch ? words('camera').torchOff : words('camera').torch}
        </Button>
      )}
      {zoom && (
        <Button size="tall" icon={laterIcons.zoom} onClick={() => void camera.set({ zoom: nextZoom(zoom) })}>
          {words('camera').zoom({ zoom: shownNumber(zoom.now, { maximumFractionDigits: 1 }) })}
        </Button>
      )}
      {next !== undefined && (
        <Button size="tall" icon={laterIcons.lens} onClick={() => useLens(next)}>
          {words('camera').nextLens}
        </Button>
      )}
      {onOptions && (
        <Button size="tall" icon={icons.settings} expanded={isOpen} onClick={onOptions}>
          {words('camera').options}
        </Button>
      )}
    </div>
  );
}

export interface CameraOptionsProps {
  readonly modes: readonly CameraMode[];
  readonly mode: CameraMode;
  readonly onMode: (mode: CameraMode) => void;
  readonly lenses: number;
  readonly onTrial: () => void;
  readonly onClose: () => void;
}

export function CameraOptions({ modes, mode, onMode, lenses, onTrial, onClose }: CameraOptionsProps) {
  const named = modes.map((one) => [one, words('camera').modes[one]] as const);
  return (
    <Panel title={words('camera').options}>
      {named.length > 0 && (
        <Choice
          label={words('camera').mode}
          hint={words('camera').modeHints[mode]}
          options={named}
          value={mode}
          onChange={onMode}
        />
      )}
      <p className="hint">{words('camera').paused}</p>
      <div className="buttons">
        {lenses > 1 && (
          <Button size="tall" icon={icons.camera} onClick={onTrial}>
            {words('camera').lens.find}
          </Button>
        )}
        <Button size="tall" icon={laterIcons.done} onClick={onClose}>
          {words('camera').done}
        </Button>
      </div>
    </Panel>
  );
}
