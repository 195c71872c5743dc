import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';

test('a handheld is forgotten by its browser when its own page asks, and never at the word of another site', async () => {
  await using gateway = await startHere();
  const ask = (headers: Readonly<Record<string, string>>, method = 'POST'): Promise<Response> =>
    fetch(`${gateway.url}/gateway/reset`, { method, headers: { connection: 'close', ...headers } });

  const own = await ask({ origin: gateway.url, 'sec-fetch-site': 'same-origin' });
  expect(own.status).toBe(204);
  expect(own.headers.get('clear-site-data')).toBe('"cache", "cookies", "storage"');
  expect(own.headers.get('cache-control')).toBe('no-store');
  const others: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
  ];
  for (const foreign of others) {
    const refused = await ask(foreign);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('clear-site-data')).toBeNull();
  }
  const looked = await ask({}, 'GET'); // as a link or a picture would
  expect(looked.headers.get('clear-site-data')).toBeNull();
});
