import type { CameraMode } from '#device/cameraKeep.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Panel } from '#ui/Page.tsx';
import { cameraWords as words } from '#i18n/en/camera.ts';

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
