import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type Slowness, slowClient } from './slowClient.ts';

const SLOW: readonly Slowness[] = ['silent', 'headers', 'body', 'reading'];
/** More than the buffers of two systems hold, in as many requests as are taken on one connection. */
const WISH = { path: '/assets/large-1a2b3c.js', times: 16 };
/** Far beyond what each is cut after (`npm run lab -- load:slow` measures it): this machine may have much else to do. */
const CUT_BY_MS = 30_000;

test('a client that is slow in any way is cut off, over TLS too, and everybody else is answered meanwhile', async () => {
  using folder = tempDir();
  const pair = canCertify ? certify(folder.path, 'localhost') : undefined;
  await using plain = await startHere();
  await using secure = await startHere(pair && { TLS_CERT_FILE: pair.certFile, TLS_KEY_FILE: pair.keyFile });
  const urls = [plain.url, secure.url];
  const still = { open: urls.length * SLOW.length };
  const cuts = Promise.all(
    urls.flatMap((url) =>
      SLOW.map(async (slowness) => {
        const cut = await slowClient(url, slowness, WISH);
        still.open -= 1;
        return { ...cut, url };
      }),
    ),
  );
  let answered = 0;
  while (still.open > 0) {
    const reply = await fetch(`${plain.url}/gateway/hello`);
    expect(reply.status).toBe(200);
    answered += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const { slowness, ms } of await cuts) {
    expect([slowness, ms < CUT_BY_MS, ms > 4_000]).toEqual([slowness, true, true]);
  }
  expect(answered).toBeGreaterThan(10);
}, 60_000);
