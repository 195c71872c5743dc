import { type Said, lapOf } from './lap.ts';
import { HEIGHT, type Label, type Seen, WIDTH, drawLabel } from './labelScene.ts';

/** A label, and how it is held before the camera. The same seed gives the same picture. */
export interface HeldLabel {
  readonly label: Label;
  readonly seen: Seen;
  readonly seed: number;
}

declare global {
  interface Window {
    lookAtLabel(held: HeldLabel): Promise<Said>;
  }
}

window.lookAtLabel = ({ label, seen, seed }) => lapOf(drawLabel(label, seen, seed), { width: WIDTH, height: HEIGHT });
