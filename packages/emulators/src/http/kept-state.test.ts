import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepState } from './kept-state.ts'

interface Counter {
  count: number
}

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-state-'))
  file = join(folder, 'deep', 'state.json')
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const open = () => keepState<Counter>(file, () => ({ count: 0 }))
const written = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counter) : undefined)

test('a change is written to the file and restored after a restart', async () => {
  const kept = open()
  kept.state().count = 1
  kept.changed()
  kept.state().count = 2
  kept.changed()
  expect(written()).toBeUndefined()

  await expect.poll(written).toEqual({ count: 2 })
  expect(open().state()).toEqual({ count: 2 })
  expect(readdirSync(join(folder, 'deep'))).toEqual(['state.json'])
})

test('a change after the first write is written too', async () => {
  const kept = open()
  kept.replace({ count: 1 })
  await expect.poll(written).toEqual({ count: 1 })
  kept.replace({ count: 2 })
  await expect.poll(written).toEqual({ count: 2 })
})

test('flush writes at once, and only if something changed', () => {
  const kept = open()
  kept.flush()
  expect(written()).toBeUndefined()

  kept.replace({ count: 7 })
  expect(kept.state()).toEqual({ count: 7 })
  kept.flush()
  expect(written()).toEqual({ count: 7 })
})

test('a broken file is moved aside with a warning, and the state starts empty', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const kept = open()
  kept.replace({ count: 3 })
  kept.flush()
  writeFileSync(file, '{"count":')

  expect(open().state()).toEqual({ count: 0 })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(`${file}.broken`))
  expect(readFileSync(`${file}.broken`, 'utf8')).toBe('{"count":')
})

test('without a file the state is kept in memory only', () => {
  const kept = keepState<Counter>(undefined, () => ({ count: 0 }))
  kept.state().count = 5
  kept.changed()
  kept.flush()
  expect(kept.state()).toEqual({ count: 5 })
})
