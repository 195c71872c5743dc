import { CannotStart } from './cannotStart.ts';
import { readOwnFile } from './files.ts';
import { type Environment, SECRETS } from './variables.ts';

/**
 * The environment with what lies in files: where `NAME_FILE` is set for one of the secrets, `NAME` is what that file
 * holds, without the line break at its end. So a secret can come as a systemd credential or a container's secret, and
 * stand in no unit, no compose file and no process's environment.
 *
 * @throws CannotStart with one line that names the variable, where both are set or the file gives nothing. The secret
 * is not repeated in it.
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
      .replace(/\r?\n$/, '');
    if (text === '') throw new CannotStart(`${variable}: ${file} is empty.`);
    found[name] = text;
  }
  return { ...env, ...found };
}
