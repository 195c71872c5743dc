import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Plugin, build } from 'vite';
import { BUNDLE, bundleConfig } from './gateway/bundle.ts';

/** Builds the gateway behind `vite` and runs it, and does both again when its sources change. */
export function devGateway(root: string, address: string): Plugin {
  return {
    name: 'scanline:gateway',
    apply: (_, { command, isPreview }) =>
      command === 'serve' && isPreview !== true && process.env['VITEST'] === undefined,
    async configureServer({ httpServer }) {
      const { port } = new URL(address);
      const out = join(root, BUNDLE);
      let child: ChildProcess | undefined;
      const end = (): void => void child?.kill();
      const start = (): void => {
        const env = { ...process.env, PORT: port };
        child = spawn(process.execPath, [join(out, 'start.js')], { cwd: root, env, stdio: 'inherit' });
      };
      /** The one before ends first: it holds the port and the ledger. */
      const startAnew = (): void => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return start();
        child.removeAllListeners('exit').once('exit', start);
        end();
      };
      const config = bundleConfig(root, out);
      const watcher = await build({ ...config, build: { ...config.build, watch: {} } });
      if (!('on' in watcher)) throw new Error('Vite does not watch');
      watcher.on('event', (event) => {
        if (event.code === 'END') startAnew();
        if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
      });
      httpServer?.once('close', () => {
        void watcher.close();
        child?.removeAllListeners('exit');
        end();
      });
      process.once('exit', end);
    },
  };
}
