import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An nginx of one worker, for as long as a measurement takes. */
export interface Nginx extends AsyncDisposable {
  readonly url: URL;
}

/**
 * Starts nginx on a port of the loopback interface.
 *
 * @param dir - a folder of its own, made here.
 * @param http - what stands in its `http` block; it listens on `port`.
 * @returns a sentence where there is no nginx.
 */
export async function startNginx(dir: string, port: number, http: string): Promise<Nginx | string> {
  mkdirSync(dir);
  const config = join(dir, 'nginx.conf');
  const log = join(dir, 'error.log');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  writeFileSync(
    config,
    `daemon off; pid ${dir}/nginx.pid; error_log ${log}; worker_processes 1;
     events { worker_connections 1024; }
     http { ${places.join(' ')} ${http} }\n`,
  );
  const child = spawn('nginx', ['-c', config, '-p', dir, '-e', log], { stdio: 'ignore' });
  const failed = new Promise<string>((resolve) => {
    child.once('error', () => resolve('nginx is not installed (apt install nginx-light).'));
    child.once('exit', (code) => resolve(`nginx ended with ${code}; see ${log}.`));
  });
  const problem = await Promise.race([failed, listening(port, 'nginx')]);
  if (problem !== undefined) return problem;
  const gone = once(child, 'exit');
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Waits until somebody listens. @returns a sentence where nobody does. */
export async function listening(port: number, who: string): Promise<string | undefined> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return undefined;
    await sleep(50);
  }
  return `${who} did not listen within 5 s.`;
}
