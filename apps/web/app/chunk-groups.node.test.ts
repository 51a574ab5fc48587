import { expect, test } from 'vitest'
import { chunkGroups } from '../chunk-groups.ts'

test('a chunk group that names a missing file fails the build, and a folder pattern matches all files except the listed ones', () => {
  expect(() => chunkGroups([{ name: 'frame', files: ['app/root.tsx', 'app/shell/no-such-file.tsx'] }])).toThrow(
    'The chunk group "frame" names app/shell/no-such-file.tsx, which does not exist.',
  )
  expect(() => chunkGroups([{ name: 'frame', files: ['app/root.tsx'], except: ['app/lib/gone.ts'] }])).toThrow(
    'gone.ts',
  )

  const [frame] = chunkGroups([{ name: 'frame', files: ['app/shell/*'], except: ['app/shell/logo.tsx'] }])
  const inShell = (file: string) => frame?.test.test(new URL(`shell/${file}`, import.meta.url).pathname)
  expect([inShell('header.tsx'), inShell('logo.tsx')]).toEqual([true, false])
})
