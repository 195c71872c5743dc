import { CannotStart } from '#settings/cannotStart.ts';
import { readSettings } from '#settings/settings.ts';
import { startGateway } from '#main/gateway.ts';

/** Milliseconds for which one of the pages lets nobody else on. */
const LOOP_MS = 2_000;
const LARGE_BYTES = 200 * 1024 * 1024;

/** Starts a gateway whose office is bad: the board throws, the journal loops, and the list of handhelds takes 200 MB. */
async function main(): Promise<void> {
  const { url } = await startGateway(readSettings(process.env), {
    officeInstead: (office) => ({
      ...office,
      addTo(app) {
        app.get('/gateway/floor', () => {
          throw new Error('the board is broken');
        });
        app.get('/gateway/ledger', () => {
          const until = performance.now() + LOOP_MS;
          while (performance.now() < until);
          return 'looped';
        });
        app.get('/gateway/devices', () => Buffer.alloc(LARGE_BYTES, 1));
      },
    }),
  });
  process.stdout.write(`Scanline on ${url} (stand-in)\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof CannotStart ? error.message : String(error));
  process.exit(1);
});
