import { keepFresh } from '#main/freshBuild.ts';
import { PROJECT_DIR } from '#main/version.ts';

/** Runs before what starts the gateway and opens no app: it is built of the sources as they are now. */
await keepFresh(PROJECT_DIR, 'gateway');
