import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'vite';

/** The files that every start asks for by itself once it can take a scan, and those that a task asks for next. */
const SOON = [
  'app/shell/shell.ts',
  'app/core/laterParts.ts',
  'app/core/session/people.ts',
  'app/core/storage.ts',
  'app/core/setting.ts',
  'app/shell/awakeInTask.ts',
  'app/core/answerCues.ts',
  'app/frame/Awake.tsx',
  'app/frame/LeaveGuard.tsx',
  'app/frame/Notices.tsx',
  'app/frame/Status.tsx',
  'app/OtherScreens.tsx',
  'ui/laterIcons.ts',
  'outbox/drainer.ts',
  'outbox/store/changes.ts',
  'outbox/store/rowSteps.ts',
  'contract/judging.ts',
  'device/siteRefresh.ts',
  'wire/hello.ts',
  'tasks/scans/Asked.tsx',
  'tasks/scans/RunCalls.tsx',
  'tasks/scans/UndoButton.tsx',
  'tasks/calls/FollowedBanner.tsx',
  'tasks/calls/Undo.tsx',
  'tasks/calls/justAnswered.ts',
  'tasks/intake/ScanQuestions.tsx',
  'tasks/intake/ScannerNotice.tsx',
  'tasks/intake/TypedEntry.tsx',
  'tasks/answer/FormedAnswer.tsx',
];

/** Returns the groups of modules that make a file each. One file packs better than ten that later chunks share, and is fetched and kept sooner. */
export function chunkGroups(src: string) {
  return [
    { name: 'start', tags: ['$initial' as const], priority: 5 },
    { name: 'start', test: /^\0/, priority: 4 },
    { name: 'first', test: oneOf(src, ['app/settings/FirstStart.tsx']), priority: 3 },
    { name: 'soon', test: oneOf(src, SOON), priority: 2 },
    { name: 'shared', test: isShared, minShareCount: 2, priority: 1 },
  ];
}

/** Takes a module that is one of these files of src. @throws Error where one is not there: it was moved. */
export function oneOf(src: string, paths: readonly string[]): (id: string) => boolean {
  const wanted = new Set(paths.map((path) => normalizePath(join(src, path))));
  const gone = [...wanted].filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Error(`a chunk names files that are not there: ${gone.join(', ')}`);
  return (id) => wanted.has(id);
}

/** Not what is large and seldom asked for: labels, the camera, the other languages. */
function isShared(id: string): boolean {
  return !/node_modules\/(?:bwip-js|@zxing|zxing-wasm|@tanstack)|src\/i18n\/words\.ts\?language|src\/scan\/|src\/tasks\/\w+\/(?:Printout|CameraPanel)/.test(
    id,
  );
}
