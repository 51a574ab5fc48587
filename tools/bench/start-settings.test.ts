import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../services/places.ts'
import { readAssignments, startSettings } from './start-settings.ts'

test('environment variables of an npm script are read as the shell would set them', () => {
  expect(readAssignments('A=1 B="${B:---x=2 --y}" exec node server.ts C=3')).toEqual({ A: '1', B: '--x=2 --y' })
})

const script = (name: string) => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[name] ?? ''
}

test('the image sets the same memory limits for the server as npm start, and the worker has limits too', () => {
  const { NODE_OPTIONS = '', MALLOC_ARENA_MAX = '' } = startSettings(repositoryRoot)
  expect(NODE_OPTIONS).toContain('--max-old-space-size=')
  expect(MALLOC_ARENA_MAX).toBe('2')
  const worker = readAssignments(script('start:worker'))
  expect(worker).toMatchObject({ MALLOC_ARENA_MAX })
  expect(worker.NODE_OPTIONS).toContain('--max-old-space-size=')
  const image = readFileSync(join(repositoryRoot, 'deploy/Dockerfile'), 'utf8')
  expect(image).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX}`)
  expect(image).toContain(`NODE_OPTIONS="${NODE_OPTIONS}"`)
  expect(image).toContain('NODE_COMPILE_CACHE=')
})
