import { defineConfig } from '@playwright/test'

const reports = process.env.CI_REPORTS

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  timeout: 30_000,
  // The store, its services and the browser share the machine with the tests.
  workers: 1,
  forbidOnly: true,
  reporter: reports ? [['line'], ['json', { outputFile: `${reports}/playwright.json` }]] : [['line']],
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
