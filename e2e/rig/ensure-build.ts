import { join } from 'node:path';
import { buildApp, isStale } from '#gateway/freshBuild.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** Runs before the browser tests: what they open is built of the sources as they are now. */
if (isStale(PROJECT_DIR)) {
  console.log('The build is missing, or older than the sources: building the app.');
  await buildApp(PROJECT_DIR);
}
