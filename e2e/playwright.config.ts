import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const reports = process.env.CI_REPORTS

/** The headless shell is faster than the full browser. */
const SHELL = '/usr/bin/chromium-headless-shell'
const browser = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

export default defineConfig({
  testDir: '.',
  // They need no store: npm run test:emulators.
  testIgnore: 'emulators/**',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Generous, because the machine may be busy and failures are rare.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each worker has its own store. There are ports for a third one: npm run e2e -- --workers 3
  workers: 2,
  forbidOnly: true,
  // In CI one lost race among hundreds of journeys would fail the whole run. The end of the run names every journey
  // that needed a second attempt, and why: such a journey has a bug that must be fixed.
  retries: reports ? 1 : 0,
  reporter: reports ? [['line'], ['json', { outputFile: `${reports}/playwright.json` }]] : [['line']],
  use: {
    // Recording takes a third of the time: use --trace retain-on-failure to debug a failure.
    trace: 'off',
    // A journey takes the browser context and process of the one before it, emptied of cookies and storage. A new process
    // loads fonts and compiles scripts again, which is a third of the processor time.
    reuseContext: true,
    // Animations take a fifth of the processor time. slow-phone.spec.ts and shell.spec.ts have them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Between two journeys the browser opens a page of another site, which would end the process.
        '--process-per-site',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
