import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { assemble } from '#app/assemble.ts';
import type { AppState } from '#app/core/appState.ts';
import type { EarlyScan } from '#scan/wedge/early.ts';
// The app's styles come behind those that a single part brings along, as where that part is loaded later.
import '#ui/styles/base.css';
import '#ui/styles/everyPage.css';
import '#ui/styles/frame.css';
import '#ui/styles/parts.css';
import '#ui/styles/fields.css';
import '#ui/styles/hero.css';
import '#ui/styles/scan.css';
import '#ui/styles/lists.css';

/** The watch of public/start-watch.js, which says where nothing starts. */
declare global {
  interface Window {
    readonly startWatch?: { runs: boolean; stop(): void };
  }
}

function open(): void {
  let tellDrawn = (): void => undefined;
  const drawn = new Promise<void>((resolve) => (tellDrawn = resolve));
  const appState = assemble(() => appState.handheld.cues.play('wrong'), drawn);
  if (window.startWatch) window.startWatch.runs = true;
  const stop = appState.subscribe(() => {
    if (appState.view().stage === 'starting') return;
    stop();
    queueMicrotask(() => {
      setTimeout(tellDrawn, 0); // also where drawing fails: what is saved is sent all the same
      draw(appState);
    });
  });
}

function draw(appState: AppState): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const early: EarlyScan | undefined = window.earlyScan;
  early?.show(); // now, where no frame has come yet: on the first view it takes little, on a whole screen much
  window.startWatch?.stop();
  flushSync(() => createRoot(root).render(<App appState={appState} />)); // at once, and its listeners with it
}

open();
