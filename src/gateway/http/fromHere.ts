import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attempt } from '#contract/attempt.ts';

/** In this header a program shows the text of the token file, which only who may read DATA_DIR can. */
const LOCAL_HEADER = 'scanline-local';
const FILE = 'local-token';

const PROOF = 'localProof';

/** How a gateway knows who is on its machine. */
export interface LocalProof {
  /** What stands in the token file. */
  readonly token: string;
  /** Whether this is the open demo: see `isOpenDemo`. */
  readonly isOpen: boolean;
}

/** What a proxy adds to what it passes on. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Writes a new token, for this run alone, where its own user and root can read it. @returns the token */
export function makeLocalToken(dataDir: string): string {
  const token = randomBytes(32).toString('base64url');
  const file = join(dataDir, FILE);
  rmSync(file, { force: true }); // an old file may have been given other rights
  writeFileSync(file, token, { mode: 0o600, flag: 'wx' });
  return token;
}

/** What a program on the gateway's machine shows it; nothing where it may not read the token, or none is there. */
export function localHeaders(dataDir: string): Record<string, string> {
  const token = attempt(() => readFileSync(join(dataDir, FILE), 'utf8'));
  return token === undefined ? {} : { [LOCAL_HEADER]: token };
}

/** Tells a server how it knows this machine. */
export function proveLocal(app: FastifyInstance, proof: LocalProof): void {
  app.decorate(PROOF, proof);
}

/**
 * Whether a request may do what only this machine may: it shows the token. An address proves nothing, as a proxy on this
 * machine has it too, and a Host header says what its sender likes.
 *
 * The open demo has nothing to hide from a program that reaches it; but a browser is not led there by a foreign name
 * that was made to point here, and what a proxy passed on is not taken.
 */
export function isFromHere({ headers, server }: FastifyRequest): boolean {
  const { token, isOpen } = server.getDecorator<LocalProof>(PROOF);
  const shown = headers[LOCAL_HEADER];
  if (shown !== undefined && isSameSecret(String(shown), token)) return true;
  return isOpen && isOwnName(headers.host ?? '') && !PASSED_ON.some((name) => headers[name] !== undefined);
}

/** A program on this machine, and no page in a browser on it: browsers say where their requests come from. */
export function isProgramHere(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === undefined && site === undefined && isFromHere(request);
}

/** Whether a Host header names this machine for itself. */
function isOwnName(host: string): boolean {
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i.test(host);
}

/** Compares a secret in a time that tells nothing of it: what is compared has one length. */
export function isSameSecret(shown: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', secret, 'buffer'));
}
