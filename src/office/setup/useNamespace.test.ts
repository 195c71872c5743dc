import { expect, test } from 'vitest';
import { readSite } from '#site/readSite.ts';
import { startSetupBefore, stepsIn } from '#main/testing/setupRig.ts';
import { httpReply, post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';

const OURS = 'http://logistics.example/';
const OTHER = 'http://other.example/';

/** Starts a service with a namespace of its own, and a gateway before it to which nobody has named one. */
async function startBefore(env: Readonly<Record<string, string>> = {}, wsdl = wsdlOffering(['http-post'], OURS)) {
  const answer = `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="${OURS}">OK</string>`;
  const setup = await startSetupBefore(({ reply }) => reply(httpReply(200, 'text/xml; charset=utf-8', answer)), {
    env,
    wsdl,
  });
  return {
    ...setup,
    call: (key: string) => post(setup.gateway.url, key, revertOffFields('D-1')),
    served: async () => readSite(await setup.served()).namespace,
  };
}

test('a press takes the service’s namespace into use: calls that were held go out at once, without a restart', async () => {
  await using setup = await startBefore();
  expect(await setup.call('key-00000001')).toMatchObject({ status: 503, code: 'not-forwarded' });
  await setup.post('/namespace', { namespace: OURS });
  expect(stepsIn(await setup.page()).find(({ name }) => name === 'Namespace')).toMatchObject({ state: 'good' });
  expect(await setup.call('key-00000002')).toMatchObject({ status: 200 });
  expect(await setup.served()).toBe(OURS);
  expect(setup.written()).toMatchObject({ namespace: OURS });
});

test('it is in use after a restart', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path };
  {
    await using setup = await startBefore(env);
    await setup.post('/namespace', { namespace: OURS });
  }
  await using setup = await startBefore(env);
  expect(await setup.call('key-00000001')).toMatchObject({ status: 200 });
});

test.each<[string, Record<string, string>, string | undefined, string]>([
  ['that the service does not say', {}, undefined, OTHER],
  ['where one is set', { SERVICE_NAMESPACE: 'http://tempuri.org/' }, undefined, OURS],
])('a namespace %s is not taken', async (_, env, wsdl, namespace) => {
  await using setup = await startBefore(env, wsdl);
  await setup.page(); // which waits until the service was asked
  await setup.post('/namespace', { namespace });
  expect(await setup.served()).toBe('http://tempuri.org/');
  expect(await setup.call('key-00000001')).toMatchObject({ status: 503 });
});
