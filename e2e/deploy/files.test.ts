import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alertKinds } from '#gateway/alerts/alertKinds.ts';
import { parse } from 'yaml';
import { readSettings, withSecretFiles } from '#settings/settings.ts';
import { variables as gatewayVariables } from '#settings/variables.ts';
import { FORMER } from '#build/release/contents.ts';
import { loadSite } from '#gateway/served/siteFile.ts';
import { standinSite } from '#standin/site.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';

const read = (name: string): string => readFileSync(join('deploy', name), 'utf8');

/** Variables that Node, Debian's PostgreSQL image, its nightly back-up and Caddy's file read; all else is the gateway's or compose's own. */
const notOurs = [
  'NODE_ENV',
  'POSTGRES_DB',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD_FILE',
  'PGHOST',
  'PGUSER',
  'PGDATABASE',
  'PASSWORD_FILE',
  'BACKUP_DAYS',
];

/** `NAME: value` of compose, `NAME=value` of the others. */
const variables = {
  compose: [...read('compose.yaml').matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name),
  systemd: [...read('systemd/scanline.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  ),
  'scanline.env': [...read('systemd/scanline.env').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
  Dockerfile: [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  ),
};

test.each(Object.entries(variables))('every variable in %s is one that the gateway reads', (file, names) => {
  expect(names.length).toBeGreaterThan(1);
  // Caddy's are read by its file; example.env fills compose.yaml in.
  const isCaddys = (name: string): boolean => read('Caddyfile').includes(`{$${name}:`);
  const foreign = names.filter(
    (name) => !gatewayVariables.includes(name) && !notOurs.includes(name) && !isCaddys(name),
  );
  expect(foreign, file).toEqual([]);
});

test('what compose.yaml asks for stands in example.env, and nothing else does', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  const given = [...read('example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(new Set(given)).toEqual(new Set(asked));
});

test('the starter site file is one that the gateway takes before a real service, whole, and its codes fit their patterns', () => {
  const file = join('deploy', 'site.example.json');
  const site = loadSite(readSettings({ SITE_CONFIG: file, UPSTREAM_URL: 'http://logistics.example.com' }), standinSite);
  const { $schema: _schema, ...said } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(site).toMatchObject(said);
  expect(tasksOf(site).map(({ id }) => id)).toEqual(said['tasks']);
  for (const { pattern, example } of Object.values(site.codes ?? {}))
    expect(example).toMatch(new RegExp(`^(?:${pattern})$`));
  expect(readFileSync(join('docs', 'it.md'), 'utf8')).toContain('deploy/site.example.json');
});

test('the gateway takes what scanline.env and the unit say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-unit-'));
  const lines = [...read('systemd/scanline.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  for (const name of ['upstream-api-key', 'supervisor-password']) writeFileSync(join(folder, name), 'canary-8251\n');
  const unit = read('systemd/scanline.service').replace(/^#.*$/gm, '');
  const credentials = [...unit.matchAll(/([A-Z_]+_FILE)=%d\/(\S+)/g)].map(([, name = '', file = '']) => [
    name,
    join(folder, file),
  ]);
  const settings = readSettings(
    withSecretFiles(Object.fromEntries([...lines, ...credentials]) as Record<string, string>),
  );
  rmSync(folder, { recursive: true });
  expect(settings).toMatchObject({
    upstreamApiKey: 'canary-8251',
    supervisorPassword: 'canary-8251',
    host: '127.0.0.1',
  });
});

test('the gateway takes the company’s sign-in as scanline.env and the service’s file for Windows have it, once the comment is taken away', () => {
  const [env, windows] = [read('systemd/scanline.env'), read('windows/scanline-service.xml')];
  const ways = [/^#(OIDC_\w+)=(.*)$/gm, /<env name="(OIDC_\w+)" value="(.*)"\/>/g].map((way, at) =>
    Object.fromEntries([...(at === 0 ? env : windows).matchAll(way)].map(([, name = '', value = '']) => [name, value])),
  );
  for (const { OIDC_CLIENT_SECRET_FILE: _secret, ...said } of ways)
    expect(readSettings({ ...said, OIDC_CLIENT_SECRET: 'a secret', UPSTREAM_URL: 'stand-in' }).oidc).toMatchObject({
      issuer: new URL('https://login.example.com/realms/company'),
      clientId: 'scanline',
      roleClaim: 'groups',
    });
});

test('both proxies wait longer than the gateway does, and systemd and compose let it finish', () => {
  const { upstreamTimeoutMs } = readSettings({});
  const seconds = [
    /proxy_read_timeout (\d+)s;/.exec(read('nginx/scanline.conf')),
    /response_header_timeout (\d+)s/.exec(read('Caddyfile')),
    /TimeoutStopSec=(\d+)s/.exec(read('systemd/scanline.service')),
    /stop_grace_period: (\d+)s/.exec(read('compose.yaml')),
  ].map((found) => Number(found?.[1]));
  for (const wait of seconds) expect(wait * 1000).toBeGreaterThan(upstreamTimeoutMs);
});

test('the proxy that compose.yaml tells the gateways to trust is the one it starts', () => {
  const [, trusted] = /TRUSTED_PROXY: (\S+)/.exec(read('compose.yaml')) ?? [];
  expect(/ipv4_address: (\S+)/.exec(read('compose.yaml'))?.[1]).toBe(trusted);
});

test('each gateway of compose.yaml may be asked by the name by which Caddy asks how it is', () => {
  const [, hosts = ''] = /ALLOWED_HOSTS: (.*)/.exec(read('compose.yaml')) ?? [];
  const [, gateways = ''] = /SCANLINE_GATEWAYS: (.*)/.exec(read('compose.yaml')) ?? [];
  const names = gateways.split(' ').map((address) => address.split(':')[0] ?? '');
  expect(names.length).toBe(2);
  for (const name of names) expect(hosts.split(',')).toContain(name);
});

test('what a site fills in for compose.yaml is kept out of git: keys and passwords are in it', () => {
  const filledIn = [...read('compose.yaml').matchAll(/(?:file: |:-)\.\/([\w./-]+)/g)].map(
    ([, path = '']) => `deploy/${path}`,
  );
  expect(filledIn.length).toBeGreaterThan(4);
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('/deploy/'));
  const isIgnored = (path: string): boolean =>
    ignored.some((line) => `/${path}/`.startsWith(line.replace(/\/?$/, '/')));
  expect([...filledIn, 'deploy/.env'].filter((path) => !isIgnored(path))).toEqual([]);
});

/** Every metric that a rule or a panel asks for, without what Prometheus puts behind a histogram's name. */
const asked = (text: string): readonly string[] =>
  [...text.matchAll(/\b((?:scanline|process|nodejs)_[a-z_]+)/g)].map(([, name = '']) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );

test.each(['prometheus/scanline.rules.yaml', 'grafana/scanline.json'])(
  'each metric that %s asks for is one that the gateway has',
  (file) => {
    const sources = ['metrics.ts', 'metricsRoutes.ts'].map((name) =>
      readFileSync(join('src', 'gateway', 'metrics', name), 'utf8'),
    );
    const names = asked(read(file));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !sources.join('').includes(`'${name}'`))).toEqual([]);
  },
);

test('each alert has a name, an expression and a sentence, and each panel an expression', () => {
  const { groups } = parse(read('prometheus/scanline.rules.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect(alert).toMatch(/^Scanline[A-Z]/);
    expect(expr).toMatch(/[<>=]/);
    expect(annotations.summary).toMatch(/\.$/);
  }
  const { panels } = JSON.parse(read('grafana/scanline.json')) as { panels: { targets: { expr: string }[] }[] };
  for (const { targets } of panels) for (const { expr } of targets) expect(expr).not.toBe('');
});

test('an alert and the rule for Prometheus of the same thing hold for as long', () => {
  const { groups } = parse(read('prometheus/scanline.rules.yaml')) as {
    groups: { rules: { alert: string; for?: string; labels: { severity: string } }[] }[];
  };
  const rules = new Map(groups.flatMap((group) => group.rules).map((rule) => [rule.alert, rule]));
  const shared = Object.values(alertKinds).flatMap((kind) => ('rule' in kind ? [kind] : []));
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.map(({ rule, holdsMs, severity }) => ({ rule, holdsMs, severity }))).toEqual(
    shared.map(({ rule }) => {
      const { for: held = '0m', labels } = rules.get(rule) ?? { labels: { severity: '' } };
      return { rule, holdsMs: Number.parseInt(held, 10) * 60_000, severity: labels.severity };
    }),
  );
});

test('the nightly back-up is one that the gateway’s program takes, and is not kept for ever, unless the next one fails', () => {
  const unit = read('systemd/scanline-backup.service');
  // What ends otherwise than with 0 is a failure, after which systemd runs no ExecStartPost.
  expect(unit).not.toMatch(/^(?:Exec\w+=[^/]|ExecStop|SuccessExitStatus)/m);
  expect(unit).toMatch(/^ExecStart=[^]*^ExecStartPost=\S*find/m);
  expect(unit).not.toMatch(/^ExecStartPre=\S*find/m);
  const [, program = '', folder = ''] = /ExecStart=\S+\/node (\S+) backup (\S+)/.exec(unit) ?? [];
  expect(Object.keys(FORMER)).toContain(program);
  expect(/ExecStartPost=\/usr\/bin\/find (\S+) .*-name (\S+) -mtime \+\d+/.exec(unit)?.slice(1)).toEqual([
    folder,
    'scanline-*',
  ]);
  expect(read('systemd/scanline-backup.timer')).toMatch(/OnCalendar=.*\n[^]*Persistent=yes/);
});

const isThere = (program: string, version: string): boolean => spawnSync(program, [version]).status === 0;

test.skipIf(!isThere('systemd-analyze', '--version'))(
  'systemd finds nothing wrong with the unit, and little open',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'scanline-unit-'));
    const unit = join(folder, 'scanline.service');
    // The program is where the project is installed; here it is this one.
    writeFileSync(unit, read('systemd/scanline.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const backup = join(folder, 'scanline-backup.service');
    writeFileSync(
      backup,
      read('systemd/scanline-backup.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
    );
    writeFileSync(join(folder, 'scanline-backup.timer'), read('systemd/scanline-backup.timer'));
    const verified = spawnSync('systemd-analyze', ['verify', unit, backup, join(folder, 'scanline-backup.timer')], {
      encoding: 'utf8',
    });
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(verified.stderr.split('\n').filter((line) => line.includes('scanline'))).toEqual([]);
    expect(judged.status, judged.stdout).toBe(0);
  },
);
