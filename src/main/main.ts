import { endWithNpm, signalsOn } from './signals.ts'; // first, as it notes the process that started this one
import { CannotStart } from '#settings/cannotStart.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { makeFilesForOwnerAlone } from '#settings/files.ts';
import { ownOutput } from '#settings/lineOutput.ts';
import { withSecretFiles, readSettings } from '#settings/settings.ts';
import { asksForVersion, readVersion } from './version.ts';

const USAGE = `./scanline starts the gateway, and its settings are variables, each in docs/gateway.md.
  ./scanline                                 with the built-in stand-in, for a trial, on http://localhost:8080
  UPSTREAM_URL=http://wms.example.com/api UPSTREAM_API_KEY=… SUPERVISOR_PASSWORD=… DATA_DIR=../data ./scanline
                                             before a service; it prints the address of its set-up
  ./scanline --version                       prints the version that handhelds and /gateway/health show, and starts nothing
From the sources it is npm start.
`;

/** Starts the gateway from the environment. Signals stop it in good order, or make it read the site's file and the certificate anew. */
async function main(args: readonly string[]): Promise<void> {
  const [argument] = args;
  const { write } = ownOutput('stdout');
  if (argument === '--help' || argument === '-h') return write(USAGE);
  if (asksForVersion(args)) return write(`${readVersion()}\n`);
  if (argument !== undefined) {
    ownOutput('stderr').write(
      `${argument} is no option of the gateway, whose settings are variables: --help names them.\n`,
    );
    process.exitCode = 2;
    return;
  }
  endWithNpm();
  makeFilesForOwnerAlone();
  const gateway = await startGateway(readSettings(withSecretFiles(process.env)));
  // Before it says that it runs: whoever hears so may stop it.
  const act = { stop: stopOnce(gateway), reload: () => gateway.reload() };
  for (const [signal, meaning] of signalsOn(process.platform)) process.on(signal, act[meaning]);
  const upstream = gateway.upstream === 'stand-in' ? 'stand-in' : `service at ${gateway.upstream}`;
  write(`Scanline on ${gateway.url} (${upstream})\n`);
  if (gateway.setUpAt !== undefined) write(`Set up, with SUPERVISOR_PASSWORD, on ${gateway.setUpAt}\n`);
  if (gateway.trainingUrl !== undefined) write(`Training on ${gateway.trainingUrl}\n`);
}

function stopOnce(gateway: Gateway): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1); // asked twice: running calls will be unconfirmed
    stopping = true;
    gateway.close().then(() => process.exit(0), fail);
  };
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  ownOutput('stderr').write(error instanceof CannotStart ? `${message}\n` : `Scanline stopped: ${message}\n`);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
