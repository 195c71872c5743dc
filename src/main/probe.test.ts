import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeService, probeTable } from '#gateway/upstream/probeService.ts';
import { listening } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import type { BindingName } from '#wire/binding.ts';
import { defaultNames } from '#wire/names.ts';
import { serviceEnd } from '#wire/testing/serviceEnd.ts';

/** A service that speaks these bindings as an ASMX host does, and writes down the operations it was asked for. */
async function startService(spoken: readonly BindingName[], asked: string[] = []) {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method = '', headers } = incoming;
    incoming.resume();
    if (url.endsWith('?WSDL')) {
      outgoing.setHeader('content-type', 'text/xml').end(wsdlOffering(spoken));
      return;
    }
    const type = headers['content-type'] ?? '';
    const binding =
      method === 'GET'
        ? 'http-get'
        : /soap\+xml/.test(type)
          ? 'soap12'
          : type.startsWith('text/xml')
            ? 'soap11'
            : 'http-post';
    asked.push(`${binding} ${url.replace(/\?.*/, '')}`);
    if (!spoken.includes(binding)) {
      outgoing.writeHead(500, { 'content-type': 'text/html' }).end('<html>Runtime Error</html>');
      return;
    }
    if (!url.startsWith('/WareHouse')) {
      outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('X Web Service method name is not valid.');
      return;
    }
    const { body, contentType } = serviceEnd[binding].encodeAnswer(
      'ExistsDomesticDeliveryCode',
      'no\u0007',
      defaultNames,
    );
    outgoing.setHeader('content-type', contentType).end(body);
  });
  const open = await listening(server);
  return { ...open, url: new URL(`http://127.0.0.1:${open.port}`) };
}

test('each group is asked in each binding, with a read or for an operation that nobody has', async () => {
  const asked: string[] = [];
  await using service = await startService(['http-post', 'http-get', 'soap11', 'soap12'], asked);
  const rows = await probeService(service.url, defaultNames);
  expect(rows).toHaveLength(12);
  expect(rows.filter(({ group }) => group === 'warehouse').map(({ answers, outcome }) => [answers, outcome])).toEqual(
    Array.from({ length: 4 }, () => [true, 'answered']),
  );
  expect(asked).toContain('http-post /WareHouseAPIV1.asmx/ExistsDomesticDeliveryCode');
  expect(asked).toContain('http-get /PDAAPIV1.asmx/ScanlineProbe');
  expect(asked.join(' ')).not.toContain('RevertOff');
  const table = probeTable(rows, defaultNames);
  expect(table.split('\n')[0]).toMatch(/^group +binding +offered +answers +came back +namespace +ms +said$/);
  expect(table).not.toContain('\u0007');
  expect(table).toContain('\nAsked without an access key:');
});

test('a binding that is switched off does not answer', async () => {
  await using service = await startService(['http-post']);
  const rows = await probeService(service.url, defaultNames);
  expect(rows.filter(({ answers }) => answers).map(({ binding }) => binding)).toEqual(
    Array.from({ length: 3 }, () => 'http-post'),
  );
  expect(rows.filter(({ offered }) => offered).map(({ binding }) => binding)).toEqual(
    Array.from({ length: 3 }, () => 'http-post'),
  );
});

test('what differs is said below the table', async () => {
  await using service = await startService(['http-post']);
  const names = { ...defaultNames, namespace: 'urn:other' };
  const table = probeTable(await probeService(service.url, names), names);
  expect(table).toContain('order: SERVICE_NAMESPACE is “urn:other”, but its namespace is “http://tempuri.org/”.');
  expect(table).toContain('handheld: its WSDL has no RevertOff.');
});

test.each([
  [['http://127.0.0.1:1'], 1, 'the connection was refused'],
  [[], 2, 'npm run probe -- URL'],
  [['ftp://x'], 2, 'npm run probe -- URL'],
  [['http://127.0.0.1:1', '--nonsense'], 2, 'nonsense'],
])('the command with %j ends with %i', (args, code, says) => {
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'probe.ts'), ...args], { encoding: 'utf8' });
  expect(ended.status).toBe(code);
  expect(ended.stdout + ended.stderr).toContain(says);
});
