import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSjson, SjsonError, type SjsonNode, type SjsonValue, valueOf } from './sjson.ts'

const read = (text: string) => valueOf(parseSjson(text))
const plain = (text: string): unknown => JSON.parse(JSON.stringify(read(text)))

const errorOf = (text: string): unknown => {
  try {
    return parseSjson(text)
  } catch (error) {
    return error
  }
}

describe('the relaxed JSON of the game', () => {
  test.each([
    ['strict JSON', '{"a": [1, 2.5, -3e2, true, false, null, "x"]}', { a: [1, 2.5, -300, true, false, null, 'x'] }],
    ['missing commas', '{"a": [1 2 3] "b": 4}', { a: [1, 2, 3], b: 4 }],
    ['extra commas', '{,,"a":,[1,,2,],}', { a: [1, 2] }],
    ['comments', '// first\n{"a": /* one */ 1 // rest\r"b": 2}', { a: 1, b: 2 }],
    ['a comment that never ends', '{"a": 1} /* and so on', { a: 1 }],
    ['bare names and equals signs', '{a_1 = 1, 2 : "b"}', { a_1: 1, 2: 'b' }],
    ['no outer braces', 'a = 1\n"b": [2]', { a: 1, b: [2] }],
    ['nothing at all', ' // only a comment', {}],
    ['a list outside', '[{"a": 1}]', [{ a: 1 }]],
    ['numbers in all notations', '[+1 -.5 +.25 1. 007 1e+2 2E-1]', [1, -0.5, 0.25, 1, 7, 100, 0.2]],
    ['numbers that touch', '[1-2+3"x"4]', [1, -2, 3, 'x', 4]],
    ['escapes', String.raw`["\t\n\f\r\b\"\\"]`, ['\t\n\f\r\b"\\']],
    ['unknown escapes, kept', String.raw`["\q \u0041 \/"]`, [String.raw`\q \u0041 \/`]],
    ['line breaks in strings', '["a\nb"]', ['a\nb']],
    ['a byte order mark', '\ufeff{"a": 1}', { a: 1 }],
    ['any number of brackets side by side', `[${'[]'.repeat(200)}]`, Array.from({ length: 200 }, () => [])],
    ['a name twice', '{"a": 1, "a": 2}', { a: 2 }],
    ['trailing text, ignored', '{"a": 1}} oops', { a: 1 }],
  ])('relaxed JSON allows %s', (_what, text, value) => {
    expect(plain(text)).toEqual(value)
  })

  test('infinity is read in its three spellings', () => {
    expect(read('[Infinity -Infinity 1#INF00 -1#INF00]')).toEqual([Infinity, -Infinity, Infinity, -Infinity])
  })

  test('names such as __proto__ are parsed as plain keys', () => {
    const value = read('{"__proto__": {"isAdmin": true}, "constructor": 1}') as Record<string, SjsonValue>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(value.isAdmin).toBeUndefined()
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test.each([
    ['{"a": }', 'expected a value at line 1, column 7'],
    ['{\n  "a" 1\n}', 'expected “:” after the name at line 2, column 7'],
    ['{"a": 1,\r\n -: 2}', 'expected a name at line 2, column 2'],
    ['{"a": "b', 'unclosed string at line 1, column 7'],
    ['[[1]', 'unclosed bracket at line 1, column 1'],
    ['a =', 'unexpected end at line 1, column 4'],
    ['[1 / 2]', 'unexpected slash at line 1, column 4'],
    ['['.repeat(101), 'too many nested brackets at line 1, column 101'],
    ['[.5]', 'expected a value at line 1, column 2'],
  ])('the error for %j names its position', (text, message) => {
    expect(errorOf(text)).toMatchObject({ name: 'SjsonError', message })
  })

  test('a parse error also has its line and column as numbers', () => {
    expect(errorOf('{\n  "a" 1\n}')).toMatchObject({ line: 2, column: 7 })
  })
})

describe('every value', { timeout: 60_000 }, () => {
  const spanTexts = (text: string, node: SjsonNode): string[] => {
    const own = text.slice(node.start, node.end)
    if (node.kind === 'list') return [own, ...node.items.flatMap((item) => spanTexts(text, item))]
    if (node.kind !== 'table') return [own]
    const inner = node.members.flatMap(({ keySpan, value }) => [
      text.slice(keySpan.start, keySpan.end),
      ...spanTexts(text, value),
    ])
    return [own, ...inner]
  }

  test('every value keeps its position in the text', () => {
    const text = ' {"a" : [1.50, true] /* x */ b = "c\\n"} '
    expect(spanTexts(text, parseSjson(text))).toEqual([
      '{"a" : [1.50, true] /* x */ b = "c\\n"}',
      '"a"',
      '[1.50, true]',
      '1.50',
      'true',
      'b',
      '"c\\n"',
    ])
  })

  const values = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0 || 0),
      fc.integer(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(true, false, null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/)), tie('value'), { maxKeys: 5 }),
    ),
  })).value
  const space = fc.constantFrom(' ', ',', '\n', ' , ', '// note }\n', '/* [ */', '\t,,')

  /** Writes a value in one of the many allowed ways. */
  const written = (value: unknown, next: () => string): string => {
    if (Array.isArray(value)) return `[${next()}${value.map((item) => written(item, next) + next()).join('')}]`
    if (typeof value === 'string') return `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`
    if (typeof value !== 'object' || value === null) return String(value)
    const members = Object.entries(value).map(([key, item], index) => {
      const name = /^\w+$/.test(key) && index % 2 === 0 ? key : written(key, next)
      return `${name}${next()}${index % 3 === 0 ? '=' : ':'}${next()}${written(item, next)}${next()}`
    })
    return `{${next()}${members.join('')}}`
  }

  test('every value is read back, whichever way it is written', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(space), (value, spaces) => {
        const text = written([value], () => spaces.next().value as string)
        expect(JSON.stringify(read(text))).toBe(JSON.stringify([value]))
      }),
      { numRuns: 500 },
    )
  })

  test('random bytes give a value or an SjsonError, and never hang', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array).toString('utf8'))
    const nearly = fc
      .array(fc.constantFrom(...'{}[]":=,/*\\ \n-+.1eatrue_'), { maxLength: 200 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(fc.oneof(bytes, nearly), (text) => {
        const result = errorOf(text)
        if (result instanceof Error) expect(result).toBeInstanceOf(SjsonError)
      }),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['open brackets', '['],
    ['escapes', '"\\'],
    ['slashes', '/'],
    ['open comments', '/*'],
    ['digits', '1'],
    ['quotes', '"'],
    ['names', 'a=1,'],
  ])('a long run of %s is read in one pass', (_what, piece) => {
    const text = piece.repeat(2 ** 18 / piece.length)
    const result = errorOf(text)
    if (result instanceof Error) expect(result).toBeInstanceOf(SjsonError)
  })
})
