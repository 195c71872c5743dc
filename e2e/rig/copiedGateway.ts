import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAMS_FOLDER, programFile } from '#main/testing/gatewayProcess.ts';
import { PROJECT_DIR } from '#main/version.ts';

/** A copy of the built app, and of the gateway that serves it. */
export interface CopiedGateway {
  /** The app's folder, which a test may change. */
  readonly dist: string;
  /** The file that Node runs: the gateway's program. */
  readonly entry: string;
}

/** Copies what is built into a folder, as a release has it there: the gateway serves the app that lies beside it. */
export async function copyGateway(folder: string): Promise<CopiedGateway> {
  for (const name of ['dist', PROGRAMS_FOLDER, 'package.json'])
    await cp(join(PROJECT_DIR, name), join(folder, name), { recursive: true });
  return { dist: join(folder, 'dist'), entry: programFile('start', folder) };
}
