import { expect, test } from 'vitest'
import { productionFolders } from './production-packages.ts'

test('production installs neither development packages nor the workspace itself, but what others take optionally', () => {
  const packages = {
    '': {},
    'apps/server': {},
    'node_modules/@slipstream/server': { link: true },
    'node_modules/fastify': {},
    'node_modules/vitest': { dev: true },
    'node_modules/typescript': { devOptional: true },
    'apps/server/node_modules/pino': {},
  }
  expect(productionFolders({ packages })).toEqual([
    'node_modules/fastify',
    'node_modules/typescript',
    'apps/server/node_modules/pino',
  ])
})
