import { join } from 'node:path';
import { buildApp, isStale } from '#gateway/freshBuild.ts';
import { runProgram } from '#gateway/settings/cannotStart.ts';
import { endWithNpm } from './signals.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

const whileItBuilds = endWithNpm();

// `npm start`: builds the app where the build is missing or older than what it is made from, then runs the gateway.
await runProgram(async () => {
  const isToRun = process.argv.length === 2; // what is said to an argument needs no build
  if (isToRun && isStale(PROJECT_DIR)) await buildApp(PROJECT_DIR);
  clearInterval(whileItBuilds); // the gateway looks by itself
  await import('#gateway/main.ts');
});
