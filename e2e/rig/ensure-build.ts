import { join } from 'node:path';
import { type Build, keepFresh } from '#gateway/freshBuild.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** Runs before the browser tests and the laboratory: what they open and start is built of the sources as they are now. */
const wanted: readonly Build[] = process.argv.includes('gateway') ? ['gateway'] : ['app', 'gateway'];
for (const build of wanted) await keepFresh(PROJECT_DIR, build);
