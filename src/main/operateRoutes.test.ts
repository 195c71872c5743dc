import { afterAll, describe, expect, test, vi } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startHere } from '#main/testing/appRig.ts';
import { signIn } from '#main/testing/operating.ts';
import { KEY, PASSWORD, away, enrolled } from '#main/testing/deviceRig.ts';
import { localHeaders } from '#http/fromHere.ts';
import { createMetrics } from '#gateway/metrics/metrics.ts';
import { readMetrics } from '#main/testing/metricsRig.ts';
import { rarely } from '#ledger/within.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { operationNames } from '#contract/catalogue.ts';

const TOKEN = 'a-token-of-enough-letters';

/** Waits until something is so. */
const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 20 });

describe('metrics', async () => {
  const upstream = await startUpstream((request) => {
    if (request.body.includes('D-LATE')) return;
    if (request.body.includes('D-HTML')) request.reply(httpReply(200, 'text/html', '<html>proxy</html>'));
    else if (request.body.includes('D-GONE')) request.socket.destroy();
    else request.reply(serviceReply('OK: done'));
  });
  const settings = { METRICS_TOKEN: TOKEN, SUPERVISOR_PASSWORD: PASSWORD };
  const gateway = await startHere({ UPSTREAM_URL: upstream.url.href, ...settings });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  const scrape = async (): Promise<ReadonlyMap<string, number>> => {
    const reply = await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here });
    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return readMetrics(await reply.text());
  };

  test('every counter stands at zero before anything has happened, so that an alert hears of the first event', async () => {
    const samples = await scrape();
    const counted = [...samples].filter(([name]) => /^scanline_(?:calls|service_errors|sign_in_failures)_/.test(name));
    expect(counted.filter(([, value]) => value !== 0)).toEqual([]);
    const names = new Set(counted.map(([name]) => name));
    for (const operation of [...operationNames, 'other']) {
      for (const outcome of ['answered', 'unknown', 'key-expired', 'not-enrolled', 'failed']) {
        expect(names).toContain(`scanline_calls_total{operation="${operation}",outcome="${outcome}"}`);
      }
    }
    for (const cause of ['no-reply', 'timed-out', 'foreign', 'not-reached']) {
      expect(names).toContain(`scanline_service_errors_total{cause="${cause}"}`);
    }
    expect(samples.size).toBeLessThan(400);
  });

  test('each call is counted by operation and by what came of it, and no value of it is in the text', async () => {
    await post(gateway.url, 'call-0001');
    await post(gateway.url, 'call-0001');
    await post(gateway.url, 'call-0001', revertOffFields('D-OTHER'));
    await post(gateway.url, 'call-0002', revertOffFields('D-HTML'));
    await post(gateway.url, 'call-0003', revertOffFields('D-GONE'));
    await post(gateway.url, 'call-0003', revertOffFields('D-GONE'));
    await post(gateway.url, 'call-0004', { deliveryCode: 'D-1001' });
    await post(gateway.url, undefined);
    await post(gateway.url, 'call-0005', revertOffFields(), { headers: { 'scanline-tried': 'old;1' } });
    await post(gateway.url, 'call-0006', {}, { path: `/PDAAPIV1.asmx/D-${'x'.repeat(50)}` });
    const running = [
      post(gateway.url, 'call-0007', revertOffFields('D-LATE')),
      post(gateway.url, 'call-0007', revertOffFields('D-LATE')),
    ];
    await until(() => upstream.requests.some(({ body }) => body.includes('D-LATE')));
    expect((await scrape()).get('scanline_calls_running')).toBe(1);
    upstream.requests.find(({ body }) => body.includes('D-LATE'))?.reply(serviceReply('OK: late'));
    await Promise.all(running);

    const samples = await scrape();
    const calls = (outcome: string, operation = 'RevertOff'): number | undefined =>
      samples.get(`scanline_calls_total{operation="${operation}",outcome="${outcome}"}`);
    expect({
      answered: calls('answered'),
      replayed: calls('replayed'),
      joined: calls('joined'),
      unknown: calls('unknown'),
      keyReuse: calls('key-reuse'),
      keyExpired: calls('key-expired'),
      refused: calls('refused'),
      passed: calls('passed'),
      elsewhere: calls('refused', 'other'),
    }).toEqual({
      answered: 2,
      replayed: 1,
      joined: 1,
      unknown: 3,
      keyReuse: 1,
      keyExpired: 1,
      refused: 1,
      passed: 1,
      elsewhere: 1,
    });
    const errors = (cause: string): number =>
      samples.get(`scanline_service_errors_total{cause="${cause}"}`) ?? Number.NaN;
    expect(errors('not-xml') + errors('foreign')).toBe(1);
    expect(samples.get('scanline_service_errors_total{cause="no-reply"}')).toBe(1);
    expect(samples.get('scanline_call_duration_seconds_count{operation="RevertOff"}')).toBe(11);
    expect(samples.get('scanline_service_duration_seconds_count{operation="RevertOff"}')).toBe(5);
    expect(samples.get('scanline_ledger_up')).toBe(1);
    expect(samples.get('scanline_calls_running')).toBe(0);
    const text = await (await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here })).text();
    expect(text).not.toMatch(/D-|S-01|canary|call-000/);
  });

  test('they are for the token, and for a supervisor', async () => {
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${gateway.url}/gateway/metrics`, { headers })).status;
    expect(await ask({})).toBe(401);
    expect(await ask(away)).toBe(401);
    expect(await ask({ ...away, authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await ask({ ...away, authorization: 'Bearer ' })).toBe(401);
    expect(await ask({ ...away, authorization: `Bearer ${TOKEN}` })).toBe(200);
    const before = (await scrape()).get('scanline_sign_in_failures_total') ?? 0;
    await signIn(gateway.url, 'wrong', away);
    expect((await scrape()).get('scanline_sign_in_failures_total')).toBe(before + 1);
    expect(await ask({ ...away, ...(await signIn(gateway.url, PASSWORD, away)) })).toBe(200);
  });
});

test('buckets hold all that is less', async () => {
  const metrics = createMetrics();
  for (const ms of [1, 5, 200, 500_000]) metrics.serviceTook('RevertOff', ms);
  const samples = readMetrics(await metrics.registry.metrics());
  const below = (le: string): number | undefined =>
    samples.get(`scanline_service_duration_seconds_bucket{le="${le}",operation="RevertOff"}`);
  expect([below('0.005'), below('0.25'), below('130'), below('+Inf')]).toEqual([2, 3, 3, 4]);
});

test('families and labels are those that alerts are written for', async () => {
  await using gateway = await startHere();
  await post(gateway.url, 'call-0001');
  const reply = await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here });
  const families = new Map<string, string>();
  for (const sample of readMetrics(await reply.text()).keys()) {
    const [, name = '', labels = ''] = /^(\w+)(.*)$/.exec(sample) ?? [];
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    families.set(name, names.toSorted((a, b) => a.localeCompare(b)).join(' '));
  }
  expect(Object.fromEntries(families)).toEqual({
    scanline_info: 'upstream version',
    scanline_calls_total: 'operation outcome',
    scanline_call_duration_seconds_bucket: 'le operation',
    scanline_call_duration_seconds_sum: 'operation',
    scanline_call_duration_seconds_count: 'operation',
    scanline_service_duration_seconds_bucket: 'le operation',
    scanline_service_duration_seconds_sum: 'operation',
    scanline_service_duration_seconds_count: 'operation',
    scanline_service_errors_total: 'cause',
    scanline_sign_in_failures_total: '',
    scanline_calls_running: '',
    scanline_service_held: 'group',
    scanline_service_reachable: '',
    scanline_service_last_answer_seconds: '',
    scanline_reply_bytes: '',
    scanline_service_clock_ahead_seconds: '',
    scanline_draining: '',
    scanline_ledger_up: '',
    scanline_ledger_calls: 'state',
    scanline_labels: 'state',
    scanline_site_config_good: '',
    scanline_site_config_read_seconds: '',
    scanline_site_config_differs: '',
    scanline_site_config_errors_total: '',
    scanline_lines_lost_total: 'output',
    process_start_time_seconds: '',
    process_cpu_seconds_total: '',
    process_resident_memory_bytes: '',
    nodejs_heap_size_used_bytes: '',
    nodejs_eventloop_active_seconds_total: '',
    nodejs_eventloop_idle_seconds_total: '',
  });
});

test('what is dear is asked once for all who want to know, and is given up after its time', async () => {
  let asked = 0;
  const ask = rarely(async () => (asked += 1), 60_000, 1_000);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  const hangs = rarely(() => new Promise(() => {}), 60_000, 5);
  await expect(hangs()).rejects.toThrow('no answer within 5 ms');
  const often = rarely(async () => (asked += 1), 0, 1_000);
  expect([await often(), await often()]).toEqual([2, 3]);
});

describe('health', () => {
  test('tells a stranger one word and the status, and the rest to this machine, to people and to whoever shows METRICS_TOKEN', async () => {
    using folder = tempDir();
    const dataDir = join(folder.path, 'data');
    const asked = { SUPERVISOR_PASSWORD: PASSWORD, METRICS_TOKEN: TOKEN, UPSTREAM_API_KEY: KEY, DATA_DIR: dataDir };
    await using gateway = await startHere(asked);
    const cookie = await enrolled(gateway.url, 'Dock 3', await signIn(gateway.url, PASSWORD));
    const strangers: readonly Record<string, string>[] = [
      away,
      {},
      { cookie }, // a handheld
      { authorization: 'Bearer another-token-of-enough-letters' },
      { cookie: `scanline-supervisor=${'x'.repeat(43)}` },
      { 'scanline-local': 'x'.repeat(43) },
    ];
    const insiders: readonly Record<string, string>[] = [
      localHeaders(dataDir),
      await signIn(gateway.url, PASSWORD, away),
      { authorization: `Bearer ${TOKEN}`, ...away },
    ];
    const health = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${gateway.url}/gateway/health`, { headers });
    for (const headers of strangers) expect(await (await health(headers)).json()).toEqual({ status: 'ok' });
    for (const headers of insiders)
      expect(await (await health(headers)).json()).toMatchObject({
        status: 'ok',
        version: expect.any(String),
        upstream: 'stand-in',
        ledger: { received: 0 },
      });
    const other = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
    other.exec('alter table calls rename to elsewhere');
    other.close();
    await until(async () => (await health(away)).status === 503);
    expect(await (await health(away)).json()).toEqual({ status: 'failing' });
    const said = await health(localHeaders(dataDir));
    expect([said.status, await said.json()]).toEqual([503, expect.objectContaining({ status: 'failing', running: 0 })]);
  });

  const ready = async (url: string): Promise<{ status: number; reasons: string; site?: string }> => {
    const reply = await fetch(`${url}/gateway/health/ready`);
    const { reasons = [], site } = (await reply.json()) as { reasons?: string[]; site?: string };
    return { status: reply.status, reasons: reasons.join(' '), ...(site !== undefined && { site }) };
  };

  test('while it stops it is alive and not ready, and the running call ends', async () => {
    await using upstream = await startUpstream();
    await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
    expect(await ready(gateway.url)).toEqual({ status: 200, reasons: '' });
    const running = post(gateway.url, 'call-0001');
    const request = await upstream.next();
    const closed = gateway.close();
    await until(async () => (await ready(gateway.url)).status === 503);
    expect(await ready(gateway.url)).toEqual({ status: 503, reasons: 'The gateway is stopping.' });
    expect((await fetch(`${gateway.url}/gateway/health/live`)).status).toBe(200);
    request.reply(serviceReply('OK: done'));
    expect(await running).toMatchObject({ status: 200 });
    await closed;
  });

  test('with a ledger that cannot be written it is alive and not ready', async () => {
    using folder = tempDir();
    await using gateway = await startHere({ DATA_DIR: folder.path });
    expect(await ready(gateway.url)).toMatchObject({ status: 200 });
    const other = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
    other.exec('drop table meta');
    other.close();
    await until(async () => (await ready(gateway.url)).status === 503);
    expect((await ready(gateway.url)).reasons).toBe('The ledger cannot be read and written.');
    expect((await fetch(`${gateway.url}/gateway/health/live`)).status).toBe(200);
  });

  test('with a site file that went wrong it says so, and goes on with the last good one', async () => {
    using folder = tempDir();
    const file = join(folder.path, 'site.json');
    writeFileSync(file, '{}');
    await using gateway = await startHere({ SITE_CONFIG: file });
    writeFileSync(file, '{');
    gateway.reload();
    expect(await ready(gateway.url)).toEqual({
      status: 200,
      reasons: '',
      site: expect.stringContaining('the last good one is') as string,
    });
    const samples = readMetrics(await (await fetch(`${gateway.url}/gateway/metrics`)).text());
    expect(samples.get('scanline_site_config_good')).toBe(0);
    expect(samples.get('scanline_site_config_errors_total')).toBe(1);
    writeFileSync(file, '{}');
    gateway.reload();
    expect(await ready(gateway.url)).toEqual({ status: 200, reasons: '' });
  });
});
