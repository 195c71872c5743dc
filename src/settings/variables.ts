import { operationNames } from '#contract/catalogue.ts';
import { CannotStart } from './cannotStart.ts';
import { isAddressRange } from './addressRange.ts';
import { bindingNames } from '#wire/bindings.ts';
import { defaultNames } from '#wire/names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The most connections of all addresses together. */
export const MOST_CONNECTIONS = 4_000;

/** The mode that says when a handheld needs a token: see `ENROLMENT` in docs/gateway.md. */
export type EnrolmentMode = 'auto' | 'required' | 'off';

/** The value of UPSTREAM_URL that asks for the stand-in where something else says that this is no demo. */
export const STANDIN = 'stand-in';

const ENROLMENTS = ['auto', 'required', 'off'] as const satisfies readonly EnrolmentMode[];
/** Forms of a line's time and level: as pino's numbers, or as ISO 8601 in UTC and a word. */
const LOG_FORMATS = ['numbers', 'words'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SHORTEST_PASSWORD = 10;

const MAIL_ADDRESS = /^[^\s<>,;:"@]{1,64}@[A-Za-z0-9.-]{1,253}$/;
const MAIL_EXPECTED = 'addresses with commas between, such as it@example.com';
/** The bytes of a webhook's key. Source: Standard Webhooks, “Signature scheme”. */
const [KEY_LEAST, KEY_MOST] = [24, 64];

/** A value that is not what was expected. @param isShown - `true`: the value may be repeated. */
class Unexpected extends Error {
  readonly isShown: boolean;
  constructor(expected: string, isShown: boolean) {
    super(expected);
    this.isShown = isShown;
  }
}

/** Reads a variable. @param text - without spaces around it; `undefined`: unset or empty. @throws Unexpected */
type Read<T> = (text: string | undefined) => T;

/**
 * The reader of every variable. Their meaning is in docs/gateway.md, which a test compares with this table; `misspelt.ts`
 * finds names that look like one of these.
 */
const table = {
  PORT: whole(8080, 0, 65_535),
  HOST: matching(/^[A-Za-z0-9.:_-]{1,253}$/, 'an address or host name', '127.0.0.1'),
  DATA_DIR: (text) => text ?? '.data',
  DATABASE_URL: optional(databaseUrl),
  UPSTREAM_URL: optional((text) => (text === STANDIN ? undefined : serviceUrl(text))),
  UPSTREAM_CA_FILE: optional(String),
  UPSTREAM_OLD_TLS: whole(0, 0, 1),
  UPSTREAM_BINDING: oneOf(bindingNames, 'http-post'),
  UPSTREAM_TIMEOUT_MS: whole(130_000, 100, 3_600_000),
  UPSTREAM_API_KEY: optional((text) => must(!text.includes('\uFFFD'), 'UTF-8 text', text)),
  ENROLMENT: oneOf(ENROLMENTS, 'auto'),
  // Others can guess a password or a token from far away, as fast as the gateway answers: a short one is refused.
  SUPERVISOR_PASSWORD: optional((text) =>
    must(text.length >= SHORTEST_PASSWORD, `${SHORTEST_PASSWORD} characters or more`, text),
  ),
  OIDC_ISSUER: optional(issuerUrl),
  OIDC_CLIENT_ID: optional(String),
  OIDC_CLIENT_SECRET: optional(String),
  OIDC_ROLE_CLAIM: matching(/^[\x21-\x7e]{1,200}$/, 'the name of a claim such as roles or groups', 'roles'),
  OIDC_ROLES: roleValues,
  ALERT_WEBHOOK_URL: optional(receiverUrl),
  ALERT_WEBHOOK_SECRET: optional(webhookKey),
  ALERT_SMTP_URL: optional(mailServer),
  ALERT_MAIL_TO: optional(listOf(MAIL_EXPECTED, (text) => MAIL_ADDRESS.test(text))),
  ALERT_MAIL_FROM: optional((text) => must(MAIL_ADDRESS.test(text), MAIL_EXPECTED, text, true)),
  ALERT_DOUBT_MINUTES: whole(30, 1, 10_080),
  ALERT_SILENT_MINUTES: whole(60, 10, 10_080),
  AUDIT_DAYS: whole(180, 1, 3650),
  METRICS_TOKEN: optional((text) =>
    must(/^[\x21-\x7e]{16,}$/.test(text), '16 characters or more, ASCII and without a space', text),
  ),
  // A namespace is compared letter by letter, so any absolute URI will do.
  SERVICE_NAMESPACE: matching(
    /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
    'a URI such as http://tempuri.org/',
    defaultNames.namespace,
  ),
  PARTNER_OPERATION: partnerOperation,
  SITE_CONFIG: optional(String),
  TLS_CERT_FILE: optional(String),
  TLS_KEY_FILE: optional(String),
  TLS_PFX_FILE: optional(String),
  TLS_PASSPHRASE_FILE: optional(String),
  TRUSTED_PROXY: optional(listOf('addresses with commas between, such as 10.0.0.1 or 10.0.0.0/8', isAddressRange)),
  ALLOWED_HOSTS: optional((text) => hosts(text).map((host) => host.toLowerCase())),
  REQUESTS_PER_SECOND: whole(300, 0, 1_000_000),
  CONNECTIONS_PER_ADDRESS: whole(200, 1, MOST_CONNECTIONS),
  FORWARD_GET: whole(0, 0, 1),
  TRAINING_PORT: optional(whole(0, 0, 65_535)),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  LOG_FORMAT: oneOf(LOG_FORMATS, 'numbers'),
  // The stand-in reads this one itself: `src/standin/`.
  STANDIN_STRICT: optional(String),
} satisfies Record<string, Read<unknown>>;

type Variable = keyof typeof table;

/** The variables with secrets. Each may lie in a file: see `withSecretFiles`. */
export const SECRETS = [
  'UPSTREAM_API_KEY',
  'SUPERVISOR_PASSWORD',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_SECRET',
  'ALERT_SMTP_URL',
] as const;

/** The variables whose spaces at the ends belong to them. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['UPSTREAM_API_KEY', 'SUPERVISOR_PASSWORD']);

/** Every known name, with those that name a secret's file. */
export const variables: readonly string[] = [...Object.keys(table), ...SECRETS.map((name) => `${name}_FILE`)];

/** Reads and checks a variable. @throws CannotStart with one line that names it. */
export function read<V extends Variable>(env: Environment, name: V): ReturnType<(typeof table)[V]> {
  const text = AS_THEY_ARE.has(name) ? env[name] || undefined : variableText(env, name);
  try {
    return (table[name] as Read<ReturnType<(typeof table)[V]>>)(text);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    throw wrong(name, error.message, error.isShown ? text : undefined);
  }
}

/** Returns a variable's text, or `undefined` where it is unset or empty. */
export function variableText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

/** Makes the error of a wrong variable. @param value - its text, where that may be repeated. */
export function wrong(name: string, expected: string, value?: string): CannotStart {
  const shown = value === undefined ? '' : `, not “${value.replace(/\s/g, ' ').slice(0, 80)}”`;
  return new CannotStart(`${name}: expected ${expected}${shown}.`);
}

/** Returns a value that is right. @param isShown - `true`: a wrong one may be repeated, as it is no secret. @throws Unexpected */
function must<T>(isRight: boolean, expected: string, value: T, isShown = false): T {
  if (!isRight) throw new Unexpected(expected, isShown);
  return value;
}

function optional<T>(readText: (text: string) => T): Read<T | undefined> {
  return (text) => (text === undefined ? undefined : readText(text));
}

function whole(absent: number, min: number, max: number): Read<number> {
  return (text) => {
    if (text === undefined) return absent;
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return must(value >= min && value <= max, `a whole number from ${min} to ${max}`, value, true);
  };
}

function matching(pattern: RegExp, expected: string, absent: string): Read<string> {
  return (text = absent) => must(pattern.test(text), expected, text, true);
}

function oneOf<const T extends string>(known: readonly T[], absent: T): Read<T> {
  return (text = absent) => {
    const found = known.find((one) => one === text);
    if (found === undefined) throw new Unexpected(known.join(', '), true);
    return found;
  };
}

function listOf(expected: string, isRight: (part: string) => boolean): (text: string) => readonly string[] {
  return (text) => {
    const parts = text.split(',').map((part) => part.trim());
    return must(parts.every(isRight), expected, parts, true);
  };
}

const hosts = listOf('host names with commas between, without ports, such as scan.example', (text) =>
  /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/.test(text),
);

/** Checks a database's address. No error repeats it, because there is a password in it. */
function databaseUrl(text: string): string {
  const expected = 'an address such as postgres://user:password@host:5432/database';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  must(url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol), expected, url);
  return must(/^\/[^/]+$/.test(url?.pathname ?? ''), `${expected}, with the name of the database`, text);
}

function serviceUrl(text: string): URL {
  const expected = 'an http:// or https:// address such as http://10.0.0.5/logistics';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Unexpected(expected, true);
  must(url.username === '' && url.password === '', `${expected}, without a user or password`, url);
  must(!/[?#]/.test(text), `${expected}, without a query or fragment`, url);
  return must(!/\.asmx\/?$/i.test(url.pathname), `${expected}, without the .asmx of a group`, url, true);
}

/** Checks the address that alerts are sent to. No error repeats it, as there may be a token in it. */
function receiverUrl(text: string): URL {
  const expected = 'an https:// address such as https://alerts.example.com/scanline, without a user or password';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFit = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url));
  must(isFit && url?.username === '' && url.password === '', expected, url);
  return new URL(text);
}

/** Reads the key in a webhook's secret. */
function webhookKey(text: string): Uint8Array {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64, 'base64');
  const isFit = key.length >= KEY_LEAST && key.length <= KEY_MOST;
  return must(isFit, `whsec_ and ${KEY_LEAST} to ${KEY_MOST} bytes in base64`, key);
}

/** Checks the address of a mail server. No error repeats it, because there may be a password in it. */
function mailServer(text: string): URL {
  const expected = 'an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  must(url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '', expected, url);
  return must(/^\/?$/.test(url?.pathname ?? '') && !/[?#]/.test(text), expected, new URL(text));
}

function isHere(url: URL): boolean {
  return /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(url.hostname);
}

function issuerUrl(text: string): URL {
  const expected =
    'the https:// address of a provider of OpenID Connect, such as https://login.example.com/realms/main';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  must(url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url)), expected, url, true);
  return must(url?.username === '' && !/[?#]/.test(text), expected, new URL(text));
}

/** Reads the values of the claim that give the roles; each role that is not named is its own value. */
function roleValues(text = ''): Readonly<Record<'viewer' | 'supervisor' | 'it', string>> {
  const expected = 'values of the claim by role with commas between, such as viewer=floor,supervisor=leads,it=admins';
  const values = { viewer: 'viewer', supervisor: 'supervisor', it: 'it' };
  for (const part of text === '' ? [] : text.split(',')) {
    const [, role, value = ''] = /^(viewer|supervisor|it)=(.+)$/.exec(part.trim()) ?? [];
    if (role === undefined) throw new Unexpected(expected, true);
    values[role as keyof typeof values] = value;
  }
  return must(new Set(Object.values(values)).size === 3, `${expected}, each another`, values, true);
}

function partnerOperation(name: string = defaultNames.partnerOperation): string {
  must(/^[\p{L}_][\p{L}\p{N}\p{M}._-]{0,199}$/u.test(name), 'an operation name (an XML name)', name, true);
  const isOwn = name === defaultNames.partnerOperation || !operationNames.some((known) => known === name);
  return must(isOwn, "a name that is not another operation's", name, true);
}
