import { LONGEST_KEY } from '#contract/call.ts';
import { CannotStart } from './cannotStart.ts';
import { misspeltVariables } from './misspelt.ts';
import { type Environment, STANDIN, read, variableText, variables, wrong, SECRETS } from './variables.ts';
import { readOwnFile } from './files.ts';
import { readAlerts } from './alertSettings.ts';
import { readOidc } from './oidc.ts';

/** The files of the gateway's own certificate, by the variable that names each: a certificate and its key, or a PFX. */
export type OwnTls = Readonly<Partial<Record<(typeof OWN_TLS)[number], string>>>;
const OWN_TLS = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'TLS_PFX_FILE', 'TLS_PASSPHRASE_FILE'] as const;

/** The trust in the service's TLS beyond the usual. */
export interface UpstreamTrust {
  /** The file of the authorities that may sign its certificate, in place of the public ones. */
  readonly caFile?: string | undefined;
  /** `true`: allows TLS before 1.2, and what else is too weak by now. */
  readonly allowsOld?: true | undefined;
}

/** The checked settings of a gateway. Each member's meaning: docs/gateway.md, "Variables". */
export type Settings = ReturnType<typeof readSettings> & {
  /** `true`: this is the training app's own part of the gateway. */
  readonly isTraining?: true;
};

/**
 * Reads and checks the environment. Pure: no file is opened and no name is looked up.
 *
 * @throws CannotStart with one line that names the variable and what was expected. Secrets are not repeated in it.
 */
export function readSettings(env: Environment) {
  const doubts = misspeltVariables(env, variables);
  const upstreamApiKey = read(env, 'UPSTREAM_API_KEY');
  const enrolment = read(env, 'ENROLMENT');
  if (upstreamApiKey !== undefined && upstreamApiKey.length > LONGEST_KEY)
    throw new CannotStart(`UPSTREAM_API_KEY: expected a key of at most ${LONGEST_KEY} letters.`);
  if (enrolment === 'required' && upstreamApiKey === undefined) {
    // Where the handhelds hold the key themselves there is nothing that a token could open.
    throw wrong('ENROLMENT', 'UPSTREAM_API_KEY beside “required”');
  }
  const port = read(env, 'PORT');
  const trainingPort = read(env, 'TRAINING_PORT');
  if (trainingPort !== 0 && trainingPort === port) {
    throw wrong('TRAINING_PORT', 'another port than PORT, so that nothing of the two can mix', String(port));
  }
  const host = read(env, 'HOST');
  const service = readService(env);
  const { href = '', hostname = '', port: servicePort } = service.upstreamUrl ?? {};
  if (servicePort === String(port) && isThisMachine(host) && isThisMachine(hostname)) {
    throw wrong('UPSTREAM_URL', 'another address than the gateway’s own', href); // it would ask itself, again and again
  }
  const settings = {
    port,
    host,
    dataDir: read(env, 'DATA_DIR'),
    databaseUrl: read(env, 'DATABASE_URL'),
    ...service,
    upstreamTimeoutMs: read(env, 'UPSTREAM_TIMEOUT_MS'),
    upstreamApiKey,
    enrolment,
    supervisorPassword: read(env, 'SUPERVISOR_PASSWORD'),
    oidc: readOidc(env),
    alerts: readAlerts(env),
    auditDays: read(env, 'AUDIT_DAYS'),
    metricsToken: read(env, 'METRICS_TOKEN'),
    siteFile: read(env, 'SITE_CONFIG'),
    tls: readTls(env),
    trustedProxies: read(env, 'TRUSTED_PROXY'),
    allowedHosts: read(env, 'ALLOWED_HOSTS'),
    requestsPerSecond: read(env, 'REQUESTS_PER_SECOND'),
    connectionsPerAddress: read(env, 'CONNECTIONS_PER_ADDRESS'),
    forwardGet: read(env, 'FORWARD_GET') === 1,
    trainingPort,
    log: { level: read(env, 'LOG_LEVEL'), format: read(env, 'LOG_FORMAT') },
    doubts: doubts.length > 0 ? doubts.map(({ line }) => line) : undefined,
  };
  if (variableText(env, 'UPSTREAM_URL') === undefined) refuseUnnamedStandin(env, host, doubts);
  return settings;
}

/** Reads the settings of the service alone, for programs that ask it as the gateway would. @throws CannotStart */
export function readService(env: Environment) {
  const upstreamUrl = read(env, 'UPSTREAM_URL');
  const caFile = read(env, 'UPSTREAM_CA_FILE');
  const allowsOld = read(env, 'UPSTREAM_OLD_TLS') === 1 || undefined;
  const set = caFile === undefined ? allowsOld && 'UPSTREAM_OLD_TLS' : 'UPSTREAM_CA_FILE';
  if (set && upstreamUrl?.protocol !== 'https:') throw wrong(set, 'an https:// address in UPSTREAM_URL beside it');
  const upstreamTrust: UpstreamTrust = { caFile, allowsOld };
  return {
    upstreamUrl,
    upstreamTrust,
    upstreamBinding: read(env, 'UPSTREAM_BINDING'),
    isNamespaceSet: variableText(env, 'SERVICE_NAMESPACE') !== undefined,
    names: { namespace: read(env, 'SERVICE_NAMESPACE'), partnerOperation: read(env, 'PARTNER_OPERATION') },
  };
}

/** The variables that nobody sets for a demo on their own machine. */
const IN_EARNEST = [
  'UPSTREAM_API_KEY',
  'SUPERVISOR_PASSWORD',
  'OIDC_ISSUER',
  'TLS_CERT_FILE',
  'TLS_PFX_FILE',
  'DATABASE_URL',
] as const;

/** Refuses to start the stand-in in earnest, unless it is named: it would take real calls and say that they are done. */
function refuseUnnamedStandin(env: Environment, host: string, doubts: ReturnType<typeof misspeltVariables>): void {
  const misspelt = doubts.find(({ meant }) => meant === 'UPSTREAM_URL');
  if (misspelt) throw new CannotStart(misspelt.line);
  const sign =
    IN_EARNEST.find((name) => variableText(env, name) !== undefined) ??
    (variableText(env, 'NODE_ENV') === 'production' ? 'NODE_ENV' : isThisMachine(host) ? undefined : 'HOST');
  if (sign === undefined) return;
  const expected = `the service's address, because ${sign} says that this is no demo`;
  throw wrong('UPSTREAM_URL', `${expected}, or “${STANDIN}” where that is meant`);
}

function readTls(env: Environment): OwnTls | undefined {
  const files: OwnTls = Object.fromEntries(OWN_TLS.map((name) => [name, read(env, name)]).filter(([, file]) => file));
  const { TLS_CERT_FILE, TLS_KEY_FILE, TLS_PFX_FILE, TLS_PASSPHRASE_FILE } = files;
  const pair = TLS_CERT_FILE ?? TLS_KEY_FILE;
  if (TLS_PFX_FILE && pair) throw wrong('TLS_PFX_FILE', 'nothing, because TLS_CERT_FILE or TLS_KEY_FILE is set');
  if (TLS_KEY_FILE && !TLS_CERT_FILE) throw wrong('TLS_CERT_FILE', 'a file, because TLS_KEY_FILE is set');
  if (TLS_CERT_FILE && !TLS_KEY_FILE) throw wrong('TLS_KEY_FILE', 'a file, because TLS_CERT_FILE is set');
  if (TLS_PFX_FILE ?? pair) return files;
  if (TLS_PASSPHRASE_FILE) throw wrong('TLS_PASSPHRASE_FILE', 'TLS_PFX_FILE or TLS_KEY_FILE beside it');
  return undefined;
}

/**
 * Tells whether this is the demo into which its own machine may look without a proof: a stand-in that listens to this
 * machine alone, with nothing set that is worth hiding or tells of a proxy.
 */
export function isOpenDemo(settings: Settings): boolean {
  const { upstreamUrl, upstreamApiKey, supervisorPassword, oidc, databaseUrl, tls, trustedProxies, isTraining } =
    settings;
  const real = upstreamUrl ?? upstreamApiKey ?? supervisorPassword ?? oidc ?? databaseUrl ?? tls ?? trustedProxies;
  return real === undefined && !isTraining && isThisMachine(settings.host);
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127\.[0-9.]+|::1)$/i.test(host);
}

/**
 * Adds to the environment the secrets that lie in files: where `NAME_FILE` is set, `NAME` is that file's text, without the
 * line break at its end and a byte order mark. So a secret can come as a systemd credential or a container's secret, and is
 * in no unit, no compose file and no process's environment.
 *
 * @throws CannotStart with one line that names the variable, where both are set, or the file is empty or cannot be read.
 *   The secret is not repeated in it.
 */
export function withSecretFiles(env: Environment): Environment {
  const found: Record<string, string> = {};
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    if (!file) continue;
    if (env[name]) throw new CannotStart(`${variable}: expected nothing, because ${name} is set.`);
    const text = readOwnFile(variable, file)
      .toString()
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '');
    if (text === '') throw new CannotStart(`${variable}: ${file} is empty.`);
    found[name] = text;
  }
  return { ...env, ...found };
}
