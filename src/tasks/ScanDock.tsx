import { type ReactNode, Suspense, lazy, useState } from 'react';
import { TypedEntry } from '#tasks/TypedEntry.tsx';
import { Button } from '#ui/Button.tsx';
import { messages } from '#ui/messages.ts';

const words = messages.tasks;
const CameraPanel = lazy(async () => ({ default: (await import('#tasks/CameraPanel.tsx')).CameraPanel }));

/** The ways in beside the scanner: at most one is open. */
export type Aid = 'type' | 'camera';

export interface Aids {
  readonly open: Aid | undefined;
  readonly show: (aid: Aid | undefined) => void;
}

export function useAids(): Aids {
  const [open, show] = useState<Aid>();
  return { open, show };
}

export interface CameraPlaceProps {
  readonly aids: Aids;
  /** The task that takes scans one after the other, so that codes may be collected for it. */
  readonly batch?: string;
}

/** The camera's picture, where it is open. */
export function CameraPlace({ aids, batch }: CameraPlaceProps) {
  if (aids.open !== 'camera') return null;
  return (
    <Suspense fallback={<p>{messages.start.starting}</p>}>
      <CameraPanel batch={batch} onClose={() => aids.show(undefined)} />
    </Suspense>
  );
}

export interface ScanDockProps {
  readonly aids: Aids;
  /** Over the field for a typed code. */
  readonly typeLabel: string;
  /** Left of the ways in, such as Back. */
  readonly before?: ReactNode;
  /** Right of them: the screen's main action. */
  readonly action?: ReactNode;
}

/** Under the thumb: type, camera, and what the screen adds. */
export function ScanDock({ aids, typeLabel, before, action }: ScanDockProps) {
  if (aids.open === 'type') return <TypedEntry label={typeLabel} onClose={() => aids.show(undefined)} />;
  const isLooking = aids.open === 'camera';
  const size = before || action ? 'tall' : 'big';
  return (
    <div className="buttons">
      {before}
      <Button size={size} icon="keyboard" onClick={() => aids.show('type')}>
        {words.type}
      </Button>
      <Button
        size={size}
        icon={isLooking ? 'close' : 'camera'}
        onClick={() => aids.show(isLooking ? undefined : 'camera')}
      >
        {isLooking ? words.closeCamera : words.camera}
      </Button>
      {action}
    </div>
  );
}
