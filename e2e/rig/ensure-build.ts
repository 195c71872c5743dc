import { keepFresh } from '#gateway/freshBuild.ts';
import { PROJECT_DIR } from '#gateway/version.ts';

/** Runs before the browser tests: what they open and start is built of the sources as they are now. */
await keepFresh(PROJECT_DIR, 'app');
await keepFresh(PROJECT_DIR, 'gateway');
