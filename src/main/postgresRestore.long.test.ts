import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { operate } from '#main/testing/operating.ts';
import { away, enrol, newCode } from '#main/testing/deviceRig.ts';
import { hello, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import type { Hello } from '#wire/hello.ts';

vi.setConfig({ testTimeout: 120_000 });

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

const IN_DATABASE = 'docker compose -f deploy/compose.yaml exec -T postgres ';

/** Reads the commands of docs/it.md that speak to PostgreSQL, without the container that they are run in. */
function commandsOf(heading: string): readonly string[] {
  const [, page = ''] = readFileSync('docs/it.md', 'utf8').split(`**${heading}**`);
  const [part = ''] = page.split('\n**');
  return part
    .split('\n')
    .filter((line) => line.startsWith(IN_DATABASE))
    .map((line) => line.slice(IN_DATABASE.length));
}

test.skipIf(!started)(
  'the commands of docs/it.md bring a PostgreSQL back-up back: what it holds is answered, what came later waits for a person',
  async () => {
    const { server } = started ?? skipped;
    using folder = tempDir();
    const at = new URL(await server.database());
    await server.ask(at.href, 'create database scanline');
    at.pathname = '/scanline';
    const shell = (line: string): void => {
      const env = {
        ...process.env,
        PATH: `${server.bin}:${process.env['PATH']}`,
        PGHOST: at.hostname,
        PGPORT: at.port,
      };
      execFileSync('/bin/sh', ['-ec', line], { cwd: folder.path, env });
    };
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: at.href,
      UPSTREAM_API_KEY: 'demo-key-0001',
      ENROLMENT: 'required',
    };
    let told: Hello;
    let cookie: string;
    const ask = (url: string, code: string, headers = {}) =>
      post(url, `call-${code}`, revertOffFields(code, ''), { headers: { ...away, cookie, ...headers } });
    const [backUp = '', ...others] = commandsOf('Back-up');
    expect(others).toEqual([]);
    {
      await using gateway = await spawnGateway(env);
      told = await hello(gateway);
      await operate(gateway.url, env.DATA_DIR);
      const enrolled = await enrol(gateway.url, await newCode(gateway.url, 'Dock 3'));
      cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect(await ask(gateway.url, 'D-1001')).toMatchObject({ status: 200 });
      shell(backUp.replace('$(date +%F)', '2026-11-25')); // while it runs
      expect(await ask(gateway.url, 'D-1002')).toMatchObject({ status: 200 });
    }
    const restore = commandsOf('Restore');
    expect(restore.map((line) => line.split(' ')[0])).toEqual(['psql', 'createdb', 'pg_restore']);
    for (const line of restore) shell(line);

    await using gateway = await spawnGateway(env);
    const now = await hello(gateway);
    expect(now.keyGeneration).toBe(told.keyGeneration);
    expect(now.epoch).not.toBe(told.epoch);
    const tried = { 'scanline-tried': `${told.epoch};${told.now}` };
    const known = await ask(gateway.url, 'D-1001', tried);
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await ask(gateway.url, 'D-1002', tried)).toMatchObject({ status: 412, code: 'key-expired' });
    expect(await ask(gateway.url, 'D-1003')).toMatchObject({ status: 200 });
    const kept = await server.ask(at.href.replace(/scanline$/, 'scanline_before'), 'select key from scanline_calls');
    expect(kept.map(({ key }) => key)).toContain('call-D-1002');
  },
);
