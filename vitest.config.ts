import { defineConfig } from 'vitest/config'

const reports = process.env.CI_REPORTS

/**
 * Half of a server test is waiting, so three use two cores better than two. All projects use the same number: a project
 * with a different one would wait until all others have ended, and by default vitest leaves one core unused.
 */
const shared = { maxWorkers: 3, testTimeout: 60_000, hookTimeout: 120_000 }
// React has no act() in production mode, whatever the shell that starts the tests has set.
const web = { ...shared, root: 'apps/web', env: { NODE_ENV: 'test' } }

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
          include: ['packages/{contract,legal-text,mod-archive}/src/**/*.test.ts', 'tools/**/*.test.ts'],
          // Starting a worker takes longer than most files.
          setupFiles: [`${import.meta.dirname}/tools/reload-modules.ts`],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'emulators',
          include: ['packages/emulators/src/**/*.test.ts'],
          setupFiles: [`${import.meta.dirname}/tools/reload-modules.ts`],
          isolate: false,
        },
      },
      {
        test: {
          ...web,
          name: 'web',
          include: ['app/**/*.test.{ts,tsx}'],
          exclude: ['app/**/*.node.test.{ts,tsx}'],
          environment: `${import.meta.dirname}/apps/web/app/testing/kept-dom.ts`,
          setupFiles: [`${import.meta.dirname}/apps/web/app/testing/set-up.ts`],
          isolate: false,
        },
      },
      // A library that was loaded with a DOM remembers it, so files that must not have one run in separate workers.
      { test: { ...web, name: 'web-node', include: ['app/**/*.node.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/{db,demo}/src/**/*.test.ts'],
          globalSetup: ['tools/test-services.ts'],
          setupFiles: [`${import.meta.dirname}/apps/server/src/testing/set-up.ts`],
          // Each file has a database of its own; the modules, which take longer to load than to test, are shared.
          isolate: false,
        },
      },
    ],
  },
})
