import { workerWords } from '#outbox/names.ts';
import type { ShellNotices } from '#app/core/appState.ts';

/** The version of this build, put in by Vite. */
declare const __VERSION__: string;

const ANSWERS_WITHIN_MS = 10_000;

/**
 * Tells the worker that this version has started, after which what is kept of the one before goes; and reports where this one is the
 * one before, as a newer one did not start here.
 */
export async function tellStarted(report: (change: ShellNotices) => void): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (!controller || !document.querySelector('#root .page')) return;
  if (await wentBack(controller)) report({ updateWaits: 'failed' });
  else controller.postMessage({ type: workerWords.started, version: __VERSION__ });
}

/** Asks the worker whether this handheld starts with the version before its own. One of before does not answer. */
function wentBack(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
    setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
    worker.postMessage({ type: workerWords.wentBack }, [port2]);
  });
}
