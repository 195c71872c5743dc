import type { Camera, CameraFacts } from '#scan/camera/camera.ts';
import { nextLens } from '#scan/camera/lenses.ts';
import { nextZoom } from '#scan/camera/cameraStream.ts';
import { Button } from '#ui/Button.tsx';
import { cameraWords as words } from '#i18n/en/camera.ts';

export interface CameraControlsProps {
  readonly camera: Camera;
  readonly facts: CameraFacts;
  readonly onLens: (deviceId: string) => void;
  readonly hasOptions: boolean;
  readonly isOpen: boolean;
  readonly onOptions: () => void;
}

/** Light, zoom and lens, where this camera has them. */
export function CameraControls({ camera, facts, onLens, hasOptions, isOpen, onOptions }: CameraControlsProps) {
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
      {hasOptions && (
        <Button size="tall" icon="settings" expanded={isOpen} onClick={onOptions}>
          {words.options}
        </Button>
      )}
    </div>
  );
}
