import type { FastifyReply } from 'fastify';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { createPersonTurns } from '#office/people/personTurns.ts';
import { startHere } from '#main/testing/appRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import type { LedgerView } from './callTable.tsx';
import { fileKinds, replyWithFile } from './ledgerExport.ts';

const view = {
  names: new Map(),
  workers: new Map(),
  readingOf: () => undefined,
  language: 'en',
  zone: 'UTC',
  texts: pageWords('en').ledger,
} as Partial<LedgerView> as LedgerView;

/** Makes parts of a thousand calls each, and counts those that were asked for. */
function partsOf(many: number) {
  const counts = { asked: 0, ended: false };
  async function* parts(): AsyncGenerator<readonly LedgerLine[]> {
    try {
      for (let from = 0; from < many; from += 1_000) {
        counts.asked += 1;
        const length = Math.min(1_000, many - from);
        yield Array.from({ length }, (_, at) => lineOf(`call-${from + at}`));
      }
    } finally {
      counts.ended = true;
    }
  }
  return { parts: parts(), counts };
}

function lineOf(key: string): LedgerLine {
  return { key, operation: 'RevertOff', fingerprint: '', state: 'received', receivedAt: 0, version: 0 };
}

/** Has calls sent as a file. @returns the stream that goes to whoever asked. */
async function sent(parts: AsyncIterable<readonly LedgerLine[]>): Promise<Readable> {
  const bodies: Readable[] = [];
  const reply = {
    raw: { closed: false, once: () => undefined },
    headers: () => reply,
    type: () => reply,
    send(body: Readable) {
      bodies.push(body);
      return reply;
    },
  };
  const restAt = ({ key }: LedgerLine): string => `/rest?before=${key}`;
  const to = reply as unknown as FastifyReply;
  const inTurn = await createPersonTurns().file({ role: 'viewer', name: 'Vera', address: '10.0.0.9' }, to);
  if (inTurn) await replyWithFile(to, fileKinds.lines, parts, view, restAt, inTurn);
  const [body] = bodies;
  if (!body) throw new Error('nothing was sent');
  return body;
}

async function linesIn(body: Readable): Promise<readonly Record<string, unknown>[]> {
  const text = (await body.toArray()).join('');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a file has a hundred thousand calls at most, and its last line says where the rest is', async () => {
  const lines = await linesIn(await sent(partsOf(100_500).parts));
  expect(lines).toHaveLength(100_001);
  expect(lines.at(-2)).toMatchObject({ key: 'call-99999' });
  expect(lines.at(-1)).toEqual({ more: '/rest?before=call-99999' });
  expect((await linesIn(await sent(partsOf(2_500).parts))).at(-1)).toMatchObject({ key: 'call-2499' });
});

test('it is read as it is taken, and no further once whoever asked is gone', async () => {
  const { parts, counts } = partsOf(100_000);
  const body = await sent(parts);
  await body[Symbol.asyncIterator]().next();
  expect(counts.asked).toBeLessThan(30); // what a stream holds beforehand
  body.destroy();
  await expect.poll(() => counts.ended).toBe(true);
});

test('where the ledger cannot be read nothing is sent', async () => {
  const broken = (): AsyncIterable<readonly LedgerLine[]> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
  });
  await expect(sent(broken())).rejects.toThrow('away');
});

test('all calls that are found are in it, however many, each once', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path };
  await (await startHere(env))[Symbol.asyncDispose]();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const add = db.prepare(
    `insert into calls (key, fingerprint, operation, state, received_at, worker) values (?, '', 'RevertOff', 'answered', ?, ?)`,
  );
  db.exec('begin');
  const keys = Array.from({ length: 3_300 }, (_, n) => `call-${10_000 + n}`);
  for (const [n, key] of keys.entries()) add.run(key, Date.now() + Math.floor(n / 7), n % 3 === 0 ? '7' : '8');
  db.exec('commit');
  db.close();
  await using gateway = await startHere(env);
  const found = async (query: string): Promise<readonly string[]> => {
    const text = await (
      await fetch(`${gateway.url}/gateway/ledger/csv${query}`, { headers: { ...gateway.here } })
    ).text();
    return [...text.matchAll(/^"(call-\d+)"/gm)].map(([, key]) => key ?? '');
  };
  expect(await found('')).toEqual(keys.toReversed());
  expect(await found('?worker=7')).toEqual(keys.filter((_, n) => n % 3 === 0).toReversed());
});
