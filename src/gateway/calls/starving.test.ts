import { expect, test } from 'vitest';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

/** A read, as a handheld asks for it: with no key of the ledger. */
const READ = { path: '/WareHouseAPIV1.asmx/GetBagDetailByBagCode' };
const asked = { apiKey: 'canary-key-8251', bagCode: 'BAG-2001' };

test('reads that the service is slow with take no place from a call of the ledger', async () => {
  const slow: (() => void)[] = [];
  await using upstream = await startUpstream((request) => {
    if (request.text.includes('/RevertOff ')) request.reply(serviceReply('OK: 1'));
    else slow.push(() => request.reply(serviceReply('{}')));
  });
  await using gateway = await spawnGateway({ UPSTREAM_URL: upstream.url.href });
  const reads = Array.from({ length: 70 }, () => post(gateway.url, undefined, asked, READ));
  const refused = await Promise.race(reads);
  expect(refused).toMatchObject({
    status: 429,
    code: 'busy',
    text: expect.stringMatching(/without a key of the ledger/),
  });
  await expect.poll(() => slow.length).toBe(64);
  const writes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => post(gateway.url, `write-${1000 + index}`, revertOffFields(`D-${index}`))),
  );
  expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 200));
  for (const answer of slow) answer();
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBe(64);
  expect(statuses.filter((status) => status === 429).length).toBe(6);
});
