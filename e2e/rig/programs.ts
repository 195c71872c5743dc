import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Firefox: `FIREFOX_PATH`, else Debian's. */
export const firefoxPath = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
export const driverPath = '/usr/bin/WebKitWebDriver';
export const screenPath = '/usr/bin/Xvfb';

/** WebKitGTK's own small browser, which stands in no PATH. */
export function miniBrowserPath(): string {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const folder = folders.find((name) => existsSync(join('/usr/lib', name, 'webkit2gtk-4.1/MiniBrowser')));
  return join('/usr/lib', folder ?? '', 'webkit2gtk-4.1/MiniBrowser');
}

/** Programs that each engine is run with, and Debian's packages that bring it. */
export const needs = {
  firefox: { packages: ['firefox-esr'], paths: () => [firefoxPath] },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], paths: () => [driverPath, screenPath, miniBrowserPath()] },
} as const;

/** @returns what is missing to run the engine, which is nothing where it can be run. */
export function missing(engine: keyof typeof needs): readonly string[] {
  return needs[engine].paths().filter((path) => !existsSync(path));
}

/** A program that runs until it is ended. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything it has said on its standard error. */
  said(): string;
  /** Waits until it says something of this form. @throws Error when it ends before. */
  says(form: RegExp): Promise<string>;
  end(): Promise<void>;
}

export function start(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } };
  const child = spawn(path, args, options);
  const ended = once(child, 'exit');
  ended.catch(() => undefined); // it could not be started: `says` tells
  let text = '';
  const heard = new Set<() => void>();
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const hear of heard) hear();
  });
  return {
    child,
    said: () => text,
    says: (form) =>
      new Promise((found, failed) => {
        const look = (): void => {
          const [, told] = form.exec(text) ?? [];
          if (told !== undefined) found(told);
        };
        heard.add(look);
        const gone = (): void => failed(new Error(`${path} ended without saying ${form}:\n${text}`));
        ended.then(gone, failed);
        look();
      }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
