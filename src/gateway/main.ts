import { endWithNpm, signalsOn } from './signals.ts'; // first: it notes who started this
import { CannotStart } from '#gateway/settings/cannotStart.ts';
import { type Gateway, startGateway } from '#gateway/gateway.ts';
import { makeFilesForOwnerAlone } from '#gateway/settings/files.ts';
import { withSecretFiles, readSettings } from '#gateway/settings/settings.ts';

/** Starts the gateway from the environment; its signals stop it in good order, or read the site's file and the certificate anew. */
async function main(): Promise<void> {
  endWithNpm();
  makeFilesForOwnerAlone();
  const gateway = await startGateway(readSettings(withSecretFiles(process.env)));
  // Before a word is said: whoever hears that it runs may stop it.
  const act = { stop: stopOnce(gateway), reload: () => gateway.reload() };
  for (const [signal, meaning] of signalsOn(process.platform)) process.on(signal, act[meaning]);
  const upstream = gateway.upstream === 'stand-in' ? 'stand-in' : `service at ${gateway.upstream}`;
  process.stdout.write(`Scanline on ${gateway.url} (${upstream})\n`);
  if (gateway.setUpAt !== undefined) process.stdout.write(`Set up, with SUPERVISOR_PASSWORD, on ${gateway.setUpAt}\n`);
  if (gateway.trainingUrl !== undefined) process.stdout.write(`Training on ${gateway.trainingUrl}\n`);
}

function stopOnce(gateway: Gateway): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1); // asked twice: calls still running will be of unknown outcome
    stopping = true;
    gateway.close().then(() => process.exit(0), fail);
  };
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof CannotStart ? `${message}\n` : `Scanline stopped: ${message}\n`);
  process.exit(1);
}

main().catch(fail);
