import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { dearestOf } from './dearest.ts';

/** Playwright's reporter of the dearest files: all tries of all tests of a file together. */
export default class DearestInPlaywright implements Reporter {
  readonly #took = new Map<string, number>();

  onTestEnd({ location: { file } }: TestCase, { duration }: TestResult): void {
    this.#took.set(file, (this.#took.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    process.stdout.write(dearestOf(this.#took));
  }

  printsToStdio(): boolean {
    return false;
  }
}
