import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#e2e/rig/gateway.ts';

/** A plain server that stands for a gateway and counts what comes. */
export interface Behind {
  readonly port: number;
  /** Method, path and headers of what came, health checks left out. */
  readonly came: readonly { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** `true`: it reads a request and closes the connection instead of answering. */
  drops: boolean;
  close(): Promise<void>;
}

/** A proxy of deploy/, started with the shipped file: only addresses, ports and the certificate are this test's. */
export interface Proxy {
  readonly port: number;
  /** Its certificate, PEM: it is its own authority. */
  readonly certificate: string;
  /** Everything it wrote to its logs. */
  logged(): string;
  stop(): Promise<void>;
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;
export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/** @param port - 0: any. */
export async function startBehind(port = 0): Promise<Behind> {
  const came: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const behind = { drops: false };
  const server: Server = createServer((incoming, reply) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      if (incoming.url === '/gateway/health') return reply.end('{}');
      came.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers, body });
      return behind.drops ? incoming.socket.destroy() : reply.end(`from ${String(port)}`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(behind, {
    port: (server.address() as AddressInfo).port,
    came,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** nginx by deploy/nginx/scanline.conf. @param ports - of the gateways. */
export async function startNginx(ports: readonly number[]): Promise<Proxy> {
  const folder = folderWithCertificate();
  const port = await freePort();
  const conf = readFileSync('deploy/nginx/scanline.conf', 'utf8')
    .replace(/ {4}server [\d.]+:8080 (.*\n)/g, () => '')
    .replace(/(upstream scanline \{\n)/, (head) => `${head}${servers(ports)}`)
    .replaceAll(/ +listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/scanline/tls', folder)
    .replaceAll('/var/log/nginx', folder);
  const main = `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
    events {} http { ${temporary(folder)} ${conf} }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  execFileSync('nginx', ['-t', '-q', '-c', join(folder, 'nginx.conf'), '-p', folder]);
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  return running(child, port, folder, () =>
    ['scanline.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
  );
}

const servers = (ports: readonly number[]): string =>
  ports.map((port) => `    server 127.0.0.1:${port} max_fails=1 fail_timeout=5s;\n`).join('');

/** nginx as anybody sets it up on the gateway's own machine, in clear text. @param lines - beside `proxy_pass`. */
export async function startPlainNginx(
  gateway: number,
  lines: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-nginx-'));
  const port = await freePort();
  const server = `server { listen 127.0.0.1:${port}; access_log off;
    location / { proxy_pass http://127.0.0.1:${gateway}; ${lines} } }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
    events {} http { ${temporary(folder)} ${server} }`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns where nginx keeps what it cannot hold in memory. */
const temporary = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');

/** Caddy by deploy/Caddyfile. @param ports - of the gateways. */
export async function startCaddy(ports: readonly number[]): Promise<Proxy> {
  const folder = folderWithCertificate();
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  // Its redirect would want port 80 of this machine.
  writeFileSync(file, readFileSync('deploy/Caddyfile', 'utf8').replace(/^\{$/m, '{\n\tauto_https disable_redirects'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SCANLINE_NAME: `https://localhost:${port}`,
    SCANLINE_TLS: `${folder}/fullchain.pem ${folder}/key.pem`,
    SCANLINE_GATEWAYS: ports.map((each) => `127.0.0.1:${each}`).join(' '),
  };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  return running(child, port, folder, () => logged);
}

function folderWithCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-proxy-'));
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=localhost', '-days', '2'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...options, ...names, ...files], { stdio: 'pipe' });
  return folder;
}

async function running(child: ChildProcess, port: number, folder: string, logged: () => string): Promise<Proxy> {
  const ended = once(child, 'exit');
  let isGone = false;
  void ended.then(() => (isGone = true));
  for (;;) {
    const isUp = await ask(port, 'GET', '/up').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (isGone) throw new Error(`the proxy ended:\n${logged()}`);
  }
  return {
    port,
    certificate: readFileSync(join(folder, 'fullchain.pem'), 'utf8'),
    logged,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One request by TLS on a connection of its own. @returns status and text. */
export function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: 'localhost',
      port,
      method,
      path,
      agent: false,
      servername: 'localhost',
      rejectUnauthorized: false,
      family: 4,
    };
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = request({ ...options, headers: { ...form, ...headers } }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }));
      reply.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
