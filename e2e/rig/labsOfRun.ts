import { fileURLToPath } from 'node:url';
import { openScanLab } from './scanLab.ts';

/** The pages of the laboratory, and where the tests of a run find the address of each. */
const pages = { scanLabPage: 'SCAN_LAB', framesLabPage: 'FRAMES_LAB' } as const;

/** Serves the laboratory's pages for a whole run: each is built once, when a test first asks for it. @returns ends it */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a set-up by it
export default async function serveLabs(): Promise<() => Promise<void>> {
  const labs = await Promise.all(
    Object.entries(pages).map(async ([name, variable]) => {
      const lab = await openScanLab(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
      process.env[variable] = lab.origin; // Playwright hands it on to the tests' processes
      return lab;
    }),
  );
  return async () => {
    await Promise.all(labs.map((lab) => lab.close()));
  };
}

/** Returns the address of a page of the laboratory in a browser test. @throws Error outside of a run */
export function labOfRun(name: keyof typeof pages = 'scanLabPage'): string {
  const origin = process.env[pages[name]];
  if (origin === undefined) throw new Error(`no run of the browser tests serves ${name}`);
  return origin;
}
