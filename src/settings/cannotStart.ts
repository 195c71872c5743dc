/** An error for which a program does not start. The message is one line for the person at the console. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** Runs a program; an error is one line at the console. @param code - the exit code then. */
export async function runProgram(main: () => void | Promise<void>, code = 1): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(code);
  }
}
