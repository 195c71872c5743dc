import '#ui/styles/base.css';
import '#ui/styles/frame.css';
import '#ui/styles/parts.css';
import '#ui/styles/fields.css';
import '#ui/styles/scanLine.css';
import '#ui/styles/scan.css';
import '#ui/styles/lists.css';
import { assemble } from '#app/assemble.ts';
import type { Base } from '#app/core/base.ts';

// Run before React is: the storage is opened and read meanwhile. Until the first screen is drawn the one of index.html
// stands.
let tellDrawn = (): void => undefined;
const drawn = new Promise<void>((resolve) => (tellDrawn = resolve));

export const base: Base = assemble(() => base.handheld.cues.play('wrong'), drawn);

/** Resolves when it is known which screen comes first. */
export const begun = new Promise<void>((resolve) => {
  const stop = base.subscribe(() => {
    const { stage } = base.view();
    if (stage === 'starting') return;
    stop();
    if (stage === 'first-start') import('#app/settings/FirstStart.tsx').catch(() => undefined); // asked for again where it is drawn
    resolve();
  });
});

/** The first screen is there, or cannot be. */
export const isDrawn = (): void => tellDrawn();
