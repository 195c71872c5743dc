import { defineConfig } from '@playwright/test';

import { chromiumArgs, chromiumPath } from './e2e/rig/chromium.ts';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  timeout: 60_000,
  retries: 0,
  workers: 2, // each test has a browser profile and a gateway of its own
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...chromiumArgs], ...(executablePath && { executablePath }) },
  },
});
