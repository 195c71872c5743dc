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
  flushSync(() => react.render(<App base={base} />)); // at once, and its listeners with it
}

void draw().finally(() => setTimeout(isDrawn, 0)); // what has not been drawn is sent all the same
