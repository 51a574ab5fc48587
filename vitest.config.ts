import { defineConfig } from 'vitest/config'

const reports = process.env.CI_REPORTS

/**
 * Half of a server test is waiting, so three use two cores better than two. All projects have the same number: files of a
 * project with another one wait until all others have ended, and by default vitest leaves one core unused.
 */
const shared = { maxWorkers: 3, testTimeout: 20_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    reporters: [
      'default',
      './tools/slowest-files.ts',
      ...(reports ? [['json', { outputFile: `${reports}/vitest.json` }] as const] : []),
    ],
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          include: ['packages/{contract,emulators,mod-archive}/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      // React has no act() in production mode, whatever the shell that starts the tests has set.
      {
        test: {
          ...shared,
          name: 'web',
          root: 'apps/web',
          include: ['app/**/*.test.{ts,tsx}'],
          setupFiles: [`${import.meta.dirname}/apps/web/app/testing/patience.ts`],
          env: { NODE_ENV: 'test' },
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/{db,demo}/src/**/*.test.ts'],
          globalSetup: ['tools/test-services.ts'],
          // Each file has a database of its own; the modules, which take longer to load than to test, are shared.
          isolate: false,
        },
      },
    ],
  },
})
