import type { BrowserContext, Page } from '@playwright/test';

/** Sentences of a browser when a page or a worker did what its policy forbids: Chromium's words. */
const ACCUSES = /content security policy|requires '?trusted|trusted ?types?\b/i;
const BINDING = 'tellViolation';

/** Kept by the process: Playwright runs one test at a time in it, whoever opened the browsers. */
let seen: string[] | undefined;

/** From now on what the watched contexts violate is kept. The benches never ask for it: their pages stay as they are. */
export function keepViolations(): void {
  seen ??= [];
}

/** Returns what was violated since it was last taken; a worker's words come a moment later than they happen. */
export function seenViolations(): readonly string[] {
  return [...(seen ?? [])];
}

/** Returns what was violated since the last call: each the page or worker and the directive, or the console's words. */
export function takeViolations(): readonly string[] {
  return seen?.splice(0) ?? [];
}

function keep(violation: string): void {
  seen?.push(violation);
}

function keepAccusation(where: string, text: string): void {
  if (ACCUSES.test(text)) keep(`${where}: ${text}`);
}

/**
 * Watches every page, frame and worker of a context for violations of the Content Security Policy and of Trusted Types:
 * pages by their own event and by the console, which also tells of the moments before a document's first script;
 * workers, the service worker among them, by their logs. Source: Content Security Policy Level 3, 5; Trusted Types.
 */
export async function watchViolations(context: BrowserContext): Promise<void> {
  if (!seen) return;
  context.on('console', (message) => keepAccusation(message.location().url, message.text()));
  context.on('page', (page) => void watchWorkers(page));
  await Promise.all(context.pages().map(watchWorkers));
  await context.exposeBinding(BINDING, (_, violation: string) => keep(violation));
  await context.addInitScript((name) => {
    addEventListener('securitypolicyviolation', ({ documentURI, effectiveDirective, blockedURI, sample }) => {
      const tell = (globalThis as unknown as Record<string, (violation: string) => void>)[name];
      tell?.(`${documentURI}: ${effectiveDirective} forbids ${blockedURI} ${sample}`.trim());
    });
  }, BINDING);
}

/** Playwright does not show what a worker's log holds: DevTools does, from the worker's first line on. */
async function watchWorkers(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    devtools.on('Target.attachedToTarget', ({ sessionId }) => {
      const message = JSON.stringify({ id: 1, method: 'Log.enable' });
      devtools.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined); // it has ended
    });
    devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { method, params } = JSON.parse(message) as LogMessage;
      if (method === 'Log.entryAdded') keepAccusation(params.entry.url ?? 'a worker', params.entry.text);
    });
    await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  } catch {
    // the page has gone already
  }
}

interface LogMessage {
  readonly method?: string;
  readonly params: { readonly entry: { readonly text: string; readonly url?: string } };
}
