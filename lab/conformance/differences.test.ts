import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Comparison, compareAll } from './compare.ts';
import { hostRows, microsoftRows, readerRows } from './knownRows.ts';
import { sayWhySkipped, startPeer } from '#e2e/rig/peer.ts';
import { rawRequests } from './rawRequests.ts';
import { type OwnStandin, sideOf, startOwnStandin } from './sides.ts';

const peer = await startPeer();
if (typeof peer === 'string') sayWhySkipped(peer);

test('at least 150 raw requests are told apart by name', () => {
  expect(rawRequests.length).toBeGreaterThanOrEqual(150);
  expect(new Set(rawRequests.map(({ name }) => name)).size).toBe(rawRequests.length);
});

test('every known difference is tried', () => {
  const tried = new Set(rawRequests.flatMap(({ known }) => known?.row ?? []));
  expect([...tried].sort()).toEqual(Object.keys({ ...microsoftRows, ...hostRows, ...readerRows }).sort());
});

describe.skipIf(typeof peer === 'string')('given the same bytes as a genuine ASMX stack', () => {
  let own: OwnStandin;
  let comparisons: readonly Comparison[];

  beforeAll(async () => {
    if (typeof peer === 'string') return;
    own = await startOwnStandin();
    comparisons = await compareAll(rawRequests, own.side, sideOf(peer));
  }, 180_000);
  afterAll(async () => {
    await own?.[Symbol.asyncDispose]();
    if (typeof peer !== 'string') await peer[Symbol.asyncDispose]();
  });

  test('the stand-in differs nowhere without a reason', () => {
    const unexplained = comparisons.filter(({ verdict }) => verdict === 'unexplained');
    expect(unexplained.map(({ request, reason }) => `${request.name}: ${reason}`)).toEqual([]);
    expect(comparisons).toHaveLength(rawRequests.length);
  });

  test('the stand-in answers as its row says where the peer is known to differ from it', () => {
    const followed = comparisons.filter(({ verdict }) => ['microsoft', 'host', 'reader'].includes(verdict));
    expect(followed).toHaveLength(rawRequests.filter(({ known }) => known).length);
  });

  test('the stand-in runs an operation exactly where the peer does', () => {
    const judged = comparisons.filter(({ request }) => !request.known);
    const differently = judged.filter(({ standin, peer: theirs }) => standin.executed !== theirs.executed);
    expect(differently.map(({ request }) => request.name)).toEqual([]);
  });
});
