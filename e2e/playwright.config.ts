import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/electron-standin/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 3, // the app waits more than it works
  retries: 0, // a test that passes the second time has found something
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    // One at a time: an app is several processes, and two of them keep each other waiting.
    { name: 'app', testMatch: '*.spec.ts', testIgnore: 'e2e/screens/**', workers: 1 },
    {
      name: 'screens', // pages of one Chromium, without the app
      testMatch: 'screens/*.spec.ts',
      use: {
        launchOptions: {
          // The engine without the browser around it, which takes less time.
          executablePath: findChromium(process.env, 'chromium-headless-shell'),
          args: [
            '--disable-gpu',
            '--renderer-process-limit=1',
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          ],
        },
      },
    },
  ],
});
