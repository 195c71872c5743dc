import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '#main/version.ts';
import { localHeaders } from '#http/fromHere.ts';
import type { Hello } from '#wire/hello.ts';
import { tempDir } from './rig.ts';

/** A program of the gateway's build, which src/main/testing/freshGateway.ts makes before the tests. */
export type GatewayProgram = 'start' | 'backup' | 'move' | 'person' | 'provision' | 'probe' | 'health';

/** The folder of the gateway's build in the project. */
export const PROGRAMS_FOLDER = join('build', 'gateway');

/** Returns the file of a program in the gateway's build. @param project - the project's folder, or a copy's. */
export function programFile(program: GatewayProgram, project = PROJECT_DIR): string {
  return join(project, PROGRAMS_FOLDER, `${program}.js`);
}

/** Returns the environment of every program. Node keeps what it compiled, which halves each of hundreds of starts. */
function bareEnv(): Record<string, string> {
  const NODE_COMPILE_CACHE = join(PROJECT_DIR, 'node_modules', '.cache', 'scanline-node');
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE };
}

/** The environment of every gateway process beside that of every program. */
const gatewayEnv = { PORT: '0', UPSTREAM_URL: 'stand-in' };

/** A gateway in a process of its own. */
export type GatewayProcess = Awaited<ReturnType<typeof spawnGateway>>;

/**
 * Starts the gateway in a process; without DATA_DIR it gets a folder of its own.
 *
 * @param preload - a module to import first. @param logFile - the file for its log, which is then no part of its output.
 * @param project - the folder of its build, where it is a copy. @throws Error with its output, where it does not start.
 */
export async function spawnGateway(
  env: Readonly<Record<string, string>>,
  preload?: string,
  logFile?: string,
  project?: string,
) {
  const main = programFile('start', project);
  const own = env['DATA_DIR'] === undefined ? tempDir() : undefined;
  const dataDir = env['DATA_DIR'] ?? own?.path ?? '';
  const args = preload === undefined ? [main] : ['--import', preload, main];
  const child = spawn(process.execPath, args, {
    env: { ...bareEnv(), ...gatewayEnv, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', logFile === undefined ? 'pipe' : openSync(logFile, 'w')],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!output.includes(text)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
      void exit.then(() => reject(new Error(`it ended without saying “${text}”:\n${output}`)));
    });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  await says('Scanline on ');
  await says(')\n');
  return {
    url: /Scanline on (\S+) /.exec(output)?.[1] ?? '',
    child,
    /** The headers of a program on its machine. */
    here: localHeaders(dataDir),
    /** Returns everything that it wrote to both outputs. */
    output: (): string => output,
    /** Resolves when its output holds `text`. */
    says,
    /** Kills it at once, and waits until it is gone. */
    kill,
    /** Resolves to its exit code. */
    ended: () => exit,
    async [Symbol.asyncDispose](): Promise<void> {
      await kill();
      own?.[Symbol.dispose]();
    },
  };
}

/** A program's outputs, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the gateway's programs to its end. @param input - its standard input. */
export async function run(
  program: GatewayProgram,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [programFile(program), ...args], {
    env: { ...bareEnv(), ...env },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()));
  }
  child.stdin.on('error', () => {}); // it may end without having read
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** Runs the gateway to its end. */
export async function runGateway(env: Readonly<Record<string, string>>): Promise<Omit<Ended, 'stdout'>> {
  const { code, stderr } = await run('start', [], { ...gatewayEnv, ...env });
  return { code, stderr };
}

/** Asks a gateway for a hello. */
export async function hello({ url }: Pick<GatewayProcess, 'url'>): Promise<Hello> {
  return (await (await fetch(`${url}/gateway/hello?nonce=n`)).json()) as Hello;
}
