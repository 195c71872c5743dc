import { type WedgeProfile, defaultWedgeProfile, startWedge } from '#scan/wedge.ts';
import type { Scan } from '#scan/scan.ts';
import type { Scanner } from '#tasks/handheld.ts';

interface Listener {
  readonly onScan: (scan: Scan) => void;
  readonly onBlank: () => void;
}

/** A scan made while one screen gives way to the next is kept this long for the one that comes. */
const KEPT_MS = 2_000;

/**
 * One stream of scans for the screen that is shown: from the wedge, which listens as long as the page lives, and from
 * what `put` hands in (camera, typed). A scan that no screen listens for goes to `unclaimed`, and to the next screen
 * where that comes at once.
 */
export function createScanner(
  document: Document,
  terminator: () => WedgeProfile['terminator'],
  unclaimed: (scan: Scan) => void,
): Scanner {
  const listeners: Listener[] = [];
  const watchers = new Set<() => void>();
  let kept: Scan[] = [];
  let buffered = '';

  function put(scan: Scan): void {
    const listener = listeners.at(-1);
    if (listener) listener.onScan(scan);
    else {
      kept.push(scan);
      unclaimed(scan);
    }
  }

  startWedge({
    document,
    profile: () => ({ ...defaultWedgeProfile, terminator: terminator() }),
    now: Date.now,
    onScan: put,
    onBlank: () => listeners.at(-1)?.onBlank(),
    onBuffer(text) {
      buffered = text;
      for (const watcher of watchers) watcher();
    },
    isSink: (element) => element.hasAttribute('data-scan-sink'),
  });

  return {
    put,
    listen(onScan, onBlank) {
      const listener = { onScan, onBlank };
      listeners.push(listener);
      const recent = kept.filter(({ at }) => Math.abs(Date.now() - at) < KEPT_MS);
      kept = [];
      for (const scan of recent) onScan(scan);
      return () => listeners.splice(listeners.indexOf(listener), 1);
    },
    buffered: () => buffered,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
