const LOOK_EVERY_MS = 250;

/**
 * npm passes a signal on to the shell that it runs a script in, and that shell may end without passing it on (dash does):
 * then the gateway would run on, with nobody to stop it. So it stops in good order when whoever npm started it by has gone.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}
