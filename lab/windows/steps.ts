import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectRows, scanPair, startAtRevertOff } from '#e2e/rig/app.ts';
import { chromiumPath } from '#e2e/rig/chromium.ts';
import type { Gateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { localHeaders } from '#http/fromHere.ts';
import { post, revertOffFields } from '#main/testing/rig.ts';
import type { Program, Windows } from './windows.ts';

/** Step that is tried, under its name. A step finds the gateway as the one before it left it. */
export type Step = readonly [name: string, step: () => Promise<void>];

const LONGEST_MS = 20_000;
const LOOK_EVERY_MS = 50;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_EVERY_MS) {
    if (await isSo()) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('it never came to that');
}

/** @param release - its folder, unpacked. @param folder - for data. */
export function stepsOf(windows: Windows, release: string, folder: string): readonly Step[] {
  const dataDir = join(folder, 'data');
  const siteFile = join(folder, 'site.json');
  writeFileSync(siteFile, '{}');
  const env = { DATA_DIR: windows.path(dataDir), SITE_CONFIG: windows.path(siteFile) };
  const node = (file: string, ...args: string[]): readonly string[] => [
    windows.path(join(release, 'node.exe')),
    windows.path(join(release, file)),
    ...args,
  ];
  const call = (key: string, delivery: string) => post(origin, key, revertOffFields(delivery, 'demo-key-0001'));
  const fault = async (said: object): Promise<void> => {
    const headers = { ...localHeaders(dataDir), 'content-type': 'application/json' };
    const body = JSON.stringify({ operation: 'RevertOff', times: 1, ...said });
    ok((await fetch(`${origin}/gateway/standin/faults`, { method: 'POST', headers, body })).ok);
  };
  /** Tells whether the call that was delayed has come to the stand-in: its fault is used up then. */
  const hasCome = async (): Promise<boolean> =>
    !(await (await fetch(`${origin}/gateway/standin/faults`, { headers: localHeaders(dataDir) })).text()).includes(
      'delay',
    );
  let gateway: Program;
  let origin = '';
  const start = async (): Promise<void> => {
    gateway = windows.run(node('node_modules/scanline/start.js'), env);
    [, origin = ''] = await gateway.says(/Scanline on (\S+) /);
  };

  const steps: Step[] = [
    [
      'node.exe is the pinned one, and says that this is Windows',
      async () => {
        const file = join(folder, 'asks.mjs');
        writeFileSync(file, "console.log(process.platform, process.version, process.env['SystemRoot'])");
        const program = windows.run([windows.path(join(release, 'node.exe')), windows.path(file)]);
        const [, version] = await program.says(/win32 v(\S+) [A-Z]:\\/i);
        const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
          devDependencies: Record<string, string>;
        };
        equal(version, devDependencies['node']);
      },
    ],
    [
      'scanline.cmd runs the gateway, which names a wrong variable in one line and ends with 1',
      async () => {
        const program = windows.run(['cmd', '/c', windows.path(join(release, 'scanline.cmd'))], { ...env, PORT: 'x' });
        equal(await program.ended(), 1, program.said());
        match(program.said(), /^PORT: [^\n]+$/m);
      },
    ],
    [
      'the gateway starts on a new DATA_DIR, whose rights it sets by icacls, and serves hello, the app and the worker',
      async () => {
        await start();
        ok(existsSync(join(dataDir, 'ledger.sqlite')));
        const hello = (await (await fetch(`${origin}/gateway/hello?nonce=n1`)).json()) as { upstream: string };
        equal(hello.upstream, 'stand-in');
        match(await (await fetch(origin)).text(), /<title>Scanline/);
        ok((await fetch(`${origin}/sw.js`)).ok);
      },
    ],
    [
      'a call is answered, and its repetition comes from the ledger',
      async () => {
        match((await call('call-0001', 'D-1001')).text, /OK: D-1001 is back on S-01-A/);
        equal((await call('call-0001', 'D-1001')).headers.get('idempotency-replayed'), 'true');
      },
    ],
    [
      'a second gateway on the same DATA_DIR does not start, and says why',
      async () => {
        const second = windows.run(node('node_modules/scanline/start.js'), env);
        equal(await second.ended(), 1, second.said());
        match(second.said(), /DATA_DIR: .* is in use by another gateway/);
      },
    ],
    [
      'a site file that changes is followed',
      async () => {
        writeFileSync(siteFile, JSON.stringify({ name: 'Dock 7' }));
        await until(async () => /"name":"Dock 7"/.test(await (await fetch(`${origin}/gateway/site`)).text()));
      },
    ],
    [
      'a killed gateway calls what ran unknown, and sends it never again',
      async () => {
        await fault({ kind: 'delay', delayMs: 20_000 });
        const running = call('call-0002', 'D-1002').catch(() => undefined);
        await until(hasCome);
        gateway.child.kill('SIGKILL');
        await running;
        await start();
        equal((await call('call-0002', 'D-1002')).code, 'outcome-unknown');
        equal((await call('call-0001', 'D-1001')).headers.get('idempotency-replayed'), 'true');
      },
    ],
    [
      'probe and health run',
      async () => {
        const probe = windows.run(node('node_modules/scanline/probe.js', origin.replace('localhost', '127.0.0.1')));
        await probe.says(/warehouse +http-post +yes/);
        const health = windows.run(node('node_modules/scanline/health.js'), { ...env, PORT: new URL(origin).port });
        equal(await health.ended(), 0, health.said());
      },
    ],
    [
      'a back-up is made while the gateway runs',
      async () => {
        const backup = windows.run(
          node('node_modules/scanline/backup.js', 'backup', windows.path(join(folder, 'kept'))),
          env,
        );
        equal(await backup.ended(), 0, backup.said());
        const [made = ''] = readdirSync(join(folder, 'kept'));
        ok(existsSync(join(folder, 'kept', made, 'ledger.sqlite')), backup.said());
      },
    ],
  ];
  if (chromiumPath() !== undefined)
    steps.push(['20 pairs scanned in a browser go through it, half of them without a network', pairs]);
  // Only a console sends Ctrl-C on Windows itself: there it is the service that tries it.
  if (windows.isWine) steps.push(['Ctrl-C lets a running call end, and the gateway stops in good order', stop]);
  return steps;

  async function pairs(): Promise<void> {
    const handheld = await createHandheld();
    try {
      const { context, page } = await handheld.open();
      const at = { origin } as Gateway;
      await startAtRevertOff(page, at);
      const scan = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `D-${from + index}`);
      for (const delivery of scan(1003, 1013)) await scanPair(page, delivery, 'S-01-A');
      await expectRows(page, { answered: 10 });
      await context.setOffline(true);
      for (const delivery of scan(1013, 1023)) await scanPair(page, delivery, 'S-01-A');
      await expectRows(page, { answered: 10, waiting: 10 });
      await context.setOffline(false);
      await expectRows(page, { answered: 20 });
    } finally {
      await handheld.remove();
    }
    const journal = await fetch(`${origin}/gateway/standin/journal`, { headers: localHeaders(dataDir) });
    const { executions } = (await journal.json()) as { executions: { parameters: [string, string][] }[] };
    const found = executions.map(({ parameters }) => new Map(parameters).get('deliveryCode') ?? '');
    const scanned = Array.from({ length: 20 }, (_, index) => `D-${1003 + index}`);
    deepEqual(
      found.filter((delivery) => scanned.includes(delivery)),
      scanned,
    );
  }

  async function stop(): Promise<void> {
    await fault({ kind: 'delay', delayMs: 3_000 });
    const running = call('call-0003', 'D-1030');
    await until(hasCome);
    gateway.child.kill('SIGINT');
    equal((await running).status, 200);
    equal(await gateway.ended(), 0, gateway.said());
    match(gateway.said(), /"running":1,"msg":"stopping"[^]*"msg":"stopped"/);
  }
}
