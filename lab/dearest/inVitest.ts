import type { Reporter, TestModule } from 'vitest/node';
import { dearestOf } from './dearest.ts';

/** Vitest's reporter of the dearest files: what a file takes is its modules, its set-up and its tests. */
export default class DearestInVitest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const took = new Map(
      modules.map((module) => {
        const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic();
        return [module.moduleId, collectDuration + setupDuration + environmentSetupDuration + duration] as const;
      }),
    );
    process.stdout.write(dearestOf(took));
  }
}
