import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { FLOOR_PASSWORD, SUPERVISOR, startFloor } from './startFloor.ts';

/** `npm run lab -- floor-demo --handhelds 40 --port 8090`: a floor for trials. Ctrl-C ends it. */
const { values } = parseArgs({
  options: { handhelds: { type: 'string', default: '40' }, port: { type: 'string', default: '8090' } },
});

async function main(): Promise<void> {
  await using floor = await startFloor(Math.max(12, Number(values.handhelds)), values.port);
  const { name, password } = SUPERVISOR;
  process.stdout.write(
    `${floor.url}/gateway/floor\n“${name}” with “${password}”, or as IT no name with “${FLOOR_PASSWORD}”; Ctrl-C ends it\n`,
  );
  await Promise.race([floor.goOn(), once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

await main();
process.exit(0);
