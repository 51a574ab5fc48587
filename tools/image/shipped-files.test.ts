import { expect, test } from 'vitest'
import { isOwnFileShipped, isPackageFileShipped } from './shipped-files.ts'

test('the image has the server, its packages and the built pages', () => {
  for (const file of [
    'package.json',
    'LICENSE',
    'apps/server/src/bin/api.ts',
    'apps/server/src/assets/fonts/a.woff2',
    'apps/web/build/client/assets/a.js',
    'packages/db/migrations/0000_init.sql',
    'packages/db/package.json',
  ]) {
    expect(isOwnFileShipped(file), file).toBe(true)
  }
})

test('the image has no tests, tools, emulators, demo, journeys or sources of the pages', () => {
  for (const file of [
    'apps/server/src/config.test.ts',
    'apps/server/src/testing/test-store.ts',
    'apps/server/src/proofs/storm/run.ts',
    'apps/server/src/demo/seed.ts',
    'apps/web/app/root.tsx',
    'packages/emulators/src/main.ts',
    'packages/demo/src/mods.ts',
    'packages/db/migrations/meta/0000_snapshot.json',
    'tools/storm.ts',
    'e2e/buying.spec.ts',
    'docs/scale.md',
    '.env.example',
    'package-lock.json',
  ]) {
    expect(isOwnFileShipped(file), file).toBe(false)
  }
})

test('packages come without types, maps, tests and builds for browsers, but with their licenses', () => {
  for (const file of [
    'zod/index.js',
    'stripe/LICENSE.md',
    'yaml/dist/doc/Document.js',
    'react/cjs/react.development.js',
    'react-dom/cjs/react-dom-server.node.production.js',
  ]) {
    expect(isPackageFileShipped(file), file).toBe(true)
  }
  for (const file of [
    'zod/src/index.ts',
    'zod/index.d.cts',
    'stripe/README.md',
    'bintrees/test/perf/100k',
    'pdfkit/js/pdfkit.standalone.js',
    'react-dom/cjs/react-dom-client.production.js',
    'react-dom/cjs/react-dom-server-legacy.browser.development.js',
  ]) {
    expect(isPackageFileShipped(file), file).toBe(false)
  }
})
