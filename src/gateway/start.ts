import { join } from 'node:path';
import { buildApp, isStale } from '#gateway/freshBuild.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** `npm start`: builds the app where the build is missing or older than what it is made from, then runs the gateway. */
async function start(): Promise<void> {
  if (isStale(PROJECT_DIR)) await buildApp(PROJECT_DIR);
  await import('#gateway/main.ts');
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
