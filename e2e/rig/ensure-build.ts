import { join } from 'node:path';
import { buildApp, staleBuild } from '#gateway/freshBuild.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/**
 * Runs before the browser tests and programs of the laboratory: what they open is built of the sources as they are now. With
 * the word `older` the part for older browsers is, too; the browser test that is about them makes it by itself.
 */
const stale = staleBuild(PROJECT_DIR);
const wantsOlder = process.argv[2] === 'older';
if (stale === 'production' || (stale === 'old' && wantsOlder)) {
  console.log('The build is missing, or older than the sources: building the app.');
  await buildApp(PROJECT_DIR, stale === 'production' && !wantsOlder ? 'new' : stale);
}
