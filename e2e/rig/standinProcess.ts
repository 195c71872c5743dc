import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A stand-in in a process of its own. */
export interface StandinProcess extends AsyncDisposable {
  readonly url: URL;
  readonly child: ChildProcess;
}

/** @param dataDir - an empty folder. @throws Error with what it said, where it does not start. */
export async function spawnStandin(dataDir: string): Promise<StandinProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'standinAlone.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('close', () => reject(new Error(`The stand-in did not start: ${said}`)));
  });
  return {
    url: new URL(line),
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Memory of a process in MB: what it has now, and the most it ever had. Linux. */
export function memoryOf(pid: number | undefined): { readonly nowMb: number; readonly mostMb: number } {
  const status = readFileSync(`/proc/${pid ?? 'self'}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { nowMb: mb('VmRSS'), mostMb: mb('VmHWM') };
}
