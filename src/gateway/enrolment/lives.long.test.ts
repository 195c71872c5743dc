import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { openLives } from './lives.ts';

const short = (): string => randomUUID().slice(0, 8);

test('one handheld that invents twenty thousand names pushes out no other’s proof that it is no copy', async () => {
  using folder = tempDir();
  const lives = openLives({ dataDir: folder.path }, () => undefined);
  const first = (id: string) => ({ id, count: 0, number: '0000000a', next: '0000000b' });
  const [mine, theirs] = [first(randomUUID()), first(randomUUID())];
  const [me, they] = [{ device: 1, address: '10.0.0.9' }, { address: '10.0.0.8' }];
  const goOn = { count: 1, number: '0000000b', next: '0000000c' };
  for (const rotation of [mine, { ...mine, ...goOn }]) await lives.rotate(rotation, me, 1);
  for (const rotation of [theirs, { ...theirs, ...goOn }]) await lives.rotate(rotation, they, 1);
  for (let n = 0; n < 20_100; n += 1)
    await lives.rotate(first(randomUUID()), { device: 2, address: '10.0.0.7' }, 2 + n);
  for (let n = 0; n < 2_100; n += 1) await lives.rotate(first(randomUUID()), { address: '10.0.0.7' }, 30_000 + n);
  const copied = { count: 0, number: short(), next: short() };
  expect(await lives.rotate({ ...mine, ...copied }, me, 60_000)).toBe('surely'); // a copy is noticed still
  expect(await lives.rotate({ ...theirs, ...copied }, they, 60_000)).toBe('surely');
  await lives.close();
  const db = new DatabaseSync(join(folder.path, 'lives.sqlite'));
  const many = db.prepare('select sender, count(*) as many from lives group by sender order by sender').all();
  db.close();
  expect(many.map(({ sender, many: rows }) => [sender, rows])).toEqual([
    ['10.0.0.7', 2_000],
    ['10.0.0.8', 1],
    ['d1', 1],
    ['d2', 16],
  ]);
}, 120_000);
