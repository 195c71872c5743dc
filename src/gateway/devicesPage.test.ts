import { expect, test } from 'vitest';
import { startHere } from './appRig.ts';
import { KEY, away, call, enrolled } from './deviceRig.ts';
import { httpReply, post, revertOff, startUpstream } from './rig.ts';

test('a supervisor sees in the ledger whose call nobody knows of: the handheld’s name, or the address it came from', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/html', '<html></html>')));
  const at = { UPSTREAM_URL: upstream.url.href };
  await using enrolling = await startHere({ ...at, UPSTREAM_API_KEY: KEY });
  await enrolled(enrolling.url, 'Dock 2');
  await call(enrolling.url, 'call-0001', await enrolled(enrolling.url, '<b>Dock 3'));
  await post(enrolling.url, 'call-0002', revertOff('D-1001', '')); // a program on this machine
  const rows = await rowsIn(enrolling.url);
  expect(rows).toHaveLength(4);
  for (const row of rows.filter((one) => one.includes('call-0001')))
    expect(row).toContain('>&#60;b&#62;Dock 3 (no. 2)<');
  for (const row of rows.filter((one) => one.includes('call-0002'))) expect(row).toContain('>this machine<');
  const page = await (await fetch(`${enrolling.url}/gateway/ledger?call=call-0001`)).text();
  expect(page).toContain('Handheld</th><td>&#60;b&#62;Dock 3 (no. 2)</td>');

  await using asking = await startHere({ ...at, TRUSTED_PROXY: '127.0.0.1' });
  await call(asking.url, 'call-0001', undefined, KEY);
  for (const row of await rowsIn(asking.url)) expect(row).toContain(`>${away['x-forwarded-for']}<`);
});

/** The rows of the ledger page, as a browser on this machine gets it. */
async function rowsIn(url: string): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/gateway/ledger`)).text();
  return [...text.matchAll(/<tr><td.*?<\/tr>/g)].map(([row]) => row);
}
