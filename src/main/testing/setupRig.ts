import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHere } from './appRig.ts';
import { RIG_KEY, serviceReply, startUpstream, tempDir, textIn } from './rig.ts';
import { wsdlOffering } from './wsdlRig.ts';

/**
 * Starts a gateway whose set-up a test goes through as a supervisor's browser would.
 *
 * @param site - the content of the file that SITE_CONFIG names; absent: there is none, and the set-up makes one in DATA_DIR.
 */
export async function startSetup(env: Readonly<Record<string, string>>, site?: object) {
  const folder = tempDir();
  const file = join(folder.path, 'site.json');
  if (site) writeFileSync(file, JSON.stringify(site));
  const gateway = await startHere({ ...(site ? { SITE_CONFIG: file } : { DATA_DIR: folder.path }), ...env });
  const at = (end: string): string => `${gateway.url}/gateway/setup${end}`;
  return {
    gateway,
    /** The site's file. */
    file,
    /** Reads a page of the set-up, by the end of its address. */
    page: async (end = ''): Promise<string> => (await fetch(at(end), { headers: gateway.here })).text(),
    /** Posts a form of it. */
    async post(end: string, fields: Readonly<Record<string, string>> = {}) {
      const headers = { ...gateway.here, 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await fetch(at(end), { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
      return { status: reply.status, html: await reply.text() };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

interface BeforeService {
  readonly env?: Readonly<Record<string, string>>;
  readonly site?: object;
  /** The service's description of itself. */
  readonly wsdl?: string;
}

/**
 * Starts a service, and a gateway before it as `startSetup` does, with a key and no enrolment.
 *
 * @param serve - answers each request of the service; a text: that is its answer to each.
 */
export async function startSetupBefore(
  serve: string | Parameters<typeof startUpstream>[0],
  { env = {}, site, wsdl = wsdlOffering(['http-post']) }: BeforeService = {},
) {
  const answer = typeof serve === 'string' ? serviceReply(serve) : '';
  const upstream = await startUpstream(typeof serve === 'string' ? ({ reply }) => reply(answer) : serve, 0, wsdl);
  const here = { UPSTREAM_URL: upstream.url.href, UPSTREAM_API_KEY: RIG_KEY, ENROLMENT: 'off' };
  const setup = await startSetup({ ...here, ...env }, site);
  return {
    ...setup,
    upstream,
    /** Reads the site as a handheld does. */
    served: async () => (await fetch(`${setup.gateway.url}/gateway/site`)).json() as Promise<Record<string, unknown>>,
    /** Reads the site's file. */
    written: () => JSON.parse(readFileSync(setup.file, 'utf8')) as Record<string, unknown>,
    async [Symbol.asyncDispose](): Promise<void> {
      await setup[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** A step of the first page as it is shown. */
export interface ShownStep {
  readonly name: string;
  readonly state: string;
  readonly why: string;
  readonly line: string;
}

/** Reads the steps of the first page, in English. */
export function stepsIn(html: string): readonly ShownStep[] {
  return html
    .split('<li data-state="')
    .slice(1)
    .map((item) => ({
      state: item.slice(0, item.indexOf('"')),
      name: textIn(/<h3>(.*?) <span/.exec(item)?.[1]),
      why: textIn(/<p class="verbatim" lang="en">(.*?)<\/p>/s.exec(item)?.[1]),
      line: textIn(/<pre class="line">(.*?)<\/pre>/s.exec(item)?.[1]),
    }));
}
