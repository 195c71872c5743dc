import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultNames } from '#wire/names.ts';

/** Folder of the peer: beside the working tree, or where ASMX_PEER says. */
const PEER_DIR = process.env['ASMX_PEER'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'asmx-peer');

/** Seconds after which a peer stops by itself, should its test be killed. */
const PEER_TTL_S = 900;

/** The operations that it was built with: a younger one of ours is not compared. None where there is no peer. */
export const peerOperations: ReadonlySet<string> = new Set(
  existsSync(join(PEER_DIR, 'ops.json'))
    ? (JSON.parse(readFileSync(join(PEER_DIR, 'ops.json'), 'utf8')) as readonly { readonly op: string }[]).map(
        ({ op }) => op,
      )
    : [],
);

export const PEER_NAMESPACE = 'http://logistics.example/';

/** The names that the peer uses, and the stand-in beside it. */
export const sharedNames = { ...defaultNames, namespace: PEER_NAMESPACE };

/** One call that the peer really executed. Numbers are the texts that .NET wrote; `null` is a missing string. */
export interface PeerCall {
  readonly seq: number;
  readonly op: string;
  /** GET, POST, SOAP11 or SOAP12; with a `?` before it where it was spoken oddly. */
  readonly binding: string;
  readonly args: Readonly<Record<string, string | null>>;
}

/** A genuine ASMX stack in processes of its own, which nobody here wrote. */
export interface Peer extends AsyncDisposable {
  readonly url: URL;
  /** Executed calls but the first `since`, oldest first. */
  calls(since?: number): Promise<readonly PeerCall[]>;
  /** The last of them as the peer's own log has it, which is written before the answer leaves. */
  lastOnDisk(): PeerCall | undefined;
  /** Returns how many there are, by that log. */
  count(): number;
}

/**
 * Starts a peer on a free port with a folder of its own.
 *
 * Nothing is installed unless PEER_NO_INSTALL is set to something else than 1: a test run must not change the machine.
 *
 * @param maxRequestKb - ASP.NET's maxRequestLength; the peer's own is 65536, ASP.NET's is 4096.
 * @returns the peer, or one sentence saying why there is none.
 */
export async function startPeer(maxRequestKb = 4096): Promise<Peer | string> {
  if (!existsSync(join(PEER_DIR, 'run.sh'))) return `The ASMX peer is not at ${PEER_DIR}.`;
  const root = mkdtempSync(join(tmpdir(), 'scanline-peer-'));
  const port = await freePort();
  const webConfig = join(root, 'web.config');
  const limit = `maxRequestLength="${maxRequestKb}"`;
  const config = readFileSync(join(PEER_DIR, 'app', 'web.config'), 'utf8');
  writeFileSync(webConfig, config.replace(/maxRequestLength="\d+"/, limit));
  const env = {
    PEER_NO_INSTALL: '1',
    ...process.env,
    PEER_NS: PEER_NAMESPACE,
    PEER_RUN_ROOT: root,
    PEER_TTL: String(PEER_TTL_S),
    PEER_WEBCONFIG: webConfig,
  };
  const stop = async (): Promise<void> => {
    await run('stop.sh', port, env);
    rmSync(root, { recursive: true, force: true });
  };
  const { code, output } = await run('run.sh', port, env);
  if (code !== 0) {
    await stop();
    const last = output.trim().split('\n').at(-1) ?? '';
    return `The ASMX peer at ${PEER_DIR} cannot start here: ${last === '' ? `run.sh ended with ${code}` : last}`;
  }
  const url = new URL(`http://127.0.0.1:${port}`);
  const log = join(root, String(port), 'calls.jsonl');
  return {
    url,
    async calls(since = 0) {
      const reply = await fetch(new URL(`/peer.ashx?cmd=calls&since=${since}`, url));
      return parseCalls(await reply.text());
    },
    lastOnDisk: () => parseCalls(`[${readLog(log).trim().split('\n').at(-1) ?? ''}]`)[0],
    count: () => readLog(log).split('\n').length - 1,
    [Symbol.asyncDispose]: stop,
  };
}

/** Says once and where it is seen why tests against the peer are skipped. */
export function sayWhySkipped(sentence: string): void {
  process.stderr.write(`\nSKIPPED: ${sentence} What is judged by it was not judged.\n`);
}

/** '' before the first call. */
function readLog(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function run(script: string, port: number, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  // Its own error output only: the server that run.sh leaves behind keeps the other one open.
  const child = spawn(join(PEER_DIR, script), [String(port)], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  child.stderr.destroy();
  return { code: code ?? -1, output };
}

/** JSON with the source of each number in its place: 1.50 and the largest decimal are no JavaScript numbers. */
function parseCalls(json: string): readonly PeerCall[] {
  const keepSource = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && key !== 'seq' ? context?.source : value;
  const calls = JSON.parse(json, keepSource) as readonly PeerCall[];
  return calls.map(({ seq, op, binding, args }) => ({ seq, op, binding, args }));
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
