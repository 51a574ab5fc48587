/**
 * The relaxed JSON of the game's files. Commas are white space, `//` and block comments are allowed, keys may be
 * unquoted, `=` may replace `:`, the outermost braces may be missing, and everything after the outermost value is
 * ignored. Every node keeps its position in the text.
 */
const MAX_DEPTH = 100
const NUMBER = /[+-]?(?:1#INF00|Infinity|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)|[+-]\.\d+(?:[eE][+-]?\d+)?/y
const BARE_KEY = /[A-Za-z0-9_]+/y
const PLAIN_TEXT = /[^"\\]*/y
const LINE_COMMENT = /[^\n\r]*/y
/** Other escapes keep their backslash. */
const ESCAPES: Record<string, string> = { t: '\t', n: '\n', f: '\f', r: '\r', b: '\b', '"': '"', '\\': '\\' }
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

interface Span {
  start: number
  end: number
}
export type SjsonNode = Span &
  (
    | { kind: 'number'; value: number }
    | { kind: 'string'; value: string }
    | { kind: 'literal'; value: boolean | null }
    | { kind: 'list'; items: SjsonNode[] }
    | { kind: 'table'; members: SjsonMember[] }
  )
export interface SjsonMember {
  key: string
  /** With its quotes, if it has any. */
  keySpan: Span
  value: SjsonNode
}
export type SjsonValue = string | number | boolean | null | SjsonValue[] | SjsonTable
export interface SjsonTable {
  [key: string]: SjsonValue
}

export class SjsonError extends Error {
  readonly line: number
  readonly column: number
  constructor(problem: string, text: string, place: number) {
    const before = text.slice(0, place).split(/\r\n|\n|\r/)
    const column = (before.at(-1)?.length ?? 0) + 1
    super(`${problem} at line ${before.length}, column ${column}`)
    this.name = 'SjsonError'
    this.line = before.length
    this.column = column
  }
}

/** Throws only `SjsonError`. */
export const parseSjson = (text: string): SjsonNode => {
  let place = 0
  let depth = 0

  const fail = (problem: string, at = place) => new SjsonError(problem, text, at)
  const take = (pattern: RegExp) => {
    pattern.lastIndex = place
    const found = pattern.exec(text)?.[0] ?? null
    place += found?.length ?? 0
    return found
  }

  const skipComment = () => {
    const kind = text[place + 1]
    if (kind === '/') take(LINE_COMMENT)
    else if (kind === '*') {
      const end = text.indexOf('*/', place + 2)
      place = end < 0 ? text.length : end + 2
    } else throw fail('unexpected slash')
  }
  const skipSpace = () => {
    while (place < text.length) {
      const code = text.charCodeAt(place)
      if (code <= 32 || code === 0x2c || code === 0xfeff) place++
      else if (code === 0x2f) skipComment()
      else return
    }
  }

  const quoted = () => {
    const start = place
    const parts: string[] = []
    place++
    for (;;) {
      parts.push(take(PLAIN_TEXT) ?? '')
      const character = text[place++]
      if (character === '"') return parts.join('')
      if (character === undefined) throw fail('unclosed string', start)
      const escaped = ESCAPES[text[place] ?? '']
      if (escaped === undefined) parts.push('\\')
      else {
        parts.push(escaped)
        place++
      }
    }
  }

  const member = (): SjsonMember => {
    const start = place
    const key = text[place] === '"' ? quoted() : take(BARE_KEY)
    if (key === null) throw fail('expected a name')
    const keySpan = { start, end: place }
    skipSpace()
    if (text[place] !== ':' && text[place] !== '=') throw fail('expected “:” after the name')
    place++
    skipSpace()
    return { key, keySpan, value: value() }
  }

  const until = <T>(end: string, one: () => T) => {
    const start = place
    if (++depth > MAX_DEPTH) throw fail('too many nested brackets')
    const all: T[] = []
    place++
    for (skipSpace(); text[place] !== end; skipSpace()) {
      if (place >= text.length) throw fail('unclosed bracket', start)
      all.push(one())
    }
    place++
    depth--
    return all
  }

  const value = (): SjsonNode => {
    const start = place
    switch (text[place]) {
      case '"':
        return { kind: 'string', value: quoted(), start, end: place }
      case '{':
        return { kind: 'table', members: until('}', member), start, end: place }
      case '[':
        return { kind: 'list', items: until(']', value), start, end: place }
      case undefined:
        throw fail('unexpected end')
      default:
        return scalar(start)
    }
  }

  const scalar = (start: number): SjsonNode => {
    const literal = LITERALS.find(([word]) => text.startsWith(word, place))
    if (literal) {
      place += literal[0].length
      return { kind: 'literal', value: literal[1], start, end: place }
    }
    const digits = take(NUMBER)
    if (digits === null) throw fail('expected a value')
    return { kind: 'number', value: numberOf(digits), start, end: place }
  }

  skipSpace()
  if (text[place] === '{' || text[place] === '[') return value()
  const start = place
  const members: SjsonMember[] = []
  for (; place < text.length; skipSpace()) members.push(member())
  return { kind: 'table', members, start, end: place }
}

const numberOf = (digits: string) => {
  if (/I/.test(digits)) return digits.startsWith('-') ? -Infinity : Infinity
  return Number(digits)
}

/**
 * If two members have the same name, the later one counts. Objects have no prototype, because their keys are untrusted.
 */
export const valueOf = (node: SjsonNode): SjsonValue => {
  if (node.kind === 'list') return node.items.map(valueOf)
  if (node.kind !== 'table') return node.value
  const table = Object.create(null) as SjsonTable
  for (const { key, value } of node.members) table[key] = valueOf(value)
  return table
}
