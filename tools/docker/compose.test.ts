import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../services/places.ts'

const read = (name: string) => readFileSync(join(repositoryRoot, 'deploy', name), 'utf8')

/** Each top-level part of a section, by name, with the parts that it takes over from anchors. */
const partsOf = (file: string) => {
  const anchors = new Map(
    [...file.matchAll(/^x-[\w-]+: &(\w+)\n((?: .*\n|\n)+)/gm)].map(([, name = '', text = '']) => [name, text]),
  )
  const whole = (text: string): string =>
    text + [...text.matchAll(/\*(\w+)/g)].map(([, name = '']) => whole(anchors.get(name) ?? '')).join('\n')
  const services = file.split(/^services:\n/m)[1]?.split(/^\w/m)[0] ?? ''
  return [...services.matchAll(/^ {2}([\w-]+):(.*\n(?: {3,}.*\n|\n)*)/gm)].map(
    ([, name = '', text = '']) => [name, whole(text)] as const,
  )
}

test('each service of the compose files has a limit of memory', () => {
  const services = partsOf(read('compose.yaml'))
  expect(services.map(([name]) => name)).toContain('server-2')
  const unlimited = [...services, ...partsOf(read('compose.storage.yaml')).filter(([name]) => name === 'storage')]
    .filter(([, text]) => !text.includes('mem_limit: '))
    .map(([name]) => name)
  expect(unlimited).toEqual([])
})
