import { type Said, lapOf } from './lap.ts';
import { type Label, type Seen, type Size, drawLabel } from './labelScene.ts';

/** A label, and how it is held before the camera. The same seed gives the same picture. */
export interface HeldLabel {
  readonly label: Label;
  readonly seen: Seen;
  readonly size: Size;
  readonly seed: number;
}

declare global {
  interface Window {
    lookAtLabel(held: HeldLabel): Promise<Said>;
  }
}

window.lookAtLabel = ({ label, seen, size, seed }) => lapOf(drawLabel(label, seen, seed, size), size);
