import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/frame.css';
import '#ui/parts.css';
import '#ui/fields.css';
import '#ui/scanLine.css';
import '#ui/scan.css';
import '#ui/lists.css';
import { assemble } from '#app/assemble.ts';
import type { Base } from '#app/base.ts';

// The storage is opened and read while React is on its way. Until both are there the screen of index.html stands.
const screens = import('#app/draw.tsx');
let isDrawn = (): void => undefined;
const drawn = new Promise<void>((resolve) => (isDrawn = resolve));
const base = assemble(() => base.handheld.cues.play('wrong'), drawn);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
try {
  const [{ draw }] = await Promise.all([screens, begun(base)]);
  draw(root, base);
} finally {
  setTimeout(isDrawn, 0); // what has not been drawn is sent all the same
}

/** Resolves when it is known which screen comes first. */
function begun({ view, subscribe }: Base): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (view().stage === 'starting') return;
      stop();
      resolve();
    });
  });
}
