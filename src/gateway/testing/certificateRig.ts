import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const OPENSSL = 'openssl';

/** Whether this machine can make certificates. */
export const canCertify = spawnSync(OPENSSL, ['version']).status === 0;

/** A self-made certificate for localhost and its key, as files `<name>.cert.pem` and `<name>.key.pem` in the folder. */
export function certify(folder: string, name: string): { readonly certFile: string; readonly keyFile: string } {
  const [certFile, keyFile] = [join(folder, `${name}.cert.pem`), join(folder, `${name}.key.pem`)];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(OPENSSL, [...args, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  return { certFile, keyFile };
}
