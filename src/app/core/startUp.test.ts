import { expect, test } from 'vitest';
import { readAtOnce } from './startUp.ts';

test('what the first screen depends on is read in one go, and other things when they are asked for', async () => {
  const kept: Record<string, unknown> = { settings: 'at the start', pins: 'kept' };
  const asked: string[] = [];
  const first = await readAtOnce({
    async read(name) {
      asked.push(name);
      return kept[name];
    },
    readAll: async (names) => new Map(names.map((name) => [name, kept[name]])),
    write: async () => undefined,
  });
  kept['settings'] = 'later';
  expect(await first.read('settings')).toBe('at the start');
  expect(await first.read('half')).toBeUndefined();
  expect(asked).toEqual([]);
  expect(await first.read('pins')).toBe('kept');
});
