import { type ReactNode, useState } from 'react';
import type { ReadingRules } from '#scan/decode/formats.ts';
import type { Collects } from './batchDraft.ts';
import { TypedEntry } from './TypedEntry.tsx';
import { Button } from '#ui/Button.tsx';
import { startWords } from '#i18n/words/start.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { part } from '#ui/part.tsx';
import { icons } from '#ui/icons.ts';

const CameraPanel = part(
  () => import('./CameraPanel.tsx'),
  'CameraPanel',
  () => <p>{startWords().starting}</p>,
);

export type Aid = 'type' | 'camera';

export type Aids = ReturnType<typeof useAids>;

export function useAids() {
  const [open, show] = useState<Aid>();
  return { open, show };
}

export interface CameraPlaceProps {
  readonly aids: Aids;
  /** The task that takes scans one after the other, so that codes may be collected for it. */
  readonly collects?: Collects | undefined;
  /** True where only QR codes are looked for: those of Scanline itself. */
  readonly onlyQr?: boolean;
}

const qrRules: ReadingRules = { formats: ['QRCode'], itfLengths: [] };

/** The camera's picture, where it is open. */
export function CameraPlace({ aids, collects, onlyQr }: CameraPlaceProps) {
  if (aids.open !== 'camera') return null;
  return <CameraPanel collects={collects} {...(onlyQr && { rules: qrRules })} onClose={() => aids.show(undefined)} />;
}

export function CameraToggle({ aids, size = 'big' }: { readonly aids: Aids; readonly size?: 'big' | 'tall' }) {
  const isOpen = aids.open === 'camera';
  return (
    <Button
      size={size}
      icon={isOpen ? icons.close : icons.camera}
      onClick={() => aids.show(isOpen ? undefined : 'camera')}
    >
      {isOpen ? taskScreenWords().closeCamera : taskScreenWords().camera}
    </Button>
  );
}

export interface ScanDockProps {
  readonly aids: Aids;
  /** Over the field for a typed code; absent: none may be typed by hand. */
  readonly typeCaption: string | undefined;
  /** Right of the ways in: the screen's main action. */
  readonly action?: ReactNode;
  /** The buttons of what the screen asks: they stand in for all but the button that stops the camera. */
  readonly question?: ReactNode;
}

/** Keeps the main action's place while there is none: the others stand where they stood. */
export function RoomForMain() {
  return <span className="button-lead room" />;
}

/** Under the thumb: type, camera, and what the screen adds. */
export function ScanDock({ aids, typeCaption, action, question }: ScanDockProps) {
  if (aids.open === 'type' && typeCaption !== undefined && !question) {
    return <TypedEntry caption={typeCaption} onClose={() => aids.show(undefined)} />;
  }
  const size = question || action ? 'tall' : 'big';
  return (
    <div className={question ? 'buttons is-asked' : 'buttons'}>
      {question ||
        (typeCaption !== undefined && (
          <Button size={size} icon={icons.type} onClick={() => aids.show('type')}>
            {taskScreenWords().type}
          </Button>
        ))}
      {(aids.open === 'camera' || !question) && <CameraToggle aids={aids} size={size} />}
      {!question && action}
    </div>
  );
}
