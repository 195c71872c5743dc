import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSite } from '#site/readSite.ts';
import { startHere } from '#main/testing/appRig.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { runGateway, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { httpReply, post, revertOffFields, startUpstream, tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';

const siteOf = async (url: string, headers = {}) =>
  readSite(await (await fetch(`${url}/gateway/site`, { headers })).json());
const demo = (code: string) => ({ ...revertOffFields(code, 'demo-key-0001') });

describe('the training app', () => {
  test('is on a port of its own, which the real one tells, and nothing done there reaches the service or its ledger', async () => {
    await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/xml', 'x')));
    using folder = tempDir();
    const site = join(folder.path, 'site.json');
    writeFileSync(
      site,
      '{"name":"North hall","answerRules":[{"contains":"OK","verdict":"refused"}],"supervisors":["1"]}',
    );
    await using gateway = await startHere({
      UPSTREAM_URL: upstream.url.href,
      TRAINING_PORT: '0',
      SITE_CONFIG: site,
      UPSTREAM_API_KEY: 'real-key-7731',
      DATA_DIR: join(folder.path, 'data'),
    });
    const training = gateway.trainingUrl ?? '';
    const [real, learnt] = [await siteOf(gateway.url, gateway.here), await siteOf(training)];
    expect(new URL(training).port).toBe(String(real.trainingPort));
    expect(real).toMatchObject({ name: 'North hall' });
    expect(real.demo).toBeUndefined();
    expect(learnt).toMatchObject({ name: 'Training warehouse', keyOnGateway: false, supervisors: [] });
    expect(learnt.demo).toBeDefined(); // by which the app shows its banner
    expect(learnt.trainingPort).toBeUndefined();

    const before = upstream.requests.length;
    const done = await post(training, 'training-1', demo('D-1001'));
    expect(done.text).toContain('OK: ');
    expect(upstream.requests).toHaveLength(before);
    const health = (await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json()) as Record<
      string,
      unknown
    >;
    expect(health).toMatchObject({ upstream: 'service' });
    // The same key is new to the real one: it is no answer of the training's ledger that comes back.
    const again = await post(gateway.url, 'training-1', demo('D-1001'), { headers: gateway.here });
    expect(again.text).not.toContain('OK: ');
    expect(upstream.requests).toHaveLength(before + 1);
    expect(existsSync(join(folder.path, 'data', 'training', 'standin.sqlite'))).toBe(true);
    expect(existsSync(join(folder.path, 'data', 'standin.sqlite'))).toBe(false);
  });

  test('lets its handhelds order faults and see them, and nobody the journal', async () => {
    await using gateway = await startHere({ TRAINING_PORT: '0' });
    const handheld = { 'x-forwarded-for': '10.0.0.9' };
    const ask = (url: string | undefined, path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url ?? ''}/gateway/standin/${path}`, { ...init, headers: Object.assign({}, handheld, init.headers) });
    const fault = { method: 'POST', body: '{"kind":"throw-after","operation":"RevertOff","times":2}' };

    expect((await ask(gateway.trainingUrl, 'faults', fault)).status).toBe(201);
    expect(await (await ask(gateway.trainingUrl, 'faults')).json()).toMatchObject({
      faults: [{ kind: 'throw-after', operation: 'RevertOff', times: 2 }],
    });
    expect(await (await ask(gateway.trainingUrl, 'faults/kinds')).json()).toMatchObject({
      kinds: expect.arrayContaining(['html-200', 'drop-after', 'down']),
    });
    expect((await ask(gateway.trainingUrl, 'faults', { method: 'DELETE' })).status).toBe(204);
    expect((await ask(gateway.trainingUrl, 'journal')).status).toBe(403);
    expect((await ask(gateway.trainingUrl, 'journal', { method: 'DELETE' })).status).toBe(403);
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: gateway.url }]) {
      expect((await ask(gateway.trainingUrl, 'faults', { ...fault, headers })).status).toBe(403);
    }
    for (const path of ['faults', 'faults/kinds', 'journal']) {
      expect((await ask(gateway.url, path)).status).toBe(403); // not at the real one, stand-in or not
    }
  });

  test('takes no more faults than anybody orders by hand', async () => {
    await using gateway = await startHere({ TRAINING_PORT: '0' });
    const order = (): Promise<Response> =>
      fetch(`${gateway.trainingUrl ?? ''}/gateway/standin/faults`, { method: 'POST', body: '{"kind":"nil"}' });
    const statuses: number[] = [];
    for (let n = 0; n < 201; n += 1) statuses.push((await order()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(200);
    expect(statuses[200]).toBe(400);
  });

  test('is a line of the start, and a port that is taken is named as its own', async () => {
    using folder = tempDir();
    await using gateway = await spawnGateway({ DATA_DIR: join(folder.path, 'a'), TRAINING_PORT: '0' });
    await gateway.says('Training on http://localhost:');
    const taken = new URL(gateway.url).port;
    const { code, stderr } = await runGateway({ DATA_DIR: join(folder.path, 'b'), TRAINING_PORT: taken });
    expect(code).toBe(1);
    expect(stderr).toBe(`TRAINING_PORT: ${taken} on 127.0.0.1 is in use by another program.\n`);
    expect(() => readSettings({ PORT: '8080', TRAINING_PORT: '8080' })).toThrow(CannotStart);
    expect(readSettings({ PORT: '8080' }).trainingPort).toBeUndefined();
  });
});
