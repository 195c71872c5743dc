import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '#gateway/testing/appRig.ts';
import { rowsOf, tilesIn } from '#lab/loadFloor/boards.ts';

test(
  'the floor to try has a handheld that was heard an hour ago, three with calls to check, two on hold and one of an older version',
  { timeout: 120_000 },
  async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--handhelds', '14', '--port', '0']);
    const ended = once(child, 'exit');
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const [, url = '', password = ''] = /^(\S+)\/gateway\/floor\n.*“(.*)”/.exec(said.toString()) ?? [];
      const page = await fetch(`${url}/gateway/floor`, { headers: await signIn(url, password) });
      const html = await page.text();
      const rows = rowsOf(html);
      expect(tilesIn(html)).toMatchObject({ all: 14, person: 6, quiet: 1 });
      expect(rows[0]).toMatchObject({ seen: '1 h ago', waiting: '6', toCheck: '1' });
      expect(rows.map(({ toCheck }) => toCheck).filter(Boolean)).toEqual(['1', '2', '1']);
      expect(rows.filter(({ paused }) => paused === 'on hold')).toHaveLength(2);
      expect(rows.filter(({ app }) => app.startsWith('0.1.'))).toHaveLength(1);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  },
);
