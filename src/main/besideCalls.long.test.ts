import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Office } from '#office/office.ts';
import { startHere } from '#main/testing/appRig.ts';

const CALLS = 60;
const LOOP_MS = 2_000;
const LARGE_BYTES = 200 * 1024 * 1024;

interface Journal {
  readonly executions: readonly { readonly parameters: readonly [string, string][] }[];
}

/** An office whose board throws, whose journal loops, and whose list of handhelds takes 200 MB. */
const badOffice = (office: Office): Office => ({
  ...office,
  addTo(app) {
    app.get('/gateway/floor', () => {
      throw new Error('the board is broken');
    });
    app.get('/gateway/ledger', () => {
      const until = performance.now() + LOOP_MS;
      while (performance.now() < until);
      return 'looped';
    });
    app.get('/gateway/devices', () => Buffer.alloc(LARGE_BYTES, 1));
  },
});

test.each([
  ['throws', '/gateway/floor', 500],
  ['loops for two seconds', '/gateway/ledger', 200],
  ['takes 200 MB', '/gateway/devices', 200],
])(
  'a page of the office that %s loses, doubles and doubts no call beside it',
  async (_what, path, status) => {
    await using gateway = await startHere({ REQUESTS_PER_SECOND: '0' }, { officeInstead: badOffice });
    const { url, here } = gateway;
    const args = [join(import.meta.dirname, 'testing', 'callsBeside.ts'), url, path, JSON.stringify(here), `${CALLS}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const came = JSON.parse(stdout) as { statuses: number[]; pages: number[]; longestMs: number };
    expect(came.pages).toEqual([status, status]);
    expect(new Set(came.statuses)).toEqual(new Set([200]));
    const journal = (await (await fetch(`${url}/gateway/standin/journal`, { headers: here })).json()) as Journal;
    const done = journal.executions.map(({ parameters }) => parameters.find(([name]) => name === 'deliveryCode')?.[1]);
    expect(done).toHaveLength(CALLS);
    expect(new Set(done)).toEqual(new Set(Array.from({ length: CALLS }, (_, at) => `D-${2_000 + at}`)));
    const health = (await (await fetch(`${url}/gateway/health`, { headers: here })).json()) as {
      ledger: Record<string, number>;
    };
    expect(health.ledger).toMatchObject({ received: 0, dispatching: 0, outcomeUnknown: 0 });
    console.log(`${path}: the longest wait of a call beside it was ${Math.round(came.longestMs)} ms`);
  },
  120_000,
);
