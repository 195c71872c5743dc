import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { post, revertOffFields } from '#main/testing/rig.ts';

const CALLS = 60;

interface Journal {
  readonly executions: readonly { readonly parameters: readonly [string, string][] }[];
}

test.each([
  ['throws', '/gateway/floor', 500],
  ['loops for two seconds', '/gateway/ledger', 200],
  ['takes 200 MB', '/gateway/devices', 200],
])(
  'a page of the office that %s loses, doubles and doubts no call beside it',
  async (_what, path, status) => {
    await using gateway = await spawnGateway(
      { REQUESTS_PER_SECOND: '0' },
      undefined,
      undefined,
      join(import.meta.dirname, 'testing', 'badOffice.ts'),
    );
    const { url, here } = gateway;
    const pages: Promise<number>[] = [];
    let longestMs = 0;
    const call = async (at: number): Promise<number> => {
      const began = performance.now();
      const reply = await post(url, `call-${10_000 + at}`, revertOffFields(`D-${2_000 + at}`));
      longestMs = Math.max(longestMs, performance.now() - began);
      return reply.status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < CALLS; at += 3) {
      if (at === 9 || at === 30)
        pages.push(
          fetch(url + path, { headers: here }).then(async (reply) => {
            await reply.arrayBuffer();
            return reply.status;
          }),
        );
      statuses.push(...(await Promise.all([at, at + 1, at + 2].map(call))));
    }
    expect(await Promise.all(pages)).toEqual([status, status]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const journal = (await (await fetch(`${url}/gateway/standin/journal`, { headers: here })).json()) as Journal;
    const done = journal.executions.map(({ parameters }) => parameters.find(([name]) => name === 'deliveryCode')?.[1]);
    expect(done).toHaveLength(CALLS);
    expect(new Set(done)).toEqual(new Set(Array.from({ length: CALLS }, (_, at) => `D-${2_000 + at}`)));
    const health = (await (await fetch(`${url}/gateway/health`)).json()) as { ledger: Record<string, number> };
    expect(health.ledger).toMatchObject({ received: 0, dispatching: 0, outcomeUnknown: 0 });
    console.log(`${path}: the longest wait of a call beside it was ${Math.round(longestMs)} ms`);
  },
  120_000,
);
