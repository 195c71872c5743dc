import { keepFresh } from '#main/freshBuild.ts';
import { PROJECT_DIR } from '#main/version.ts';

/**
 * Runs before the browser tests and programs of the laboratory: what they open and start is built of the sources as they are now. With
 * the word `older` the app for older browsers is, too; the browser test that is about them makes it by itself.
 */
await keepFresh(PROJECT_DIR, 'app');
if (process.argv[2] === 'older') await keepFresh(PROJECT_DIR, 'older');
await keepFresh(PROJECT_DIR, 'gateway');
