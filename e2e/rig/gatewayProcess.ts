import { startGateway } from '#gateway/gateway.ts';
import { readSettings } from '#gateway/settings/settings.ts';

/** A gateway as `main.ts` runs it, with the built app taken from `TORTURE_DIST`: a copy that changes during a run. */
const distDir = process.env['TORTURE_DIST'];
const gateway = await startGateway(readSettings(process.env), distDir === undefined ? {} : { distDir });
process.stdout.write(`Scanline on ${gateway.url} (${gateway.upstream})\n`);
process.on('SIGTERM', () => void gateway.close().then(() => process.exit(0)));
