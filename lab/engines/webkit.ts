import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '#e2e/rig/gateway.ts';
import type { Engine } from './engine.ts';
import { driverPath, miniBrowserPath, screenPath, start } from '#e2e/rig/programs.ts';

/** WebKitGTK's own small browser by its driver, on a screen in memory. Source: W3C WebDriver. */
export async function openWebKit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'scanline-webkit-'));
  const screen = start(screenPath, ['-displayfd', '2', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stops = [screen.end, () => rm(home, { recursive: true, force: true, maxRetries: 5 })];
  async function close(): Promise<void> {
    for (const stop of stops) await stop();
  }
  try {
    const display = await screen.says(/^(\d+)\n/m);
    const driver = start(driverPath, [`--port=${port}`], { DISPLAY: `:${display}`, HOME: home });
    stops.unshift(driver.end);
    await vi.waitUntil(() => isReady(origin), { timeout: 20_000, interval: 50 });
    const { sessionId, capabilities } = (await send(origin, 'POST', 'session', wanted())) as Session;
    stops.unshift(async () => void (await send(origin, 'DELETE', `session/${sessionId}`)));
    const engine = session(`${origin}/session/${sessionId}`);
    return { ...engine, version: `WebKitGTK ${capabilities['browserVersion']}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: Record<string, string>;
}

/** The camera is one that WebKit draws itself, and is allowed. */
function wanted(): object {
  const args = ['--automation', '--enable-mock-capture-devices=true'];
  const browser = { 'webkitgtk:browserOptions': { binary: miniBrowserPath(), args } };
  return { capabilities: { alwaysMatch: browser } };
}

function session(address: string): Omit<Engine, 'close' | 'version'> {
  const post = (path: string, body: object = {}): Promise<unknown> => send(address, 'POST', path, body);
  return {
    open: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh')),
    async read(expression) {
      const script = `const done = arguments[0];
        Promise.resolve(${expression}).then(
          (value) => done({ json: JSON.stringify(value ?? null) }),
          (error) => done({ failed: String(error) }),
        );`;
      const { json, failed } = (await post('execute/async', { script, args: [] })) as { json: string; failed?: string };
      if (failed !== undefined) throw new Error(failed);
      return JSON.parse(json);
    },
    act: async (actions) => void (await post('actions', { actions })),
  };
}

async function isReady(origin: string): Promise<boolean> {
  const { ready } = (await send(origin, 'GET', 'status').catch(() => ({}))) as { ready?: boolean };
  return ready === true;
}

async function send(address: string, method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${address}/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: unknown };
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}
