import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import type { Base } from '#app/base.ts';

/** Draws the app in place of what index.html has painted: at once, and its listeners with it. */
export function draw(root: Element, base: Base): void {
  flushSync(() => createRoot(root).render(<App base={base} />));
}
