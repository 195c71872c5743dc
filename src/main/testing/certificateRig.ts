import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const OPENSSL = 'openssl';

/** `true`: this machine can make certificates. */
export const canCertify = spawnSync(OPENSSL, ['version']).status === 0;

/** A certificate and its key, as files. */
export interface Certified {
  readonly certFile: string;
  readonly keyFile: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
const HERE = 'DNS:localhost,IP:127.0.0.1';

function openssl(...args: readonly string[]): void {
  execFileSync(OPENSSL, args, { stdio: 'ignore' });
}

/** Makes a self-signed certificate for localhost and its key, as `<name>.cert.pem` and `<name>.key.pem` in the folder. */
export function certify(folder: string, name: string, days = 2): Certified {
  const [certFile, keyFile] = [join(folder, `${name}.cert.pem`), join(folder, `${name}.key.pem`)];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${HERE}`];
  openssl('req', '-x509', ...NEW_KEY, '-days', String(days), ...names, '-keyout', keyFile, '-out', certFile);
  return { certFile, keyFile };
}

export type Authority = ReturnType<typeof createAuthority>;

/** Makes an authority as a company has one. @param ownDays - until it ends. */
export function createAuthority(folder: string, name: string, ownDays = 2) {
  const { certFile, keyFile: caKey } = certify(folder, name, ownDays);
  return {
    caFile: certFile,
    /** Signs a certificate. @param days - until it ends; below 0: it has. @param host - the names that it is for. */
    sign(leaf: string, { days = 2, host = HERE } = {}): Certified {
      const at = (end: string): string => join(folder, `${leaf}.${end}`);
      const signed = { certFile: at('cert.pem'), keyFile: at('key.pem') };
      const names = ['-subj', `/CN=${leaf}`, '-addext', `subjectAltName=${host}`];
      openssl('req', '-new', ...NEW_KEY, ...names, '-keyout', signed.keyFile, '-out', at('csr'));
      const by = ['-CA', certFile, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copyall'];
      openssl('x509', '-req', '-in', at('csr'), ...by, '-days', String(days), '-out', signed.certFile);
      return signed;
    },
  };
}

/** Writes a certificate in DER, as Windows exports an authority. */
export function toDer(certFile: string): string {
  const der = `${certFile}.cer`;
  openssl('x509', '-in', certFile, '-outform', 'DER', '-out', der);
  return der;
}

/** Writes certificate and key in one PFX. @param more - `-legacy` for the encryption of an older Windows. */
export function toPfx({ certFile, keyFile }: Certified, passphrase: string, ...more: readonly string[]): string {
  const pfx = `${certFile}${more.join('')}.pfx`;
  openssl(
    'pkcs12',
    '-export',
    ...more,
    '-in',
    certFile,
    '-inkey',
    keyFile,
    '-passout',
    `pass:${passphrase}`,
    '-out',
    pfx,
  );
  return pfx;
}
