import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../services/places.ts'
import {
  developmentPeers,
  productionFolders,
  productionMegabytes,
  reachableFolders,
  readLockfile,
} from './production-packages.ts'

test('production has no development packages, no workspace links and no optional peer dependencies', () => {
  const packages = {
    '': {},
    'apps/server': {},
    'node_modules/@slipstream/server': { link: true },
    'node_modules/fastify': {},
    'node_modules/vitest': { dev: true },
    'node_modules/typescript': { devOptional: true },
    'apps/server/node_modules/pino': {},
  }
  expect(productionFolders({ packages })).toEqual(['node_modules/fastify', 'apps/server/node_modules/pino'])
  expect(developmentPeers({ packages })).toEqual(['node_modules/typescript'])
})

test('a program reaches its transitive dependencies at the nearest version, but no development packages', () => {
  const packages = {
    'apps/server': { dependencies: { '@slipstream/db': '*', a: '1' }, devDependencies: { vitest: '1' } },
    'packages/db': { dependencies: { b: '1' } },
    'node_modules/@slipstream/db': { link: true, resolved: 'packages/db' },
    'node_modules/a': { dependencies: { b: '2', a: '1' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/b': { peerDependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'node_modules/vitest': { dev: true },
  }
  expect([...reachableFolders({ packages }, ['apps/server'])].sort()).toEqual([
    'apps/server',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/c',
    'packages/db',
  ])
})

test('production reaches no emulator and installs no package only for them', () => {
  const lockfile = readLockfile(repositoryRoot)
  const reached = reachableFolders(lockfile, ['apps/server', 'apps/web'])
  expect([...reached].filter((folder) => !folder.includes('node_modules/'))).toEqual([
    'apps/server',
    'packages/contract',
    'packages/db',
    'packages/legal-text',
    'packages/mod-archive',
    'apps/web',
  ])
  expect(productionFolders(lockfile).filter((folder) => !reached.has(folder))).toEqual([])
})

test('the size of production leaves out development packages and the files that the image leaves out', () => {
  const root = mkdtempSync(join(tmpdir(), 'packages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, bytes: number) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), Buffer.alloc(bytes))
  }
  write('node_modules/used/index.js', 3_000_000)
  write('node_modules/used/index.js.map', 5_000_000)
  write('node_modules/used/test/all.js', 7_000_000)
  write('node_modules/used/node_modules/nested/index.js', 1_000_000)
  write('node_modules/tool/index.js', 9_000_000)
  const packages = {
    'node_modules/used': {},
    'node_modules/used/node_modules/nested': {},
    'node_modules/tool': { dev: true },
    'node_modules/elsewhere': { os: ['win32'] },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  expect(productionMegabytes(root)).toBe(4)
})
