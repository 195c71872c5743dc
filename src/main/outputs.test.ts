import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fullPipe, spawnWithOutputs } from '#main/testing/outputRig.ts';
import { post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

const FULL = '/dev/full';
const canFill = existsSync(FULL);

test.skipIf(!canFill)(
  'with its outputs on a full disk the gateway starts, answers, says so, and stops in good order',
  async () => {
    using folder = tempDir();
    const full = openSync(FULL, 'w');
    await using gateway = await spawnWithOutputs([full, full], { DATA_DIR: folder.path });
    expect((await post(gateway.url, 'call-0001')).status).toBe(200);
    expect(await gateway.lost('stdout')).toBe(1);
    expect(await gateway.lost('stderr')).toBeGreaterThan(1); // its start, and the call
    expect(await gateway.warnings()).toEqual([
      expect.stringMatching(/^Lines to stdout that were lost since the start: 1, the last at .* \(ENOSPC\)\.$/),
      expect.stringMatching(/^Lines to stderr that were lost since the start: \d+, the last at .* \(ENOSPC\)\.$/),
    ]);
    expect(await gateway.stop()).toBe(0);
  },
);

test('a log whose reader goes away ends no call that is under way, and none after it', async () => {
  using folder = tempDir();
  await using upstream = await startUpstream();
  await using gateway = await spawnWithOutputs(['pipe', 'pipe'], {
    DATA_DIR: folder.path,
    UPSTREAM_URL: upstream.url.href,
  });
  const { stdout, stderr } = gateway.child;
  expect(await gateway.warnings()).toEqual([]);
  const underWay = post(gateway.url, 'call-0001');
  const request = await upstream.next();
  for (const output of [stdout, stderr]) await once(output?.destroy() ?? gateway.child, 'close');
  await post(gateway.url, undefined, {}, { path: '/gateway/hello' }); // a line for which nobody is there
  await expect.poll(() => gateway.lost('stderr')).toBe(0);
  request.reply(serviceReply('1'));
  expect((await underWay).status).toBe(200);
  const next = post(gateway.url, 'call-0002');
  (await upstream.next()).reply(serviceReply('1'));
  expect((await next).status).toBe(200);
  expect(await gateway.lost('stderr')).toBe(2);
  expect(await gateway.warnings()).toEqual([expect.stringContaining('(EPIPE)')]);
  expect(await gateway.stop()).toBe(0);
});

test('a log whose reader stands still holds up no start, no call and no end, and gets what waited once it reads on', async () => {
  using folder = tempDir();
  using said = fullPipe(folder.path, 'stdout');
  using log = fullPipe(folder.path, 'stderr');
  await using gateway = await spawnWithOutputs([said.end, log.end], { DATA_DIR: folder.path });
  expect((await post(gateway.url, 'call-0001')).status).toBe(200);
  expect(await gateway.warnings()).toEqual([]); // they wait
  await expect.poll(() => said.read()).toContain(`Scanline on ${gateway.url} `);
  await expect.poll(() => log.read()).toContain('"msg":"started"');
  await expect.poll(() => log.read()).toContain('"key":"call-0001"');
  said.fill();
  log.fill();
  expect((await post(gateway.url, 'call-0002')).status).toBe(200);
  expect(await gateway.stop()).toBe(0);
});
