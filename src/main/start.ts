import { keepFresh, runBuilt } from './freshBuild.ts';
import { runProgram } from '#settings/cannotStart.ts';
import { endWithNpm } from './signals.ts';
import { PROJECT_DIR, asksForVersion } from './version.ts';

const whileItBuilds = endWithNpm();

// `npm start`: builds what is missing or older than what it is made from, then runs the gateway.
await runProgram(async () => {
  const args = process.argv.slice(2);
  // The version names the app's build; any other argument is answered without one.
  if (args.length === 0 || asksForVersion(args)) {
    await keepFresh(PROJECT_DIR, 'app');
    await keepFresh(PROJECT_DIR, 'older');
  }
  await keepFresh(PROJECT_DIR, 'gateway');
  clearInterval(whileItBuilds); // the gateway has a watch of its own
  await runBuilt(PROJECT_DIR, 'start');
});
