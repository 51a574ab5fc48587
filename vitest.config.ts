import { defineConfig } from 'vitest/config'

const reports = process.env.CI_REPORTS

export default defineConfig({
  test: {
    reporters: reports ? ['default', ['json', { outputFile: `${reports}/vitest.json` }]] : ['default'],
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/{contract,emulators,mod-archive}/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      // React has no act() in production mode, whatever the shell that starts the tests has set.
      { test: { name: 'web', root: 'apps/web', include: ['app/**/*.test.{ts,tsx}'], env: { NODE_ENV: 'test' } } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/db/src/**/*.test.ts'],
          globalSetup: ['tools/test-services.ts'],
          // Each file has a database of its own; the modules, which take longer to load than to test, are shared.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
