import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment of a browser that draws `system-ui` as an Android handheld does: in Roboto (Debian's `fonts-roboto`).
 * `undefined` where the machine has none.
 */
export function handheldFont(): Record<string, string> | undefined {
  if (!existsSync('/usr/share/fonts/truetype/roboto')) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'scanline-font-'));
  mkdirSync(join(home, 'fontconfig'));
  const aliases = ['system-ui', 'sans-serif'].map(
    (family) => `<alias binding="strong"><family>${family}</family><prefer><family>Roboto</family></prefer></alias>`,
  );
  writeFileSync(
    join(home, 'fontconfig', 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${aliases.join('')}</fontconfig>`,
  );
  return { ...(process.env as Record<string, string>), XDG_CONFIG_HOME: home };
}
