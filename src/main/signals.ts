/** The meaning of a signal: end the calls and stop, or read the site's file and the certificate again. */
export type SignalMeaning = 'stop' | 'reload';

/**
 * Returns the meaning of each signal on a platform. On Windows, Node reports Ctrl-C as SIGINT, which service wrappers send
 * for a stop, Ctrl-Break as SIGBREAK, and a closing console as SIGHUP: Windows ends the process some ten seconds later in
 * any case. Source: Node's documentation, Process, Signal events.
 */
export function signalsOn(platform: NodeJS.Platform): ReadonlyMap<NodeJS.Signals, SignalMeaning> {
  const windows = { SIGINT: 'stop', SIGBREAK: 'stop', SIGHUP: 'stop' } as const;
  const posix = { SIGINT: 'stop', SIGTERM: 'stop', SIGHUP: 'reload' } as const;
  return new Map(Object.entries(platform === 'win32' ? windows : posix) as [NodeJS.Signals, SignalMeaning][]);
}

const LOOK_EVERY_MS = 250;
/** The process that started this one. It is read first of all, as it may be gone by the time the gateway listens. */
const startedBy = process.ppid;

/**
 * Stops this process in good order when npm's shell is gone. npm passes a signal on to the shell that runs a script, and
 * that may end without passing it on (dash does): the gateway would run on. Two watches would ask twice to stop, which cuts
 * running calls, so clear the first where another begins.
 *
 * @returns the watch; `undefined`: npm did not start this.
 */
export function endWithNpm(): NodeJS.Timeout | undefined {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
  return watch;
}
