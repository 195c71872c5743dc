import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { firefoxPath, start } from '#e2e/rig/programs.ts';

/** A camera that draws its own picture, and is allowed; and nothing is told to Mozilla. Source: about:config. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
};

/** Firefox by WebDriver BiDi, which it speaks itself: no driver stands between. Source: W3C WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'scanline-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--remote-debugging-port', '0', '--profile', profile];
  const firefox = start(firefoxPath, args, { HOME: profile });
  async function close(): Promise<void> {
    await firefox.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    const send = await connect(`${await firefox.says(/WebDriver BiDi listening on (ws:\S+)/)}/session`);
    return { ...(await session(send)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function session(send: Send): Promise<Omit<Engine, 'close'>> {
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    capabilities: Record<string, string>;
  };
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: readonly { context: string }[] };
  const context = contexts[0]?.context;
  return {
    version: `Firefox ${capabilities['browserVersion']}`,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    async read(expression) {
      const told = (await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })) as { result: { value: string }; exceptionDetails?: { text: string } };
      if (told.exceptionDetails) throw new Error(told.exceptionDetails.text);
      return JSON.parse(told.result.value);
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
  };
}

type Send = (method: string, params: object) => Promise<unknown>;

/** Reply to a command: its result, or an error. Events are not asked for. */
interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const asked = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const reply = JSON.parse(data) as Reply;
    asked.get(reply.id)?.(reply);
    asked.delete(reply.id);
  });
  socket.addEventListener('close', () => {
    for (const [id, answer] of asked) answer({ id, error: 'closed', message: 'Firefox has gone' });
  });
  await once(socket, 'open');
  let last = 0;
  return async (method, params) => {
    last += 1;
    const id = last;
    const { result, error, message } = await new Promise<Reply>((answer) => {
      asked.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
}
