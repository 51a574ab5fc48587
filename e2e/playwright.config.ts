import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const reports = process.env.CI_REPORTS

/** The same browser without the windows that nobody sees: it takes less time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const browser = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Generous: a busy machine is slow, and a journey that fails is rare.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each has a store of its own, and there are ports for two.
  workers: 2,
  forbidOnly: true,
  reporter: reports ? [['line'], ['json', { outputFile: `${reports}/playwright.json` }]] : [['line']],
  use: {
    // Recording takes a third of the time: --trace retain-on-failure, for who looks for a failure.
    trace: 'off',
    launchOptions: {
      executablePath: browser,
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
