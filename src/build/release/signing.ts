import { type KeyObject, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a private key of Ed25519. @param file - PEM, without a passphrase. @throws Error where it is another. */
export function readSigningKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`RELEASE_SIGNING_KEY_FILE: ${file} is no key of Ed25519`);
  return key;
}

/** Returns the key that checks what a key has signed, PEM. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Writes the checksums of a release, with their signature; where nobody signs, that of a release before goes. */
export function writeChecksums(out: string, text: string, key: KeyObject | undefined): void {
  const signature = join(out, 'SHA256SUMS.sig');
  rmSync(signature, { force: true });
  writeFileSync(join(out, 'SHA256SUMS'), text);
  if (key) writeFileSync(signature, sign(null, Buffer.from(text), key));
}
