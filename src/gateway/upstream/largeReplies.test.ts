import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { RIG_KEY, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

const LARGE = 'x'.repeat(3_900_000);
const BODY = new URLSearchParams(revertOffFields()).toString();

test.each([
  ['with a key of the ledger', (index: number) => `Idempotency-Key: large-000${index}\r\n`],
  ['without one', () => ''],
])('a large reply %s counts until its asker has it or has gone', async (_, keyOf) => {
  await using upstream = await startUpstream((asked) => asked.reply(serviceReply(LARGE)));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const held = async (): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here })).text();
    return Number(/^scanline_reply_bytes (\d+)$/m.exec(text)?.[1]);
  };
  expect(await held()).toBe(0);
  const asker = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(asker, 'connect');
  asker.pause();
  // More than the buffers of both ends take.
  for (let index = 1; index <= 5; index += 1) {
    asker.write(
      `POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\nHost: localhost\r\n${keyOf(index)}` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
    );
  }
  await expect.poll(held, { timeout: 20_000 }).toBeGreaterThan(LARGE.length - 100_000);
  asker.destroy();
  await expect.poll(held, { timeout: 20_000 }).toBe(0);
  const whole = await post(gateway.url, keyOf(9) === '' ? undefined : 'large-0009');
  expect(whole).toMatchObject({ status: 200 });
  expect(whole.text).toContain(LARGE);
  await expect.poll(held, { timeout: 20_000 }).toBe(0);
});

test('a large answer that is none counts no longer than it is looked at', async () => {
  await using upstream = await startUpstream((asked) => asked.reply(serviceReply(`<a>${LARGE}</a>`)));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: RIG_KEY,
    ENROLMENT: 'off',
  });
  const { apiKey: _, ...fields } = revertOffFields();
  expect(await post(gateway.url, 'large-0001', fields)).toMatchObject({ status: 504, code: 'outcome-unknown' });
  const metrics = await (await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here })).text();
  expect(metrics).toMatch(/^scanline_reply_bytes 0$/m);
});
