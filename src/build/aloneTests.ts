import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs of what a test file changes for everybody in its thread: modules, globals, timers, methods of others, the environment, a database in memory. */
const CHANGES_ALL =
  /\bvi\s*\.(?:mock|doMock|resetModules|stubGlobal|stubEnv|useFakeTimers|spyOn)\(|process\.env\[[^\]]+\] = |fake-indexeddb\/auto|rig\/chain\.ts/;

/** Returns the test files that need modules of their own, since they change what others in their thread would see. */
export function aloneTests(root: string, patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => CHANGES_ALL.test(readFileSync(join(root, file), 'utf8'))).sort();
}
