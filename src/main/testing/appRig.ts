import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { type Gateway, type GatewayPlaces, startGateway } from '#main/gateway.ts';
import type { PasswordCost } from '#office/people/passwords.ts';
import { operate } from './operating.ts';
import { tempDir } from './rig.ts';
import { readSettings } from '#settings/settings.ts';

/** A password's cost where nobody guesses: a thousandth of the usual one. */
export const QUICK: PasswordCost = { N: 2 ** 5, r: 8, p: 1 };

/** A stream for logs that nobody reads. */
export const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

/** A script that is more than a socket takes at once. */
export const LARGE = `/*${'large '.repeat(200_000)}*/`;

/** The built app of every gateway here, by name: small, but for one script. */
const builtApp: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>Scanline</title>',
  'sw.js': 'self.x = 1;',
  'old/index.html': '<!doctype html><title>Scanline</title><script>1</script>',
  'old/sw.js': 'self.old = 1;',
  'old/assets/index-4d5e6f.js': 'var old;',
  'manifest.webmanifest': '{"name":"Scanline"}',
  'assets/index-1a2b3c.js': 'export {};',
  'assets/large-1a2b3c.js': LARGE,
};
/** The same as bytes, with the packed copy beside each: packed once, as hundreds of gateways are started. */
const builtFiles = Object.entries(builtApp).flatMap(([name, text]) => [
  [name, Buffer.from(text)] as const,
  [`${name}.br`, brotliCompressSync(text)] as const,
]);

/** A gateway that a test started. */
export interface GatewayHere extends AsyncDisposable, Gateway {
  /** The headers of a program on its machine, or of a supervisor's browser where there is a password. */
  readonly here: Readonly<Record<string, string>>;
  /** Returns its log; empty where no LOG_LEVEL was given. */
  logged(): string;
}

/** Starts a gateway in this process, on a free port and with a folder of its own. What its desk decides is entered at once, unless a time to undo it is given. */
export async function startHere(
  env: Readonly<Record<string, string>> = {},
  places: Pick<GatewayPlaces, 'officeInstead' | 'undoMs' | 'printersHere'> = {},
): Promise<GatewayHere> {
  const folder = tempDir();
  const dist = join(folder.path, 'dist');
  for (const build of ['', 'old']) mkdirSync(join(dist, build, 'assets'), { recursive: true });
  for (const [name, bytes] of builtFiles) writeFileSync(join(dist, name), bytes);
  writeFileSync(join(dist, 'icon.png'), 'png');
  writeFileSync(join(dist, '.secret'), 'hidden');
  const usual = { PORT: '0', DATA_DIR: join(folder.path, 'data'), UPSTREAM_URL: 'stand-in', LOG_LEVEL: 'silent' };
  const settings = readSettings({ ...usual, ...env });
  let logged = '';
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const gateway = await startGateway(settings, { undoMs: 0, ...places, distDir: dist, logTo, passwordCost: QUICK });
  const here = await operate(gateway.url, settings.dataDir, settings.supervisorPassword);
  return {
    ...gateway,
    here,
    logged: () => logged,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends bytes on a connection of their own, as `fetch` would not. @returns all that came back. */
export async function rawly(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined); // it may be closed while bytes are on their way: what had come is the answer
  await new Promise((done) => socket.once('close', done));
  return text;
}
