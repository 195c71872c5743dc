import { base, begun, isDrawn } from '#app/main.ts'; // first: the storage is asked before React is run
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';

/** Draws the app in place of what index.html has painted. */
async function draw(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const react = createRoot(root);
  await begun;
  window.earlyScan?.show(); // now, where no frame has come yet: on the first view it takes little, on a whole screen much
  await dress();
  flushSync(() => react.render(<App base={base} />)); // at once, and its listeners with it
}

/** A screen without styles is better than none. */
const STYLES_WITHIN_MS = 3_000;

/** Puts the app's styles on, which lie ready: the first view has its own, and would be laid out once more for nothing. */
async function dress(): Promise<void> {
  const styles = document.querySelector<HTMLLinkElement>('link[media="not all"]');
  if (!styles) return; // the development server has them elsewhere
  if (!styles.sheet)
    await new Promise((resolve) => {
      for (const end of ['load', 'error']) styles.addEventListener(end, resolve);
      setTimeout(resolve, STYLES_WITHIN_MS);
    });
  styles.media = 'all';
}

void draw().finally(() => setTimeout(isDrawn, 0)); // what has not been drawn is sent all the same
