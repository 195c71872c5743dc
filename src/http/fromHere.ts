import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attempt } from '#contract/attempt.ts';

/** The header in which a program shows the token file's text: only who may read DATA_DIR can. */
const LOCAL_HEADER = 'scanline-local';
const FILE = 'local-token';

const PROOF = 'localProof';

/** The proof by which a gateway knows a program on its own machine. */
export interface LocalProof {
  /** The token file's text. */
  readonly token: string;
  /** `true`: this is the open demo, which asks for no token; see `isOpenDemo`. */
  readonly isOpen: boolean;
}

/** The headers that a proxy adds to a request. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Writes a new token, for this run alone, to a file that only its own user and root can read. @returns the token */
export function makeLocalToken(dataDir: string): string {
  const token = randomBytes(32).toString('base64url');
  const file = join(dataDir, FILE);
  rmSync(file, { force: true }); // an old file may have been given other rights
  writeFileSync(file, token, { mode: 0o600, flag: 'wx' });
  return token;
}

/** Returns the headers with which a program on the gateway's machine shows the token; none where it cannot read it. */
export function localHeaders(dataDir: string): Record<string, string> {
  const token = attempt(() => readFileSync(join(dataDir, FILE), 'utf8'));
  return token === undefined ? {} : { [LOCAL_HEADER]: token };
}

/** Gives a server the proof that `isFromHere` looks at. */
export function proveLocal(app: FastifyInstance, proof: LocalProof): void {
  app.decorate(PROOF, proof);
}

/**
 * Tells whether a request may do what only this machine may: it shows the token. An address proves nothing, as a proxy on
 * this machine has it too, and a Host header says what its sender likes.
 *
 * The open demo asks for no token. It asks for a name that this machine has for itself, as a foreign name that points here
 * could lead a browser to it, and takes nothing that a proxy passed on.
 */
export function isFromHere({ headers, server }: FastifyRequest): boolean {
  const { token, isOpen } = server.getDecorator<LocalProof>(PROOF);
  const shown = headers[LOCAL_HEADER];
  if (shown !== undefined && isSameSecret(String(shown), token)) return true;
  return isOpen && isOwnName(headers.host ?? '') && !PASSED_ON.some((name) => headers[name] !== undefined);
}

/** Tells whether a program on this machine asks, and no page in a browser on it: browsers say where a request comes from. */
export function isProgramHere(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === undefined && site === undefined && isFromHere(request);
}

/** Tells whether a Host header is a name that this machine has for itself: browsers take it for secure over plain http too. */
export function isOwnName(host: string): boolean {
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i.test(host);
}

/** Compares a secret in a time that tells nothing of it: hashes of one length are compared. */
export function isSameSecret(shown: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', secret, 'buffer'));
}
