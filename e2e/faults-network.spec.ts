import { expectRows, scanPair, openAtRevertOff, startAtRevertOff } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { createProxy } from './rig/proxy.ts';
import { expect, inMemory as test } from './rig/test.ts';

for (const how of ['end', 'reset'] as const) {
  test(`a POST that Chromium itself sends again on a dead connection (${how}) runs once @promise`, async ({
    gateway,
    handheld,
  }) => {
    const proxy = await createProxy(gateway.origin);
    const behind: Gateway = { ...gateway, origin: proxy.origin };
    const { page } = await handheld.open();
    let asked = 0;
    page.on('request', (request) => (asked += request.method() === 'POST' ? 1 : 0));
    await startAtRevertOff(page, behind);
    await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 500 });
    proxy.swallowNext(how);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1 });
    const posts = proxy.seen.filter(({ method }) => method === 'POST');
    expect(asked).toBe(1); // the app asked once; the browser did not say that it sent it again
    expect(posts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
    expect(await gateway.executions('RevertOff')).toHaveLength(1);
    await proxy.close();
  });
}

test('a network that comes and goes 36 times in ten seconds loses nothing, doubles nothing and is not stormed', async ({
  gateway,
  handheld,
}) => {
  const proxy = await createProxy(gateway.origin);
  const behind: Gateway = { ...gateway, origin: proxy.origin };
  const page = await openAtRevertOff(handheld, behind);
  const scanned: (readonly [delivery: string, shelf: string])[] = [];
  const startedAt = Date.now();
  for (let flap = 0; flap < 36; flap += 1) {
    const until = startedAt + (flap + 1) * 280;
    if (flap % 2 === 0) proxy.cut();
    else proxy.mend();
    await page.evaluate((name) => dispatchEvent(new Event(name)), flap % 2 === 0 ? 'offline' : 'online');
    const pair = [`D-${7000 + (flap % 4)}`, `S-${100 + flap}`] as const;
    await scanPair(page, ...pair);
    scanned.push(pair);
    await expect.poll(() => Date.now(), { intervals: [20] }).toBeGreaterThan(until); // the flap's own time
  }
  const tookMs = Date.now() - startedAt;
  proxy.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectRows(page, { answered: scanned.length });
  // The ones before it began are others: what was asked at rest is asked once more by the first call.
  const probes = proxy.seen.filter(
    ({ path, at }) => path.startsWith('/gateway/hello') && at >= startedAt && at <= startedAt + tookMs,
  );
  // One a second, and the first at once. Their number, not their distance: a busy machine reads one late and the next one not.
  expect(probes.length).toBeLessThanOrEqual(Math.ceil(tookMs / 1_000) + 1);
  const executed = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(executed).toHaveLength(scanned.length);
  for (const delivery of new Set(scanned.map(([code]) => code))) {
    const shelves = executed.filter(({ deliveryCode }) => deliveryCode === delivery).map(({ storeCode }) => storeCode);
    expect(shelves).toEqual(scanned.filter(([code]) => code === delivery).map(([, shelf]) => shelf)); // in their order
  }
  await proxy.close();
});
