import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { signIn } from '#main/testing/operating.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { post } from '#main/testing/rig.ts';

test('the log says who signed in and out, who was refused, from which address, and who revoked whom', async () => {
  const folder = {
    SUPERVISOR_PASSWORD: PASSWORD,
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  await using gateway = await startHere(folder);
  const { url } = gateway;
  const address = away['x-forwarded-for'];
  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    post(url, undefined, fields, { path, headers: { ...away, ...headers } });
  await enrolled(url);
  await send('/gateway/sign-in', { password: 'not this one' });
  await call(url, 'call-0001');
  await fetch(`${url}/gateway/site`, { headers: away });
  await send('/gateway/devices/revoke', { number: '1' });
  const mine = await signIn(url, PASSWORD, away);
  await send('/gateway/devices/revoke', { number: '1' }, mine);
  await send('/gateway/devices/revoke-all', {}, mine);
  await send('/gateway/sign-out', {}, mine);
  const said = gateway
    .logged()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  const of = (msg: string): readonly Line[] => said.filter((line) => line.msg === msg && line.address === address);
  const [entered] = of('somebody signed in');
  expect(entered).toEqual(expect.objectContaining({ session: expect.stringMatching(/^[\w-]{8}$/) }));
  const session = entered?.session;
  expect(of('a sign-in was refused')).toMatchObject([{ kind: 'wrong' }]);
  expect(of('a handheld was enrolled')).toMatchObject([{ device: 1 }]);
  expect(of('a request was refused')).toMatchObject([
    { status: 401, path: '/PDAAPIV1.asmx/*' },
    { status: 401, path: '/gateway/site' },
  ]);
  expect(of('a handheld was revoked')).toMatchObject([{ device: 1, session }]);
  expect(of('every handheld was revoked')).toMatchObject([{ devices: 0, session }]);
  expect(of('somebody signed out')).toMatchObject([{ session }]);
  expect(gateway.logged()).not.toContain(mine.cookie.split('=')[1]);
  expect(gateway.logged()).not.toContain(PASSWORD);
}, 30_000);

interface Line {
  readonly msg: string;
  readonly address?: string;
  readonly session?: string;
}
