/**
 * `npm run check`: all of `npm test` but the browser. What looks at the sources runs two at a time beside the build, each with
 * its output whole at its end; then come the unit tests, which measure time. Ends with 1 where anything failed.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
const MESSAGES = 'npm run -s messages';
const AT_ONCE = 2;

/** Returns a script's command without the writing of the messages' modules, which is done once for all. */
const commandOf = (name: string): string => (scripts[name] ?? '').replace(`${MESSAGES} && `, '');

const running = new Set<ReturnType<typeof start>>();

/** Starts a command as npm does. On POSIX it leads a group, so that it ends with all that it started. */
function start(command: string, stdio: 'inherit' | 'pipe') {
  const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;
  return spawn(command, { shell: true, stdio: ['ignore', stdio, stdio], env, detached: process.platform !== 'win32' });
}

/** Runs a command. @returns whether it ended well. */
async function ran(name: string, command: string, stdio: 'inherit' | 'pipe' = 'pipe'): Promise<boolean> {
  if (stopping.signal.aborted) return false;
  const from = performance.now();
  const child = start(command, stdio);
  running.add(child);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  running.delete(child);
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  process.stdout.write(
    `\n> ${name}: ${command}\n${Buffer.concat(said).toString()}< ${name}: ${code === 0 ? '' : 'failed, '}${seconds} s\n`,
  );
  return code === 0;
}

/** Milliseconds in which whoever is told to end may tidy up. */
const TIDYING_MS = 5_000;
const stopping = new AbortController();

/** Tells all that run to end, with all that they started. */
function endAll(signal: NodeJS.Signals): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopping.abort();
    endAll(signal);
    setTimeout(() => endAll('SIGKILL'), TIDYING_MS).unref(); // vitest ends the files that it has begun
  });
}

/** Runs what looks at the sources, and the build. @returns whether all ended well. */
async function allBeside(): Promise<boolean> {
  const waiting: [name: string, command: string][] = [
    ['build', `${scripts['build']?.replace('vite build', 'vite build --mode new')} && size-limit`], // without that for older browsers
    ['lint', commandOf('lint')],
    ['types', commandOf('types')],
    ['dead', commandOf('dead')],
    ['format:check', commandOf('format:check')],
  ];
  let isWell = true;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) isWell = (await ran(...next)) && isWell;
    }),
  );
  return isWell;
}

const isWell =
  (await ran('messages', MESSAGES)) && (await allBeside()) && (await ran('unit', commandOf('unit'), 'inherit'));
process.exitCode = isWell ? 0 : 1;
