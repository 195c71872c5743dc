import { spawn } from 'node:child_process';
import type { Plugin } from 'vite';

/** Runs the gateway behind `vite`, and restarts it when its sources change. */
export function devGateway(root: string, address: string): Plugin {
  return {
    name: 'scanline:gateway',
    apply: (_, { command, isPreview }) =>
      command === 'serve' && isPreview !== true && process.env['VITEST'] === undefined,
    configureServer({ httpServer }) {
      const { port } = new URL(address);
      const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/gateway/main.ts'], {
        cwd: root,
        env: { ...process.env, PORT: port },
        stdio: 'inherit',
      });
      httpServer?.once('close', () => child.kill());
      process.once('exit', () => child.kill());
    },
  };
}
