import { readFileSync } from 'node:fs';

/** Why the gateway does not start. The message is one line for the person at the console. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** The file that a variable names. @throws CannotStart with one line that names both. */
export function readOwnFile(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${variable}: ${file} cannot be read (${code ?? String(error)}).`, { cause: error });
  }
}

/** Runs a program. Why it failed is one line at the console. @param code - it ends with then. */
export async function runProgram(main: () => void | Promise<void>, code = 1): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(code);
  }
}
