import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CannotStart } from './cannotStart.ts';
import { readSettings } from './settings.ts';
import { variables } from './variables.ts';

test('everything is optional', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    isNamespaceSet: false,
    enrolment: 'auto',
    host: '127.0.0.1',
    dataDir: '.data',
    upstreamTrust: {},
    upstreamBinding: 'http-post',
    upstreamTimeoutMs: 130_000,
    names: { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' },
    requestsPerSecond: 300,
    connectionsPerAddress: 200,
    forwardGet: false,
    auditDays: 180,
    log: { level: 'info', format: 'numbers' },
  });
  expect(readSettings({ PORT: '', UPSTREAM_URL: ' ', TLS_CERT_FILE: '', DATABASE_URL: '' })).toEqual(readSettings({}));
});

test('everything is read', () => {
  const settings = readSettings({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/var/lib/scanline',
    DATABASE_URL: 'postgresql://u:p%40ss@db:6432/scanline?sslmode=verify-full',
    UPSTREAM_URL: 'https://wms.example:8443/base/',
    UPSTREAM_CA_FILE: 'ca.cer',
    UPSTREAM_OLD_TLS: '1',
    UPSTREAM_BINDING: 'soap12',
    UPSTREAM_TIMEOUT_MS: '5000',
    UPSTREAM_API_KEY: ' kept as it is ',
    SERVICE_NAMESPACE: 'urn:logistics',
    PARTNER_OPERATION: 'GetReportDataMüller',
    SITE_CONFIG: 'a.json',
    TLS_CERT_FILE: 'c.pem',
    TLS_KEY_FILE: 'k.pem',
    TLS_PASSPHRASE_FILE: 'pass',
    TRUSTED_PROXY: '10.0.0.1, fd00::/8',
    ALLOWED_HOSTS: 'Scan.example, [fd00::1]',
    REQUESTS_PER_SECOND: '0',
    CONNECTIONS_PER_ADDRESS: '600',
    FORWARD_GET: '1',
    OIDC_ISSUER: 'https://login.example/realms/main',
    OIDC_CLIENT_ID: 'scanline',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'supervisor=team leads, it=0a1b',
    AUDIT_DAYS: '30',
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'words',
  });
  expect({ ...settings, upstreamUrl: settings.upstreamUrl?.href }).toEqual({
    port: 0,
    isNamespaceSet: true,
    enrolment: 'auto',
    host: '::1',
    dataDir: '/var/lib/scanline',
    databaseUrl: 'postgresql://u:p%40ss@db:6432/scanline?sslmode=verify-full',
    upstreamUrl: 'https://wms.example:8443/base/',
    oidc: {
      issuer: new URL('https://login.example/realms/main'),
      clientId: 'scanline',
      clientSecret: 'secret',
      roleClaim: 'groups',
      roleValues: { viewer: 'viewer', supervisor: 'team leads', it: '0a1b' },
    },
    auditDays: 30,
    upstreamTrust: { caFile: 'ca.cer', allowsOld: true },
    upstreamBinding: 'soap12',
    upstreamTimeoutMs: 5000,
    upstreamApiKey: ' kept as it is ',
    names: { namespace: 'urn:logistics', partnerOperation: 'GetReportDataMüller' },
    siteFile: 'a.json',
    tls: { TLS_CERT_FILE: 'c.pem', TLS_KEY_FILE: 'k.pem', TLS_PASSPHRASE_FILE: 'pass' },
    trustedProxies: ['10.0.0.1', 'fd00::/8'],
    allowedHosts: ['scan.example', '[fd00::1]'],
    requestsPerSecond: 0,
    connectionsPerAddress: 600,
    forwardGet: true,
    log: { level: 'silent', format: 'words' },
  });
});

test.each<[variable: string, value: string, expected: string]>([
  ['PORT', 'abc', 'a whole number from 0 to 65535, not “abc”'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PORT', '80.5', 'a whole number from 0 to 65535'],
  ['HOST', 'http://x', 'an address or host name'],
  ['UPSTREAM_URL', 'wms.example', 'an http:// or https:// address'],
  ['UPSTREAM_URL', 'ftp://wms.example', 'an http:// or https:// address'],
  ['UPSTREAM_URL', 'http://', 'an http:// or https:// address'],
  ['UPSTREAM_URL', 'http://a:secret@wms.example', 'without a user or password'],
  ['UPSTREAM_URL', 'http://wms.example/?apiKey=secret', 'without a query'],
  ['UPSTREAM_URL', 'http://wms.example/#x', 'without a query or fragment'],
  ['UPSTREAM_URL', 'http://wms.example/PDAAPIV1.asmx', 'without the .asmx'],
  ['UPSTREAM_TIMEOUT_MS', '99', 'a whole number from 100 to 3600000'],
  ['UPSTREAM_TIMEOUT_MS', '130s', 'a whole number from 100'],
  ['UPSTREAM_BINDING', 'soap13', 'http-post, http-get, soap11, soap12'],
  ['UPSTREAM_BINDING', 'SOAP12', 'http-post, http-get, soap11, soap12'],
  ['DATABASE_URL', 'mysql://u:secret@db/x', 'an address such as postgres://'],
  ['DATABASE_URL', 'secret', 'an address such as postgres://'],
  ['DATABASE_URL', 'postgres://u:se cret@:secret/x', 'an address such as postgres://'],
  ['DATABASE_URL', 'postgres://u:secret@db', 'with the name of the database'],
  ['DATABASE_URL', 'postgres://u:secret@db/', 'with the name of the database'],
  ['SERVICE_NAMESPACE', 'tempuri', 'a URI such as'],
  ['SERVICE_NAMESPACE', 'http://a b/', 'a URI such as'],
  ['PARTNER_OPERATION', '1Report', 'an XML name'],
  ['PARTNER_OPERATION', 'Get/Report', 'an XML name'],
  ['PARTNER_OPERATION', 'CompleteBag', "not another operation's"],
  ['TLS_CERT_FILE', 'c.pem', 'because TLS_CERT_FILE is set'],
  ['TLS_KEY_FILE', 'k.pem', 'because TLS_KEY_FILE is set'],
  ['TLS_PASSPHRASE_FILE', 'pass', 'TLS_PFX_FILE or TLS_KEY_FILE beside it'],
  ['UPSTREAM_CA_FILE', 'ca.pem', 'an https:// address in UPSTREAM_URL beside it'],
  ['UPSTREAM_OLD_TLS', '1', 'an https:// address in UPSTREAM_URL beside it'],
  ['UPSTREAM_OLD_TLS', 'yes', 'a whole number from 0 to 1'],
  ['TRUSTED_PROXY', 'nginx', 'addresses with commas between'],
  ['TRUSTED_PROXY', '10.0.0.1,', 'addresses with commas between'],
  ['ALLOWED_HOSTS', 'https://scan.example', 'host names with commas between'],
  ['ALLOWED_HOSTS', 'scan.example:8080', 'without ports'],
  ['REQUESTS_PER_SECOND', 'many', 'a whole number from 0'],
  ['CONNECTIONS_PER_ADDRESS', '0', 'a whole number from 1 to 4000'],
  ['FORWARD_GET', 'yes', 'a whole number from 0 to 1'],
  ['LOG_LEVEL', 'verbose', 'trace, debug, info'],
])('%s=%s is refused in one line that names it', (variable, value, expected) => {
  let said = '';
  try {
    readSettings({ [variable]: value });
  } catch (error) {
    if (error instanceof CannotStart) said = error.message;
  }
  expect(said).toContain(expected);
  expect(said).toContain(variable);
  expect(said).toMatch(/^[A-Z_]+: [^\n]*\.$/);
  expect(said).not.toContain('secret');
});

test.each([
  { UPSTREAM_API_KEY: 'secret' },
  { SUPERVISOR_PASSWORD: 'a secret password' },
  { TLS_CERT_FILE: 'c.pem', TLS_KEY_FILE: 'k.pem' },
  { TLS_PFX_FILE: 'a.pfx' },
  { DATABASE_URL: 'postgres://u:secret@db/x' },
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
  { HOST: 'scan.example' },
])('where %j says that this is no demo, the stand-in is there only by its name', (env) => {
  const [sign = ''] = Object.keys(env);
  const line = `UPSTREAM_URL: expected the service's address, because ${sign} says that this is no demo, or “stand-in” where that is meant.`;
  expect(() => readSettings(env)).toThrow(new CannotStart(line));
  expect(readSettings({ ...env, UPSTREAM_URL: 'stand-in' }).upstreamUrl).toBeUndefined();
  expect(readSettings({ ...env, UPSTREAM_URL: 'http://wms.example' }).upstreamUrl?.host).toBe('wms.example');
});

test('a PFX stands alone, and what is for https is refused beside an http:// service', () => {
  const UPSTREAM_URL = 'http://wms.example';
  const pfx = { TLS_PFX_FILE: 'a.pfx', TLS_PASSPHRASE_FILE: 'pass' };
  expect(readSettings({ ...pfx, UPSTREAM_URL }).tls).toEqual(pfx);
  expect(() => readSettings({ ...pfx, UPSTREAM_URL, TLS_CERT_FILE: 'c.pem', TLS_KEY_FILE: 'k.pem' })).toThrow(
    new CannotStart('TLS_PFX_FILE: expected nothing, because TLS_CERT_FILE or TLS_KEY_FILE is set.'),
  );
  expect(() => readSettings({ UPSTREAM_URL, UPSTREAM_CA_FILE: 'ca.pem' })).toThrow(
    new CannotStart('UPSTREAM_CA_FILE: expected an https:// address in UPSTREAM_URL beside it.'),
  );
  expect(readSettings({ UPSTREAM_URL, UPSTREAM_OLD_TLS: '0' }).upstreamTrust).toEqual({});
});

test('a sign-in at a provider is set whole, and a wrong part is named without its secret', () => {
  const all = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'scanline', OIDC_CLIENT_SECRET: 'a secret' };
  const at = (env: Readonly<Record<string, string>>) => () => readSettings({ UPSTREAM_URL: 'stand-in', ...env });
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
    expect(at({ ...all, [name]: '' })).toThrow(new RegExp(`^${name}: expected the \\w+ that the provider`));
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES']) {
    const value = name === 'OIDC_ROLES' ? 'it=admins' : 'x';
    expect(at({ [name]: value })).toThrow(new CannotStart(`${name}: expected OIDC_ISSUER beside it.`));
  }
  for (const issuer of [
    'login.example',
    'http://login.example',
    'https://u:p@login.example',
    'https://login.example?a',
  ])
    expect(at({ ...all, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER: expected the https:\/\/ address of a provider/);
  for (const roles of ['boss=x', 'it', 'it=', 'viewer=all,it=all'])
    expect(at({ ...all, OIDC_ROLES: roles })).toThrow(/^OIDC_ROLES: expected values of the claim by role/);
  expect(at({ ...all, OIDC_ISSUER: 'http://127.0.0.1:3000' })).not.toThrow();
  expect(() => readSettings(all)).toThrow(/because OIDC_ISSUER says that this is no demo/);
});

test('a gateway that would ask itself does not start', () => {
  const line = 'UPSTREAM_URL: expected another address than the gateway’s own, not “http://localhost:8080/”.';
  expect(() => readSettings({ UPSTREAM_URL: 'http://localhost:8080' })).toThrow(new CannotStart(line));
  for (const [HOST, PORT] of Object.entries({ '127.0.0.1': '8081', '10.0.0.5': '8080' }))
    expect(readSettings({ UPSTREAM_URL: 'http://localhost:8080', HOST, PORT }).upstreamUrl?.port).toBe('8080');
});

test('a key of the service that is longer than any is stops the start, and is not repeated', () => {
  const readLong = (letters: number) =>
    readSettings({ UPSTREAM_URL: 'http://wms.example', UPSTREAM_API_KEY: 'k'.repeat(letters) });
  expect(readLong(4_096).upstreamApiKey).toHaveLength(4_096);
  expect(() => readLong(4_097)).toThrow(new CannotStart('UPSTREAM_API_KEY: expected a key of at most 4096 letters.'));
});

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('a demo on %s needs no UPSTREAM_URL', (HOST) => {
  expect(readSettings({ HOST, NODE_ENV: 'test' }).upstreamUrl).toBeUndefined();
});

test.each(['UPSTREAM_URI', 'UPSTRAEM_URL', 'UPSTREAM-URL', 'upstream_url', 'UPSTREAMURL', 'UPSTREAM_ADDRESS'])(
  '%s in place of UPSTREAM_URL stops the start, on a machine of one’s own too; beside it, it is said',
  (name) => {
    const line = `${name} is not a variable of Scanline; did you mean UPSTREAM_URL?`;
    expect(() => readSettings({ [name]: 'http://wms.example' })).toThrow(new CannotStart(line));
    const doubts = [line];
    expect(readSettings({ [name]: 'http://wms.example', UPSTREAM_URL: 'http://wms.example' })).toMatchObject({
      doubts,
    });
  },
);

test.each([
  ['SUPERVISOR_PASWORD', 'SUPERVISOR_PASSWORD'],
  ['SERVICE_NAMESPCE', 'SERVICE_NAMESPACE'],
  ['SITE-CONFIG', 'SITE_CONFIG'],
  ['TLS_CERTFILE', 'TLS_CERT_FILE'],
  ['UPSTREAM_API_KEY_FIEL', 'UPSTREAM_API_KEY_FILE'],
  ['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT_MS'],
  ['UPSTREAM_LIMIT', 'UPSTREAM_URL'],
  ['TLS_CERT', 'TLS_CERT_FILE'],
  ['TLS_PFX', 'TLS_PFX_FILE'],
])('%s is no variable, and %s is what it looks like', (name, meant) => {
  const doubts = [`${name} is not a variable of Scanline; did you mean ${meant}?`];
  expect(readSettings({ [name]: 'x', UPSTREAM_URL: 'stand-in' })).toMatchObject({ doubts });
  expect(readSettings({ [name]: '', UPSTREAM_URL: 'stand-in' }).doubts).toBeUndefined();
});

test('what other programs read, and what the gateway reads itself, is no misspelling', () => {
  const foreign =
    'PATH HOME HOSTNAME HOSTTYPE LOGNAME LOG_FILE POSTGRES_DB PGDATA NODE_OPTIONS TERM NODE_EXTRA_CA_CERTS SSL_CERT_FILE ' +
    'SSL_CERT_DIR SCANLINE_KEY POSTS DATA TLS_FOLDER PORTS';
  const env = Object.fromEntries(foreign.split(' ').map((name) => [name, 'x']));
  expect(readSettings(env).doubts).toBeUndefined();
  const read = { METRICS_TOKEN_FILE: 'x', STANDIN_STRICT: '1', UPSTREAM_API_KEY_FILE: 'x', UPSTREAM_URL: 'stand-in' };
  expect(readSettings(read).doubts).toBeUndefined();
});

test('docs/gateway.md names every variable, and no other', () => {
  const table = /\| variable[^]*?\n\n/.exec(readFileSync('docs/gateway.md', 'utf8'))?.[0] ?? '';
  const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]+/g) ?? []);
  expect(named.toSorted()).toEqual(variables.toSorted());
});
