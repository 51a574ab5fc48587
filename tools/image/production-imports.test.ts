import { expect, test } from 'vitest'
import { importsOf, missingImports } from './production-imports.ts'

test('a file loads its imports, re-exports and dynamic imports, but no types', () => {
  const text = `
    import a from 'a'
    import type { B } from 'b'
    import { type C } from '@c/c/deep.js'
    import './side-effect.ts'
    export { d } from 'd'
    export type { E } from 'e'
    const f = () => import('f')
    const g = "import g from 'g'"`
  expect(importsOf('file.ts', text).map(({ specifier }) => specifier)).toEqual([
    'a',
    '@c/c/deep.js',
    './side-effect.ts',
    'd',
    'f',
  ])
})

test('an import is missing if production installs the package neither next to the file nor above it', () => {
  const packages = {
    'node_modules/react': {},
    'node_modules/aria-hidden': { dev: true },
    'apps/web/node_modules/nested': {},
    'node_modules/@slipstream/db': { link: true, resolved: 'packages/db' },
  }
  const imports = [
    { file: 'apps/web/build/server/index.js', name: 'react' },
    { file: 'apps/web/build/server/index.js', name: 'aria-hidden' },
    { file: 'apps/web/build/server/index.js', name: 'nested' },
    { file: 'apps/server/src/bin/api.ts', name: 'nested' },
    { file: 'apps/server/src/bin/api.ts', name: '@slipstream/db' },
  ]
  expect(missingImports(imports, { packages })).toEqual([imports[1], imports[3]])
})
