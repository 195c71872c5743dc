import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWine, prepareWine } from './wine.ts';

/** Way in which programs of Windows are run on this machine. */
export interface Windows {
  /** The program that runs them, such as “wine-10.0”. */
  readonly name: string;
  readonly isWine: boolean;
  /** A path of this machine as such a program reads it. */
  path(path: string): string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Program;
  end(): void;
}

/** A program that runs, with what it has said. */
export interface Program {
  readonly child: ChildProcess;
  said(): string;
  /** Waits for a text. @throws Error with what it said, where it ends before, or takes too long. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end. @returns its exit code. */
  ended(): Promise<number | null>;
}

const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** @param folder - an empty one, for what is kept. @returns `undefined` where nothing here runs programs of Windows. */
export function findWindows(folder: string): Windows | undefined {
  mkdirSync(join(folder, 'said'));
  const base = { ...process.env, UPSTREAM_URL: 'stand-in', PORT: '0', NODE_EXTRA_CA_CERTS: '' };
  let count = 0;
  const outputs = (): string => join(folder, 'said', String((count += 1)));
  if (process.platform === 'win32') {
    return {
      name: 'Windows itself',
      isWine: false,
      path: (path) => path,
      run: ([program = '', ...args], env) => start(program, args, { ...base, ...env }, outputs()),
      end: () => {},
    };
  }
  const wine = findWine();
  if (!wine) return undefined;
  const prefix = join(folder, 'wine');
  const own = { WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=', XDG_RUNTIME_DIR: '/tmp' };
  const env = { ...base, HOME: folder, ...own, ...wine.env };
  prepareWine(wine, env, prefix);
  const [program, ...words] = wine.command;
  return {
    name: wine.version,
    isWine: true,
    path: (path) => `Z:${path.replaceAll('/', '\\')}`,
    run: (args, more) => start(program, [...words, ...args], { ...env, ...more }, outputs()),
    end: () => void spawnSync(program, [...words, 'wineboot', '-k'], { env, timeout: 30_000 }),
  };
}

/** Its output goes to a file: under Wine Node opens no pipe that was handed to it. */
function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, file: string): Program {
  const output = openSync(file, 'w');
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] });
  closeSync(output);
  const end = once(child, 'exit').then(([code]) => code as number | null);
  const said = (): string => readFileSync(file, 'utf8');
  return {
    child,
    said,
    async says(pattern) {
      for (let waited = 0; waited < LONGEST_MS; waited += LOOK_EVERY_MS) {
        const found = pattern.exec(said());
        if (found) return found;
        if (child.exitCode !== null || child.signalCode !== null) break;
        await sleep(LOOK_EVERY_MS);
      }
      throw new Error(`it did not say ${String(pattern)}:\n${said()}`);
    },
    ended: () => end,
  };
}
