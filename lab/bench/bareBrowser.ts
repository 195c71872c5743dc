import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bareArgs, chromiumPath } from '#e2e/rig/chromium.ts';

/**
 * A Chromium that is measured: on a profile that the app is installed in, with one page and nothing that watches it.
 * Playwright follows every request and frame of a page, which costs about as much as the app itself.
 */
export interface BareBrowser {
  /**
   * Asks the page by DevTools. Domains that report events are left off, unless `method` turns one on.
   *
   * @param session - of a target that was attached to, a worker for example. @default the page
   */
  send(method: string, parameters?: object, session?: string): Promise<unknown>;
  /** Hears an event of a domain that was turned on. */
  on(method: string, listener: (parameters: never) => void): void;
  /** Returns what an expression in the page comes to, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  open(url: string): Promise<void>;
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>;
  close(): Promise<void>;
}

const STARTS_WITHIN_MS = 20_000;
const CLOSES_WITHIN_MS = 5_000;

/**
 * @param profile - the folder of the profile; no other browser may be open on it.
 * @param args - more arguments for Chromium.
 * @param first - the page that it begins with, in whose process another one may go on: from a blank page any does that
 *   has no Cross-Origin-Opener-Policy, from one of the browser's own none does.
 */
export async function openBare(
  profile: string,
  args: readonly string[] = [],
  first = 'about:blank',
): Promise<BareBrowser> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    chromiumPath() ?? 'chromium',
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=480,800',
      '--no-default-browser-check',
      ...bareArgs,
      ...args,
      first,
    ],
    { stdio: 'ignore' },
  );
  const [port] = (await readWhenThere(portFile)).split('\n');
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const page = targets.find(({ type }) => type === 'page');
  if (!page) throw new Error('the browser has no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await once(socket, 'open');
  const asked = new Map<number, (reply: { result?: unknown; error?: { message: string } }) => void>();
  const listeners = new Map<string, (parameters: never) => void>();
  let ids = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
      method?: string;
      params?: unknown;
    };
    if (reply.id !== undefined) asked.get(reply.id)?.(reply);
    else if (reply.method !== undefined) listeners.get(reply.method)?.(reply.params as never);
  });

  async function send(method: string, parameters: object = {}, session?: string): Promise<unknown> {
    ids += 1;
    const id = ids;
    const reply = new Promise<{ result?: unknown; error?: { message: string } }>((resolve) => asked.set(id, resolve));
    socket.send(
      JSON.stringify({ id, method, params: parameters, ...(session !== undefined && { sessionId: session }) }),
    );
    const { result, error } = await reply;
    asked.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function evaluate<T>(expression: string): Promise<T> {
    const parameters = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await send('Runtime.evaluate', parameters)) as {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  return {
    send,
    evaluate,
    on: (method, listener) => void listeners.set(method, listener),
    async until(expression) {
      const endAt = Date.now() + STARTS_WITHIN_MS;
      while (!(await evaluate(expression).catch(() => false))) {
        if (Date.now() > endAt) throw new Error(`it did not come to be: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async open(url) {
      await send('Page.navigate', { url });
    },
    async close() {
      // As a person closes it: one that is killed in the middle of a write may lose the profile's storage.
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      await Promise.race([send('Browser.close').catch(() => undefined), ended]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSES_WITHIN_MS).unref())]);
      socket.close();
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function readWhenThere(file: string): Promise<string> {
  const endAt = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes('\n')) return text;
    if (Date.now() > endAt) throw new Error('the browser did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
