import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, fences } from '#build/fences.ts';
import { laterImportsOf } from './rig/modules.ts';

/**
 * Files that may come after the start: a route's screen, the supervisor's dialog, the camera with its decoders, what draws labels and codes, the report to the board, which
 * decides nothing, what is told and heard after a hello, before which nothing is sent, and what a worker adds to a call, for
 * which no call waits, and what brings back a handheld that was revoked, answers the desk, or brings labels to printers, which needs the network anyway. A language comes later too.
 */
const LATER =
  /(?:all\.\w+|Screens?|PinDialog|HandOverSheet|TaskRoute|FirstStart|Blocked|Emptied|CameraPanel|decoder|scriptReader|Printout|CodePlayer|report|hearing|notesHere|ReturnNotice|returning|DeskNotice|answerDesk|labelsHere|labelDrawing|PrinterNotice)\.tsx?$/;

/** Tells whether a file is of the gateway's process. */
const isServer = (path: string): boolean => fences[path.split(/[\\/]/, 1)[0] as Folder].runsIn === 'Node';

/** Returns what is loaded by `import()`, in all of src but the gateway’s process and tests. */
function loadedLater(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !isServer(path))
    .flatMap((path) => laterImportsOf(join('src', path)));
}

test('only screens, the PIN, the camera, drawing, the report, what follows a hello, what is added to a call, what brings a handheld back, what answers the desk and languages are loaded later: what saves, sends and decides is there from the start', () => {
  const later = loadedLater();
  expect(later.length).toBeGreaterThan(10);
  expect(later.filter((path) => !LATER.test(path))).toEqual([]);
});
