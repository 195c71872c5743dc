import { CannotStart } from '#settings/cannotStart.ts';
import { createStandin } from '#standin/standin.ts';
import { sharedNames } from './peer.ts';

/** Runs a stand-in alone in this process, with its database in the folder given; says its address on a line. */
async function main(): Promise<void> {
  const standin = await createStandin({ dataDir: process.argv[2] ?? '.', ...sharedNames, port: 0 });
  process.stdout.write(`${standin.url.origin}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof CannotStart ? error.message : String(error)}\n`);
  process.exit(1);
});
