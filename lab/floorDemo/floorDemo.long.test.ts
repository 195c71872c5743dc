import { expect, test } from 'vitest';
import { signIn } from '#main/testing/operating.ts';
import { rowsOf, tilesIn } from '#lab/loadFloor/boards.ts';
import { FLOOR_PASSWORD, startFloor } from './startFloor.ts';

test(
  'the floor to try has a handheld that was heard an hour ago, three with calls to check, two on hold and one of an older version, and goes on',
  { timeout: 120_000 },
  async () => {
    await using floor = await startFloor(14, '0');
    const headers = await signIn(floor.url, FLOOR_PASSWORD);
    const board = async (): Promise<string> => (await fetch(`${floor.url}/gateway/floor`, { headers })).text();
    const tiles = { all: 14, person: 6, waiting: 3, quiet: 1, out: 1 };
    const html = await board();
    const rows = rowsOf(html);
    expect(tilesIn(html)).toEqual(tiles);
    expect(rows[0]).toMatchObject({ seen: '1 h ago', waiting: '6', toCheck: '1' });
    expect(rows.map(({ toCheck }) => toCheck).filter(Boolean)).toEqual(['1', '2', '1']);
    expect(rows.filter(({ paused }) => paused === 'on hold')).toHaveLength(2);
    expect(rows.filter(({ app }) => app.startsWith('version 0.1.'))).toHaveLength(1);
    await floor.goOn(8, 10); // a bag is completed, opened again, and that once more
    expect(tilesIn(await board())).toEqual(tiles);
  },
);
