import { existsSync, readFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { FORMER } from '#build/release/contents.ts';
import { readSettings } from '#settings/settings.ts';
import { sitePlaceOf } from '#settings/sitePlace.ts';
import { variables } from '#settings/variables.ts';

const read = (name: string): string => readFileSync(join('deploy', 'windows', name), 'utf8');
const files = ['scanline-service.xml', 'iis-arr/web.config', 'iis-platform-handler/web.config'];

interface Named {
  readonly name: string;
  readonly value: string;
}

/** The variables that a file gives the gateway. */
function given(file: string): readonly Named[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name.startsWith('env'),
  });
  const tree = parser.parse(read(file)) as {
    service?: { env: Named[] };
    configuration?: {
      'system.webServer': { httpPlatform?: { environmentVariables: { environmentVariable: Named[] }[] } };
    };
  };
  const platform = tree.configuration?.['system.webServer'].httpPlatform;
  return tree.service?.env ?? platform?.environmentVariables.flatMap((one) => one.environmentVariable) ?? [];
}

test.each(files)('%s is well-formed XML', (file) => {
  expect(XMLValidator.validate(read(file))).toBe(true);
});

describe.each(['scanline-service.xml', 'iis-platform-handler/web.config'])('the gateway that %s starts', (file) => {
  test('is given variables that it reads, each once', () => {
    const names = given(file).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !variables.includes(name) && name !== 'NODE_ENV')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('takes what they say, and holds no secret in the file', () => {
    const values = given(file).map(({ name, value }) => [name, value.replace('%HTTP_PLATFORM_PORT%', '8080')] as const);
    const inFiles = values.filter(([name]) => name.endsWith('_FILE'));
    expect(inFiles.map(([name]) => name)).toEqual(['UPSTREAM_API_KEY_FILE', 'SUPERVISOR_PASSWORD_FILE']);
    const settings = readSettings(Object.fromEntries(values.filter(([name]) => !name.endsWith('_FILE'))));
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8080, trustedProxies: ['127.0.0.1', '::1'] });
  });

  test('and its data lie where no upgrade and no uninstalling deletes them', () => {
    const dataDir = given(file).find(({ name }) => name === 'DATA_DIR')?.value;
    expect(dataDir).toMatch(/^(?:%ProgramData%|C:\\ProgramData)\\Scanline\\data$/);
  });
});

test('each place that docs/windows.md names is that of the script, of the service’s file or of the release', () => {
  const docs = readFileSync(join('docs', 'windows.md'), 'utf8');
  const script = read('scanline.ps1');
  const [, root = '', data = ''] =
    /\$Root = \(Join-Path \$env:ProgramFiles '(\w+)'\),[^]*\$Data = \(Join-Path \$env:ProgramData '(\w+)'\)/.exec(
      script,
    ) ?? [];
  const inRoot = [...script.matchAll(/^\$\w+ = Join-Path \$Root '([\w.-]+)'/gm)].map(([, name = '']) => name);
  const values = Object.fromEntries(
    given('scanline-service.xml').map(({ name, value }) => [name, value.replace('%ProgramData%', 'C:\\ProgramData')]),
  );
  const { UPSTREAM_API_KEY_FILE = '', SUPERVISOR_PASSWORD_FILE, ...settings } = values;
  expect(SUPERVISOR_PASSWORD_FILE).toBe(win32.join(win32.dirname(UPSTREAM_API_KEY_FILE), 'supervisor-password'));
  const { dataDir } = readSettings(settings);
  const [, logs = ''] = /<logpath>%ProgramData%(.+)<\/logpath>/.exec(read('scanline-service.xml')) ?? [];
  const there = [
    ...['', ...inRoot].map((name) => win32.join('C:\\Program Files', root, name)),
    win32.join('C:\\ProgramData', data),
    dataDir,
    win32.normalize(sitePlaceOf({ siteFile: undefined, dataDir })), // no SITE_CONFIG, and no site.json in a release
    UPSTREAM_API_KEY_FILE,
    win32.join('C:\\ProgramData', logs, '*.err.log'),
  ];
  const named = [...docs.matchAll(/C:\\Program(?: Files|Data)\\[\w.*\\-]*\w/g)].map(([place]) => place);
  expect(new Set(named)).toEqual(new Set(named.filter((place) => there.includes(place))));
  expect(named).toContain('C:\\ProgramData\\Scanline\\data\\site.json');
  const released = [...docs.matchAll(/(?:src|deploy)\\[\w\\.-]+\w/g)].map(([path]) => path.replaceAll('\\', '/'));
  expect(released.filter((path) => !existsSync(path))).toEqual([]);
});

test('whom IIS starts may read the secrets, and write the ledger and the log', () => {
  const handler = read('iis-platform-handler/web.config');
  const mayBe = (folder: string): string =>
    `icacls C:\\ProgramData\\Scanline${folder} /grant "IIS AppPool\\Scanline:(OI)(CI)`;
  expect(handler).toContain('"IIS AppPool\\Scanline:(OI)(CI)RX"');
  for (const folder of ['\\data', '\\logs']) expect(handler).toContain(`${mayBe(folder)}M"`);
});

test('IIS and the wrapper wait longer than the gateway does', () => {
  const { upstreamTimeoutMs } = readSettings({});
  const clock = (text: string | undefined): number => {
    const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = (text ?? '').split(':').map(Number);
    return (hours * 60 + minutes) * 60 + seconds;
  };
  const arr = read('iis-arr/web.config');
  const handler = read('iis-platform-handler/web.config');
  const waits = [
    Number(/<stoptimeout>(\d+) sec</.exec(read('scanline-service.xml'))?.[1]),
    clock(/\/timeout:(\S+)/.exec(arr)?.[1]),
    clock(/shutdownTimeLimit:(\S+)/.exec(arr)?.[1]),
    clock(/requestTimeout="(\S+)"/.exec(handler)?.[1]),
    clock(/shutdownTimeLimit:(\S+)/.exec(handler)?.[1]),
  ];
  for (const seconds of waits) expect(seconds * 1000).toBeGreaterThan(upstreamTimeoutMs);
});

test('both files for IIS leave the gateway’s own words in an error, and name each trap', () => {
  for (const file of ['iis-arr/web.config', 'iis-platform-handler/web.config']) {
    const text = read(file);
    expect(text).toContain('<httpErrors existingResponse="PassThrough" />');
    for (const trap of ['A site of its own', 'idleTimeout', 'shutdownTimeLimit', 'X-Forwarded-For', 'Anonymous'])
      expect(text, file).toContain(trap);
  }
  expect(read('iis-arr/web.config')).toContain('/preserveHostHeader:true');
  expect(read('iis-platform-handler/web.config')).toContain('disallowOverlappingRotation:true');
});

describe('scanline.ps1', () => {
  const script = read('scanline.ps1');
  const code = script.replace(/<#[^]*?#>/, '').replace(/^\s*#.*$/gm, '');

  test('deletes nothing below Data, and the junction by itself before the folder that it stands in', () => {
    const deleting = [...code.matchAll(/^.*(?:Remove-Item|::Delete\().*$/gm)].map(([line]) => line.trim());
    expect(deleting.length).toBeGreaterThan(2);
    expect(deleting.filter((line) => /\$Data|\$Current.*-Recurse/.test(line))).toEqual([]);
    expect(code.indexOf('    Remove-Current\n    Remove-Item -LiteralPath $Root -Recurse')).toBeGreaterThan(0);
  });

  test('unpacks no archive whose checksum it has not seen', () => {
    expect(code.indexOf('Get-FileHash')).toBeGreaterThan(0);
    expect(code.indexOf('Expand-Archive')).toBeGreaterThan(code.indexOf('is not the file of its checksum'));
  });

  test('calls no function and names no file of the release that is not there', () => {
    const functions = [...code.matchAll(/^function (\S+)/gm)].map(([, name = '']) => name);
    const called = [
      ...code.matchAll(/\b(?:Install|Update|Restore|Uninstall|Test|Stop|Switch)-(?:Gateway|Version)\b/g),
    ].map(([name]) => name);
    expect(new Set(called.filter((name) => !functions.includes(name)))).toEqual(new Set());
    for (const action of ['Install', 'Upgrade', 'Rollback', 'Uninstall']) expect(code).toContain(`'${action}' {`);
    const named = [...code.matchAll(/'((?:src|deploy)\\[\w\\.-]+)'/g)].map(([, path = '']) =>
      path.replaceAll('\\', '/'),
    );
    expect(named.length).toBe(2);
    expect(named.filter((path) => !existsSync(path) && !Object.hasOwn(FORMER, path))).toEqual([]);
  });
});
