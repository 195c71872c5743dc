import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HandheldReport, encodeReport } from '#wire/report.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { startHere } from './appRig.ts';
import { away } from './deviceRig.ts';
import { tempDir } from './rig.ts';

/** The User-Agent of a handheld’s browser. */
export const CHROME =
  'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36';
const ID = '0b5c7f9e-1111-4222-8333-444455556666';
/** The report of one that needs somebody. */
export const said: HandheldReport = {
  id: ID,
  waiting: 5,
  person: 1,
  oldest: 7,
  oldestS: 3_700,
  version: '0.2.0-abc',
  kept: false,
};

/** Says hello, as a handheld elsewhere. @param report - or what stands in its header. */
export async function hello(
  url: string,
  report: HandheldReport | string | undefined,
  cookie?: string,
): Promise<number> {
  const value = typeof report === 'object' ? encodeReport(report) : report;
  const headers = {
    ...away,
    'user-agent': CHROME,
    ...(cookie !== undefined && { cookie }),
    ...(value !== undefined && { [REPORT_HEADER]: value }),
  };
  const reply = await fetch(`${url}/gateway/hello?nonce=n`, { headers });
  await reply.text();
  return reply.status;
}

/** Starts a gateway with a site file. */
export async function startWithSite(site: object, env: Record<string, string> = {}) {
  const folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, JSON.stringify(site));
  const gateway = await startHere({ SITE_CONFIG: file, TRUSTED_PROXY: '127.0.0.1', ...env });
  return {
    ...gateway,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
