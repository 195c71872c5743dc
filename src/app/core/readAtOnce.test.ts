import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { readAtOnce } from './readAtOnce.ts';
import { migrations } from '#outbox/store/database.ts';

function createKeep(kept: Readonly<Record<string, unknown>>) {
  const readAll = vi.fn(
    async (names: readonly string[]): Promise<ReadonlyMap<string, unknown>> =>
      new Map(names.map((name) => [name, kept[name]])),
  );
  return { read: async (name: string) => kept[name], readAll, write: async () => undefined };
}

const early = async (version = migrations.length) => {
  const [names] = await namesRead();
  const values = Object.fromEntries(names.map((name) => [name, `early ${name}`]));
  return { version, values };
};

/** What public/early-kept.js reads, and what is read where it has not. */
async function namesRead(): Promise<[string[], readonly string[]]> {
  const script = await readFile('public/early-kept.js', 'utf8');
  const list = /var names = \[([^\]]*)\]/.exec(script)?.[1] ?? '';
  const keep = createKeep({});
  await readAtOnce(keep);
  return [list.split(',').map((name) => name.trim().slice(1, -1)), keep.readAll.mock.calls[0]?.[0] ?? []];
}

describe('what the first screen depends on', () => {
  test('is the same list in the page’s own script', async () => {
    const [byPage, byApp] = await namesRead();
    expect(byPage).toEqual(byApp);
  });

  test('is not read again where the page has read it, and other things are', async () => {
    const keep = createKeep({ settings: 'later', pins: 'kept' });
    const read = await readAtOnce(keep, early());
    expect(await read.read('settings')).toBe('early settings');
    expect(await read.read('pins')).toBe('kept');
    expect(keep.readAll).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing', undefined],
    ['another version of the database', () => early(migrations.length + 1)],
    ['less than all of it', async () => ({ version: migrations.length, values: { settings: 'early settings' } })],
  ])('is read where the page has read %s', async (_what, given) => {
    const keep = createKeep({ settings: 'kept' });
    const read = await readAtOnce(keep, given?.() ?? Promise.resolve(undefined));
    expect(await read.read('settings')).toBe('kept');
  });
});
