import { expect, test } from 'vitest'
import { formatLogLine } from './log-line.ts'

const HEAD = '2026-11-15T07:42:00.000Z'
const time = Date.parse(HEAD)
const format = (line: Record<string, unknown>) => {
  let longest = 0
  const text = formatLogLine(JSON.stringify({ level: 30, time, ...line }), 'api', (told) => {
    longest = Math.max(longest, told.length)
    return told
  })
  return { text, longest }
}
const answered = (path: string) => format({ msg: 'answered', method: 'GET', path, status: 404, ms: 3 })

test('a request with a very long path is logged with its status, and the redactor sees a bounded text', () => {
  const { text, longest } = answered(`/mods/${'a-'.repeat(8_000)}`)
  expect(text).toBe(`${HEAD} INFO http GET /mods/… 404 3 ms`)
  expect(longest).toBeLessThan(2_100)
})

test('a long path is cut between segments, so that the redactor recognizes each of them', () => {
  const { text } = answered(`/${'segment/'.repeat(100)}`)
  expect(text).toMatch(/GET (\/segment)+\/… 404 3 ms$/)
})

test('a long message is cut between its words before it is redacted', () => {
  const { text, longest } = format({ msg: `${'word '.repeat(399)}${'b'.repeat(8_000)}` })
  expect(longest).toBeLessThan(2_100)
  expect(text.length).toBeLessThan(700)
  expect(format({ msg: 'b'.repeat(8_000) }).text).toBe(`${HEAD} INFO api …`)
})
