import { describe, expect, test } from 'vitest'
import { emailAddress, httpsUrl, instant, jsonObject, text } from './text.ts'

const NUL = '\u0000'
const LONE_SURROGATES = ['\ud800', 'a\udfffb', '\udc00\ud800']

describe('text fields', () => {
  test.each([NUL, `a${NUL}b`, 'a\u0007b', 'a\u007fb', 'a\u0085b', ...LONE_SURROGATES])('a text refuses %j', (value) => {
    expect(text(100).safeParse(value).success).toBe(false)
    expect(text(100, { multiline: true }).safeParse(value).success).toBe(false)
    expect(text(100, { verbatim: true }).safeParse(value).success).toBe(false)
  })

  test.each(['Ünïcode', '日本', '👩‍🚀 𝔘', 'a\u202eb', '=1+1'])('a text accepts %j', (value) => {
    expect(text(100).parse(value)).toBe(value)
  })

  test('a text accepts line breaks and tabs only if it is multiline', () => {
    expect(text(100).safeParse('a\nb').success).toBe(false)
    expect(text(100, { multiline: true }).parse(' a\r\n\tb\n')).toBe('a\r\n\tb')
  })

  test('a text is trimmed before its length is checked, unless it is verbatim', () => {
    expect(text(3, { min: 1 }).parse(' abc ')).toBe('abc')
    expect(text(3, { min: 1 }).safeParse('   ').success).toBe(false)
    expect(text(3, { verbatim: true }).parse(' a ')).toBe(' a ')
    expect(text(3).safeParse('abcd').error?.issues).toMatchObject([{ message: 'At most 3 characters.' }])
  })
})

test('an e-mail address, a link and a timestamp refuse values that cannot be stored', () => {
  for (const bad of [NUL, ...LONE_SURROGATES]) {
    expect(emailAddress().safeParse(`a${bad}@mail.example`).success).toBe(false)
    expect(httpsUrl().safeParse(`https://store.example/${bad}`).success).toBe(false)
  }
  expect(httpsUrl().safeParse(`https://store.example/${'a'.repeat(500)}`).success).toBe(false)
  expect(httpsUrl().parse('https://store.example/a?b=c')).toBe('https://store.example/a?b=c')
  expect(instant().safeParse('0000-01-01T00:00:00Z').success).toBe(false)
  expect(instant().safeParse('9999-12-31T23:59:59Z').success).toBe(false)
  expect(instant().parse('2026-11-15T00:00:00Z')).toBe('2026-11-15T00:00:00Z')
})

test('a JSON object refuses unstorable strings and keys at every level, and excessive nesting', () => {
  for (const bad of [NUL, ...LONE_SURROGATES]) {
    expect(jsonObject().safeParse({ a: [{ b: bad }] }).success).toBe(false)
    expect(jsonObject().safeParse({ a: { [bad]: 1 } }).success).toBe(false)
    expect(jsonObject().safeParse({ [bad]: 1 }).success).toBe(false)
  }
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown
  expect(jsonObject().safeParse(deep).success).toBe(false)
  const form = { title: 'Drift\nkit', price: 1e308, sizes: [{ width: 1 }], none: null }
  expect(jsonObject().parse(form)).toEqual(form)
})
