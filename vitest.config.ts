import { defineConfig } from 'vitest/config'

const reports = process.env.CI_REPORTS

export default defineConfig({
  test: {
    reporters: reports ? ['default', ['json', { outputFile: `${reports}/vitest.json` }]] : ['default'],
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/contract/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      // React has no act() in production mode, whatever the shell that starts the tests has set.
      { test: { name: 'web', root: 'apps/web', include: ['app/**/*.test.{ts,tsx}'], env: { NODE_ENV: 'test' } } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/db/src/**/*.test.ts'],
          globalSetup: ['tools/test-services.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
