import { buildApp, staleBuild } from './freshBuild.ts';
import { runProgram } from '#gateway/settings/cannotStart.ts';
import { endWithNpm } from './signals.ts';
import { PROJECT_DIR, asksForVersion } from './version.ts';

const whileItBuilds = endWithNpm();

// `npm start`: builds the app where the build is missing or older than what it is made from, then runs the gateway.
await runProgram(async () => {
  const args = process.argv.slice(2);
  // The version names the build; any other argument is answered without one.
  const needsBuild = args.length === 0 || asksForVersion(args);
  const stale = needsBuild ? staleBuild(PROJECT_DIR) : undefined;
  if (stale !== undefined) await buildApp(PROJECT_DIR, stale);
  clearInterval(whileItBuilds); // the gateway has a watch of its own
  await import('./main.ts');
});
