import { keepFresh, runBuilt } from './freshBuild.ts';
import { runProgram } from '#settings/cannotStart.ts';
import { PROJECT_DIR } from './version.ts';

// `npm run backup` and the like: runs the program that is named first with the words after it, built where it has to be.
const [name = ''] = process.argv.splice(2, 1);
await runProgram(async () => {
  await keepFresh(PROJECT_DIR, 'gateway');
  await runBuilt(PROJECT_DIR, name);
});
