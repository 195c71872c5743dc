import { type StdioOptions, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { localHeaders } from '#http/fromHere.ts';
import { programFile } from './gatewayProcess.ts';
import { freePort } from './rig.ts';

/** Makes a pipe that is full. `end` is a program's to write to, and waits where the program lets it. */
export function fullPipe(folder: string, name = 'pipe') {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  const ours = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const end = openSync(path, constants.O_RDWR);
  let text = '';
  const untilItRefuses = (step: () => number): void => {
    try {
      while (step() > 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  };
  const fill = (): void => untilItRefuses(() => writeSync(ours, Buffer.alloc(1024, '\n')));
  fill();
  return {
    end,
    fill,
    /** Reads what is there. @returns all that was read. */
    read(): string {
      const bytes = Buffer.alloc(64 * 1024);
      untilItRefuses(() => {
        const count = readSync(ours, bytes);
        text += bytes.toString('utf8', 0, count);
        return count;
      });
      return text;
    },
    [Symbol.dispose](): void {
      closeSync(ours);
      closeSync(end);
    },
  };
}

/**
 * Starts the gateway in a process whose outputs are as a test says, and waits until it answers.
 *
 * @param outputs - stdout and stderr. @param env - with DATA_DIR.
 */
export async function spawnWithOutputs(
  outputs: readonly [StdioOptions[number], StdioOptions[number]],
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [programFile('start')], {
    env: { PATH: process.env['PATH'] ?? '', UPSTREAM_URL: 'stand-in', ...env, PORT: String(port) },
    stdio: ['ignore', ...outputs] as StdioOptions,
  });
  const exit = once(child, 'exit');
  const ask = (path: string): Promise<Response> =>
    fetch(url + path, { headers: localHeaders(env.DATA_DIR), signal: AbortSignal.timeout(5_000) });
  const isUp = async (): Promise<boolean> => (await ask('/gateway/health/live').catch(() => undefined))?.ok === true;
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    url,
    child,
    /** Returns what `/gateway/health` says is wrong. */
    warnings: async (): Promise<readonly string[]> =>
      ((await (await ask('/gateway/health')).json()) as { readonly warnings?: readonly string[] }).warnings ?? [],
    /** Returns how many lines an output has lost. */
    lost: async (output: string): Promise<number> => {
      const text = await (await ask('/gateway/metrics')).text();
      return Number(new RegExp(`^scanline_lines_lost_total\\{output="${output}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    },
    /** Stops it in good order. @returns its exit code; `null`: it had to be killed. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const [code] = (await exit) as [number | null];
      clearTimeout(killing);
      return code;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await exit;
      }
    },
  };
}
