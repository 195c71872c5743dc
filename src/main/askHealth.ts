import { get as getPlain } from 'node:http';
import { get as getByTls } from 'node:https';
import { runProgram } from '#settings/cannotStart.ts';
import { withSecretFiles, readSettings } from '#settings/settings.ts';
import { mixUpAt } from '#http/schemeMixUp.ts';

const LONGEST_MS = 5_000;

/**
 * Asks the gateway that has this environment for its health, as a container or a watchdog does. Ends with 0 where it is
 * well, else with 1 and a line on why.
 */
function askHealth(): void {
  const { host, port, tls } = readSettings(withSecretFiles(process.env));
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const options = { host: everywhere[host] ?? host, port, path: '/gateway/health', timeout: LONGEST_MS };
  // The certificate is for the name that handhelds use, and not for this one; nothing secret is sent.
  const asked = tls ? getByTls({ ...options, rejectUnauthorized: false }) : getPlain(options);
  asked.on('response', (reply) => {
    reply.resume();
    end(reply.statusCode === 200 ? undefined : `HTTP ${reply.statusCode}`);
  });
  asked.on('timeout', () => end(`no answer in ${LONGEST_MS} ms`));
  asked.on('error', (error) => {
    const named = options.host.includes(':') ? `[${options.host}]` : options.host;
    const address = new URL(`${tls ? 'https' : 'http'}://${named}:${port}`);
    void mixUpAt(address, error).then((mixUp) => end(mixUp ?? error.message));
  });
}

function end(fault: string | undefined): never {
  if (fault !== undefined) process.stderr.write(`${fault}\n`);
  process.exit(fault === undefined ? 0 : 1);
}

await runProgram(askHealth);
