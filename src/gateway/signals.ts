/** What a signal asks of a gateway: to end its calls and stop, or to read the site's file and the certificate again. */
export type SignalMeaning = 'stop' | 'reload';

/**
 * What each signal means where the gateway runs. Windows has none to send. Node tells of Ctrl-C as SIGINT, which is what
 * service wrappers send for a stop, and of Ctrl-Break as SIGBREAK. SIGHUP is a console that closes: Windows ends the
 * process some ten seconds later, whatever it does. Source: Node's documentation, Process, Signal events.
 */
export function signalsOn(platform: NodeJS.Platform): ReadonlyMap<NodeJS.Signals, SignalMeaning> {
  const windows = { SIGINT: 'stop', SIGBREAK: 'stop', SIGHUP: 'stop' } as const;
  const posix = { SIGINT: 'stop', SIGTERM: 'stop', SIGHUP: 'reload' } as const;
  return new Map(Object.entries(platform === 'win32' ? windows : posix) as [NodeJS.Signals, SignalMeaning][]);
}

const LOOK_EVERY_MS = 250;
/** Whoever started this program. Read before anything else is done, as it may have gone by the time the gateway listens. */
const startedBy = process.ppid;

/**
 * npm passes a signal on to the shell that it runs a script in, and that shell may end without passing it on (dash does):
 * then the gateway would run on, with nobody to stop it. So it stops in good order when whoever npm started it by has gone,
 * and a program that is still to become the gateway ends. Two that look would ask twice, which ends calls that run.
 *
 * @returns what looks, to be cleared by who leaves it to another; `undefined`: npm did not start this.
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
