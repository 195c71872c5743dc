import { defineConfig } from '@playwright/test';

import { chromiumArgs, chromiumPath } from './e2e/rig/chromium.ts';

const isForge = process.env['CI'] !== undefined;
const executablePath = chromiumPath();

export default defineConfig({
  testMatch: '**/{e2e,lab}/**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/rig/labsOfRun.ts',
  fullyParallel: true,
  reporter: isForge ? [['list'], ['./lab/dearest/inPlaywright.ts']] : 'list',
  timeout: 240_000, // six times what the longest take on two busy cores; nobody waits for it but where something hangs
  expect: { timeout: 15_000 }, // two busy cores may take long over what a device does at once
  retries: isForge ? 1 : 0, // .ci/run names each test that needed it
  workers: 2, // each test has a gateway and a storage of its own
  forbidOnly: isForge,
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000, // what is waited for in vain is named, long before the test's own time is over
    screenshot: 'only-on-failure',
    launchOptions: { args: [...chromiumArgs], ...(executablePath && { executablePath }) },
  },
});
