import { InvalidParameter } from '#contract/errors.ts';
import { jsonOfReply } from '#contract/json.ts';
import { localHeaders } from '#http/fromHere.ts';
import { mixUpAt } from '#http/schemeMixUp.ts';
import type { Hello } from '#wire/hello.ts';
import { withSecretFiles } from '#settings/settings.ts';

/** A gateway that a program asks for what only a supervisor may have. */
export interface RunningGateway {
  /** Such as `http://localhost:8080`. */
  readonly address: string;
  /** SUPERVISOR_PASSWORD; absent: a program on its machine needs none. */
  readonly password?: string;
  /** The headers by which it knows a program on its machine. */
  readonly proof?: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;
const LOOK_TIMEOUT_MS = 3_000;

/**
 * Chooses the gateway to ask: the one that was named, the one at the app's address where there is a password for it, else
 * this machine's. @throws InvalidParameter where the name is no address.
 */
export function runningGateway(named: string | undefined, url: string, env: Environment): RunningGateway {
  const { SUPERVISOR_PASSWORD, SUPERVISOR_PASSWORD_FILE } = env;
  const password = withSecretFiles({ SUPERVISOR_PASSWORD, SUPERVISOR_PASSWORD_FILE })['SUPERVISOR_PASSWORD'];
  const local = `${(env['TLS_CERT_FILE'] ?? env['TLS_PFX_FILE']) ? 'https' : 'http'}://localhost:${env['PORT'] || '8080'}`;
  const address = named ?? (isHere(url) || password ? url : local);
  if (!URL.canParse(address))
    throw new InvalidParameter('gateway', 'expected an address such as http://localhost:8080');
  return {
    address: new URL(address).origin,
    ...(password && { password }),
    ...(isHere(address) && { proof: localHeaders(env['DATA_DIR'] || '.data') }), // to no other machine
  };
}

function isHere(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.[0-9.]+|\[::1\])(?::|\/|$)/i.test(url);
}

/** Tells whether a gateway holds the access key. `noGateway`: the address where none answers, with the reason where it is known. */
export async function holdsKey({ address }: RunningGateway): Promise<boolean | { readonly noGateway: string }> {
  try {
    const reply = await fetch(`${address}/gateway/hello?nonce=key`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    return ((await jsonOfReply(reply)) as Partial<Hello>).keyGeneration !== undefined;
  } catch (error) {
    const why = await whyAway(address, error);
    return { noGateway: why === undefined ? address : `${address} (${why})` };
  }
}

/**
 * Asks the gateway for the one-time code that enrols a handheld.
 *
 * @param until - Unix ms until which the code is good.
 * @returns the code, or `undefined` where that gateway asks no handheld for a token.
 * @throws InvalidParameter with one sentence on why there is none.
 */
export async function askForCode(gateway: RunningGateway, name: string, until: number): Promise<string | undefined> {
  const cookie = gateway.password === undefined ? undefined : await signIn(gateway, gateway.password);
  const headers = { 'content-type': 'application/json', ...gateway.proof, ...(cookie !== undefined && { cookie }) };
  const reply = await post(gateway, '/gateway/enrol/codes', headers, JSON.stringify({ name, until }));
  if (reply.status === 403) {
    const how =
      'set SUPERVISOR_PASSWORD to its password, or, where it has none, run this on its own machine as its user and with its DATA_DIR';
    throw refused(gateway, `gives codes to nobody it does not know: ${how}`);
  }
  if (!reply.ok) throw refused(gateway, `gave no code (HTTP ${reply.status}): is it a Scanline of this version?`);
  const { code } = (await jsonOfReply(reply).catch(() => ({}))) as { code?: unknown };
  if (code === null) return undefined;
  if (typeof code !== 'string') throw refused(gateway, 'gave no code: is it a Scanline?');
  return code;
}

/** Signs in as the supervisor. @returns the session's cookie. @throws InvalidParameter where the password is not taken. */
async function signIn(gateway: RunningGateway, password: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await post(gateway, '/gateway/sign-in', headers, new URLSearchParams({ password }).toString());
  if (reply.status === 401) throw refused(gateway, 'does not take the password in SUPERVISOR_PASSWORD');
  if (reply.status === 429) throw refused(gateway, 'has seen too many wrong passwords: wait a while');
  return reply.headers.get('set-cookie')?.split(';')[0];
}

async function post(
  gateway: RunningGateway,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(`${gateway.address}${path}`, { method: 'POST', headers, body, redirect: 'manual', signal });
  } catch (error) {
    const why = (await whyAway(gateway.address, error)) ?? 'start it, or name it with --gateway';
    throw refused(gateway, `does not answer: ${why}`);
  }
}

/** Returns why a gateway could not be asked, with what to do; `undefined` where it is not known that one is there. */
async function whyAway(address: string, error: unknown): Promise<string | undefined> {
  const mixUp = await mixUpAt(new URL(address), error);
  if (mixUp !== undefined) return mixUp;
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another name: name it as the certificate does';
  if (!/CERT|SIGNATURE/.test(code)) return undefined;
  return `its certificate is not trusted here (${code}): set NODE_EXTRA_CA_CERTS to the file of the authority that signed it`;
}

function refused({ address }: RunningGateway, why: string): InvalidParameter {
  return new InvalidParameter('gateway', `${address} ${why}.`);
}
