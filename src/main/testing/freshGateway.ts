import { keepFresh } from '#main/freshBuild.ts';
import { PROJECT_DIR } from '#main/version.ts';

/** Builds the gateway before the tests where it is stale, once for all workers, and before each time that they run again. */
export async function setup(project: { onTestsRerun(listener: () => Promise<void>): void }): Promise<void> {
  project.onTestsRerun(() => keepFresh(PROJECT_DIR, 'gateway'));
  await keepFresh(PROJECT_DIR, 'gateway');
}
