import { operationNames } from '#contract/catalogue.ts';
import { CannotStart } from './cannotStart.ts';
import { isAddressRange } from '#gateway/http/clientAddress.ts';
import { type Misspelt, misspeltVariables } from './misspelt.ts';
import type { BindingName } from '#wire/binding.ts';
import { type WireNames, defaultNames } from '#wire/names.ts';

/** Connections of all addresses together. */
export const MOST_CONNECTIONS = 4_000;

/** What a request without a token may do: see `ENROLMENT` in docs/gateway.md. */
export type EnrolmentMode = 'auto' | 'required' | 'off';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const BINDINGS = ['http-post', 'http-get', 'soap11', 'soap12'] as const satisfies readonly BindingName[];
const ENROLMENTS = ['auto', 'required', 'off'] as const satisfies readonly EnrolmentMode[];

const SHORTEST_PASSWORD = 10;

/** Everything the environment decides, checked. Source: DESIGN section 6, "Environment". */
export interface Settings {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The PostgreSQL database that the ledger is in; absent: SQLite in `dataDir`. It holds a password. */
  readonly databaseUrl?: string;
  /** The real service's address; absent: the stand-in. */
  readonly upstreamUrl?: URL;
  /** What the service speaks; devices always speak HTTP POST. */
  readonly upstreamBinding: BindingName;
  /** Milliseconds until a call's reply must be whole. */
  readonly upstreamTimeoutMs: number;
  /** The key that the gateway adds itself; absent: devices send theirs. */
  readonly upstreamApiKey?: string;
  /** Whom the gateway asks for a device's token before it adds its own key; absent: `auto`. */
  readonly enrolment?: EnrolmentMode;
  /** What opens the set-up page to other machines; absent: it is for this machine only. */
  readonly supervisorPassword?: string;
  /** What lets a program on another machine read the metrics. */
  readonly metricsToken?: string;
  readonly names: WireNames;
  /** The file that SITE_CONFIG names; absent: `site.json` where there is one. */
  readonly siteFile?: string;
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** Proxies in front of the gateway that may say who asks: addresses and ranges; absent: none. */
  readonly trustedProxies?: readonly string[];
  /** Names that the gateway answers to, lower case, without ports; absent: any. */
  readonly allowedHosts?: readonly string[];
  /** Requests a second from one address, ten times as many at once; 0: any number. */
  readonly requestsPerSecond: number;
  /** Connections that one address may hold at once. */
  readonly connectionsPerAddress: number;
  /** Whether a service's operations can be called over GET, with what is sent in the address. */
  readonly forwardGet: boolean;
  /** Where the training app is served, with the stand-in behind it; 0: any free port; absent: nowhere. */
  readonly trainingPort?: number;
  /** Whether this is the training app's own part of the gateway. */
  readonly isTraining?: true;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** What somebody should know of the environment, one sentence each: variables that nobody reads. */
  readonly doubts?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that this file reads, and those that name a file with a secret: see `withSecretFiles`. */
export const variables = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'UPSTREAM_URL',
  'UPSTREAM_BINDING',
  'UPSTREAM_TIMEOUT_MS',
  'UPSTREAM_API_KEY',
  'UPSTREAM_API_KEY_FILE',
  'ENROLMENT',
  'SUPERVISOR_PASSWORD',
  'SUPERVISOR_PASSWORD_FILE',
  'METRICS_TOKEN',
  'METRICS_TOKEN_FILE',
  'SERVICE_NAMESPACE',
  'PARTNER_OPERATION',
  'SITE_CONFIG',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TRUSTED_PROXY',
  'ALLOWED_HOSTS',
  'REQUESTS_PER_SECOND',
  'CONNECTIONS_PER_ADDRESS',
  'FORWARD_GET',
  'TRAINING_PORT',
  'LOG_LEVEL',
  'STANDIN_STRICT',
] as const;

/**
 * Reads and checks the environment. Pure: no file is opened and no name is looked up.
 *
 * @throws CannotStart with one line that names the variable and what was expected. Secrets are not repeated in it.
 */
export function readSettings(env: Environment): Settings {
  const databaseUrl = readDatabaseUrl(env);
  const doubts = misspeltVariables(env, variables);
  const service = readService(env);
  const { upstreamUrl } = service;
  const upstreamApiKey = env['UPSTREAM_API_KEY'] || undefined;
  if (upstreamApiKey?.includes('\uFFFD')) throw wrong('UPSTREAM_API_KEY', 'expected UTF-8 text');
  const enrolment = readEnrolment(env, upstreamApiKey !== undefined);
  const supervisorPassword = readPassword(env);
  const metricsToken = readMetricsToken(env);
  const siteFile = textOf(env, 'SITE_CONFIG');
  const tls = readTls(env);
  const trustedProxies = readTrustedProxies(env);
  const allowedHosts = readAllowedHosts(env);
  const port = readWhole(env, 'PORT', 8080, 0, 65_535);
  const trainingPort = readTrainingPort(env, port);
  const host = readHost(env);
  if (textOf(env, 'UPSTREAM_URL') === undefined) refuseUnnamedStandin(env, host, doubts);
  return {
    port,
    host,
    dataDir: textOf(env, 'DATA_DIR') ?? '.data',
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(upstreamUrl && { upstreamUrl }),
    upstreamBinding: service.upstreamBinding,
    upstreamTimeoutMs: readWhole(env, 'UPSTREAM_TIMEOUT_MS', 130_000, 100, 3_600_000),
    ...(upstreamApiKey !== undefined && { upstreamApiKey }),
    ...(enrolment !== 'auto' && { enrolment }),
    ...(supervisorPassword !== undefined && { supervisorPassword }),
    ...(metricsToken !== undefined && { metricsToken }),
    names: service.names,
    ...(siteFile !== undefined && { siteFile }),
    ...(tls && { tls }),
    ...(trustedProxies && { trustedProxies }),
    ...(allowedHosts && { allowedHosts }),
    requestsPerSecond: readWhole(env, 'REQUESTS_PER_SECOND', 300, 0, 1_000_000),
    connectionsPerAddress: readWhole(env, 'CONNECTIONS_PER_ADDRESS', 200, 1, MOST_CONNECTIONS),
    forwardGet: readWhole(env, 'FORWARD_GET', 0, 0, 1) === 1,
    ...(trainingPort !== undefined && { trainingPort }),
    logLevel: readLogLevel(env),
    ...(doubts.length > 0 && { doubts: doubts.map(({ line }) => line) }),
  };
}

/** What the environment says of the service alone: for programs that ask it as the gateway would. @throws CannotStart */
export function readService(env: Environment): Pick<Settings, 'upstreamUrl' | 'upstreamBinding' | 'names'> {
  const upstreamUrl = readUpstreamUrl(env);
  return {
    ...(upstreamUrl && { upstreamUrl }),
    upstreamBinding: readBinding(env),
    names: { namespace: readNamespace(env), partnerOperation: readPartnerOperation(env) },
  };
}

/** Asks for the stand-in by name where something else says that this is no demo. */
const STANDIN = 'stand-in';

/** What nobody sets for a demo on their own machine. */
const IN_EARNEST = ['UPSTREAM_API_KEY', 'SUPERVISOR_PASSWORD', 'TLS_CERT_FILE', 'DATABASE_URL'] as const;

/** In earnest the stand-in would take real calls and say that they are done, so there it must be asked for. */
function refuseUnnamedStandin(env: Environment, host: string, doubts: readonly Misspelt[]): void {
  const misspelt = doubts.find(({ meant }) => meant === 'UPSTREAM_URL');
  if (misspelt) throw new CannotStart(misspelt.line);
  const isHere = /^(?:localhost|127\.[0-9.]+|::1)$/i.test(host);
  const sign =
    IN_EARNEST.find((name) => textOf(env, name) !== undefined) ??
    (textOf(env, 'NODE_ENV') === 'production' ? 'NODE_ENV' : isHere ? undefined : 'HOST');
  if (sign === undefined) return;
  const expected = `expected the service's address, because ${sign} says that this is no demo`;
  throw wrong('UPSTREAM_URL', `${expected}, or “${STANDIN}” where that is meant`);
}

/** The address as it is: whatever is wrong with it, it is not repeated, because there is a password in it. */
function readDatabaseUrl(env: Environment): string | undefined {
  const text = textOf(env, 'DATABASE_URL');
  if (text === undefined) return undefined;
  const expected = 'expected an address such as postgres://user:password@host:5432/database';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) throw wrong('DATABASE_URL', expected);
  if (!/^\/[^/]+$/.test(url.pathname)) throw wrong('DATABASE_URL', `${expected}, with the name of the database`);
  return text;
}

/** It is guessed from far away, so a short one is refused. It is not repeated. */
function readPassword(env: Environment): string | undefined {
  const password = env['SUPERVISOR_PASSWORD'] || undefined;
  if (password !== undefined && password.length < SHORTEST_PASSWORD) {
    throw wrong('SUPERVISOR_PASSWORD', `expected ${SHORTEST_PASSWORD} characters or more`);
  }
  return password;
}

/** Where the handhelds hold the key themselves there is nothing that a token could open. */
function readEnrolment(env: Environment, keyThere: boolean): EnrolmentMode {
  const text = textOf(env, 'ENROLMENT') ?? 'auto';
  const mode = ENROLMENTS.find((known) => known === text);
  if (mode === undefined) throw wrong('ENROLMENT', `expected ${ENROLMENTS.join(', ')}`, text);
  if (mode === 'required' && !keyThere) throw wrong('ENROLMENT', 'expected UPSTREAM_API_KEY beside “required”');
  return mode;
}

/** It is guessed as fast as the gateway answers, so a short one is refused. It is not repeated. */
function readMetricsToken(env: Environment): string | undefined {
  const token = textOf(env, 'METRICS_TOKEN');
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw wrong('METRICS_TOKEN', 'expected 16 characters or more, ASCII and without a space');
  }
  return token;
}

function readBinding(env: Environment): BindingName {
  const text = textOf(env, 'UPSTREAM_BINDING') ?? 'http-post';
  const binding = BINDINGS.find((known) => known === text);
  if (binding === undefined) throw wrong('UPSTREAM_BINDING', `expected ${BINDINGS.join(', ')}`, text);
  return binding;
}

function readUpstreamUrl(env: Environment): URL | undefined {
  const text = textOf(env, 'UPSTREAM_URL');
  if (text === undefined || text === STANDIN) return undefined;
  const expected = 'expected an http:// or https:// address such as http://10.0.0.5/logistics';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw wrong('UPSTREAM_URL', expected, text);
  if (url.username !== '' || url.password !== '')
    throw wrong('UPSTREAM_URL', `${expected}, without a user or password`);
  if (/[?#]/.test(text)) throw wrong('UPSTREAM_URL', `${expected}, without a query or fragment`);
  if (/\.asmx\/?$/i.test(url.pathname)) throw wrong('UPSTREAM_URL', `${expected}, without the .asmx of a group`, text);
  return url;
}

function readTls(env: Environment): Settings['tls'] {
  const certFile = textOf(env, 'TLS_CERT_FILE');
  const keyFile = textOf(env, 'TLS_KEY_FILE');
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw wrong('TLS_CERT_FILE', 'expected a file, because TLS_KEY_FILE is set');
  if (keyFile === undefined) throw wrong('TLS_KEY_FILE', 'expected a file, because TLS_CERT_FILE is set');
  return { certFile, keyFile };
}

function readTrustedProxies(env: Environment): Settings['trustedProxies'] {
  const expected = 'expected addresses with commas between, such as 10.0.0.1 or 10.0.0.0/8';
  return readList(env, 'TRUSTED_PROXY', expected, isAddressRange);
}

function readAllowedHosts(env: Environment): Settings['allowedHosts'] {
  const expected = 'expected host names with commas between, without ports, such as scan.example';
  const isHost = (text: string): boolean => /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/.test(text);
  return readList(env, 'ALLOWED_HOSTS', expected, isHost)?.map((host) => host.toLowerCase());
}

function readList(
  env: Environment,
  name: string,
  expected: string,
  isRight: (part: string) => boolean,
): readonly string[] | undefined {
  const parts = textOf(env, name)
    ?.split(',')
    .map((part) => part.trim());
  const wrongOne = parts?.find((part) => !isRight(part));
  if (wrongOne !== undefined) throw wrong(name, expected, wrongOne);
  return parts;
}

function readTrainingPort(env: Environment, port: number): number | undefined {
  if (textOf(env, 'TRAINING_PORT') === undefined) return undefined;
  const trainingPort = readWhole(env, 'TRAINING_PORT', 0, 0, 65_535);
  if (trainingPort !== 0 && trainingPort === port) {
    throw wrong('TRAINING_PORT', 'expected another port than PORT, so that nothing of the two can mix', String(port));
  }
  return trainingPort;
}

function readHost(env: Environment): string {
  const host = textOf(env, 'HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) throw wrong('HOST', 'expected an address or host name', host);
  return host;
}

function readNamespace(env: Environment): string {
  const namespace = textOf(env, 'SERVICE_NAMESPACE') ?? defaultNames.namespace;
  // A namespace is compared letter by letter, so all that is asked is that it is one: a URI, absolute.
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(namespace)) {
    throw wrong('SERVICE_NAMESPACE', 'expected a URI such as http://tempuri.org/', namespace);
  }
  return namespace;
}

function readPartnerOperation(env: Environment): string {
  const name = textOf(env, 'PARTNER_OPERATION') ?? defaultNames.partnerOperation;
  if (!/^[\p{L}_][\p{L}\p{N}\p{M}._-]{0,199}$/u.test(name)) {
    throw wrong('PARTNER_OPERATION', 'expected an operation name (an XML name)', name);
  }
  if (name !== defaultNames.partnerOperation && operationNames.some((known) => known === name)) {
    throw wrong('PARTNER_OPERATION', "expected a name that is not another operation's", name);
  }
  return name;
}

function readLogLevel(env: Environment): Settings['logLevel'] {
  const text = textOf(env, 'LOG_LEVEL') ?? 'info';
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw wrong('LOG_LEVEL', `expected ${LOG_LEVELS.join(', ')}`, text);
  return level;
}

function readWhole(env: Environment, name: string, absent: number, min: number, max: number): number {
  const text = textOf(env, name);
  if (text === undefined) return absent;
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw wrong(name, `expected a whole number from ${min} to ${max}`, text);
  return value;
}

/** The variable's text, or `undefined` where it is unset or empty. */
function textOf(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

function wrong(name: string, expected: string, value?: string): CannotStart {
  const shown = value === undefined ? '' : `, not “${value.replace(/\s/g, ' ').slice(0, 80)}”`;
  return new CannotStart(`${name}: ${expected}${shown}.`);
}
