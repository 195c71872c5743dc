import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { withSecretFiles, readSettings } from './settings.ts';

test('a secret may lie in a file, and neither the line break at its end nor a byte order mark is any of it', () => {
  using folder = tempDir();
  const file = (text: string): string => {
    const path = join(folder.path, 'secret');
    writeFileSync(path, text);
    return path;
  };
  const read = (env: Record<string, string>) => readSettings(withSecretFiles({ ...env, UPSTREAM_URL: 'stand-in' }));
  const keyIn = (text: string) => read({ UPSTREAM_API_KEY_FILE: file(text) }).upstreamApiKey;
  expect(keyIn('canary key 8251')).toBe('canary key 8251');
  expect(keyIn('canary key 8251\n')).toBe('canary key 8251');
  expect(keyIn('\uFEFFcanary key 8251\r\n')).toBe('canary key 8251'); // as Windows writes it
  expect(keyIn(' canary key 8251 \r\n')).toBe(' canary key 8251 ');
  const DATABASE_URL_FILE = file('postgres://u:p@localhost/scanline\n');
  expect(read({ DATABASE_URL_FILE }).databaseUrl).toBe('postgres://u:p@localhost/scanline');
  const SUPERVISOR_PASSWORD_FILE = file('ten letters\n');
  expect(read({ SUPERVISOR_PASSWORD_FILE }).supervisorPassword).toBe('ten letters');
});

test('a file that gives no secret stops the start with one line, and the secret is not in it', () => {
  using folder = tempDir();
  const path = join(folder.path, 'secret');
  const missing = { UPSTREAM_API_KEY_FILE: path };
  expect(() => withSecretFiles(missing)).toThrow(`UPSTREAM_API_KEY_FILE: ${path} cannot be read (ENOENT).`);
  writeFileSync(path, '\n');
  expect(() => withSecretFiles(missing)).toThrow(`UPSTREAM_API_KEY_FILE: ${path} is empty.`);
  writeFileSync(path, 'canary-8251\n');
  const both = { ...missing, UPSTREAM_API_KEY: 'canary-8252' };
  expect(() => withSecretFiles(both)).toThrow(
    /^UPSTREAM_API_KEY_FILE: expected nothing, because UPSTREAM_API_KEY is set\.$/,
  );
});

test('a variable that names no file changes nothing', () => {
  expect(withSecretFiles({ PORT: '0', UPSTREAM_API_KEY_FILE: ' ', SITE_CONFIG_FILE: 'x' })).toEqual({
    PORT: '0',
    UPSTREAM_API_KEY_FILE: ' ',
    SITE_CONFIG_FILE: 'x',
  });
});
