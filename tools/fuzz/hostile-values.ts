import type { Random } from './random.ts'

const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Strings that have broken programs before. */
const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'a\udc00',
  '\u0007',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\ufeff',
  '\ufffe',
  '\u202e\u200b',
  'İ',
  'ß'.repeat(40),
  'ﷺ'.repeat(60),
  '𝔘𝔫𝔦',
  '👩‍🚀'.repeat(30),
  'e\u0301'.repeat(100),
  '١٢٣',
  "' or 1=1--",
  '"; drop table users; --',
  '%',
  '_',
  '%%%%',
  '\\',
  '\\x00',
  '$1',
  '::int',
  "E'\\000'",
  '"><script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://127.0.0.1:1/',
  '//evil.example',
  '%00',
  '%zz',
  '%ff',
  '\r\nX-Injected: 1',
  '\t\n',
  ' ',
  '',
  '=1+1',
  '@SUM(A1)',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-1',
  '0',
  '-0',
  '1.5',
  '1e3',
  '1e308',
  '1e400',
  '0x10',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '99999999999999999999',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2024-02-30T00:00:00Z',
  'SL-2026-000001',
  'SL-9999-999999999',
  'cs_test_x',
  'a,b,,c',
  ','.repeat(50),
  'a'.repeat(61),
  'a'.repeat(300),
  'a'.repeat(5_000),
  cursorOf(['newest', 1e308, 1e308]),
  cursorOf(['title asc', '\u0000', 1]),
  cursorOf(['title asc', '\ud800', 1]),
  cursorOf(['updated desc', 8e15, 2_147_483_648]),
  cursorOf(['newest', -8e15, 1]),
  cursorOf([null]),
  cursorOf({ __proto__: [] }),
  cursorOf(['popular', [], {}]),
  'W10',
  'A'.repeat(199),
] as const

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_993,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1e9 },
  { toString: 1 },
  Array.from({ length: 3_000 }, () => 1),
  'a'.repeat(70_000),
  ...TEXTS,
]

/** Values that made this store fail before. */
const SHARP_TEXTS = ['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\u0007', '2147483648', '1e308', '99999999999'] as const
const SHARP_NUMBERS = [2_147_483_648, -2_147_483_649, 1e308, 1e15, 9_007_199_254_740_991, 0.1, -1, 0] as const

export const hostileText = (random: Random) => random.pick(random.chance(0.4) ? SHARP_TEXTS : TEXTS)
const hostileValue = (random: Random) => random.pick(VALUES)

/** Mostly of the expected type, because other types are rejected before any code reads them. */
const hostileLike = (value: unknown, random: Random) => {
  if (random.chance(0.2)) return hostileValue(random)
  if (typeof value === 'number') return random.pick(SHARP_NUMBERS)
  if (typeof value !== 'string') return hostileValue(random)
  return random.chance(0.5) ? value + hostileText(random) : hostileText(random)
}

/** The value with one part replaced, removed or duplicated. */
export const mutate = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null) return hostileLike(value, random)
  if (random.chance(0.05)) return hostileValue(random)
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  const keys = Object.keys(copy)
  const key = random.pick(keys)
  if (key === undefined) return hostileValue(random)
  const way = random.next()
  if (way < 0.1) delete copy[key]
  else if (way < 0.2 && !Array.isArray(copy)) copy[hostileText(random)] = copy[key]
  else copy[key] = mutate(copy[key], random)
  return copy
}

interface RawBody {
  text: string
  contentType: string
  encoding?: string
  /** The server may reject it before reading all of it. */
  mayClose?: true
}

const JSON_TYPE = 'application/json'
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  'application/json;',
  'APPLICATION/JSON',
  'application/jsonp',
  '*/*',
  'x',
]

/** Bodies that are rejected before their fields are read. */
const SPOILED: readonly ((json: string, random: Random) => RawBody)[] = [
  (json) => ({ text: json.slice(0, -1), contentType: JSON_TYPE }),
  () => ({ text: '['.repeat(20_000), contentType: JSON_TYPE }),
  () => ({ text: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, contentType: JSON_TYPE }),
  (json) => ({ text: `\ufeff${json}`, contentType: JSON_TYPE }),
  () => ({ text: '{"a":1,"a":2}', contentType: JSON_TYPE }),
  () => ({ text: '{"__proto__":{"isAdmin":true}}', contentType: JSON_TYPE }),
  () => ({ text: '{"constructor":{"prototype":{"isAdmin":true}}}', contentType: JSON_TYPE }),
  () => ({ text: '{"a":1e999}', contentType: JSON_TYPE }),
  () => ({ text: '\u0000', contentType: JSON_TYPE }),
  () => ({ text: '"text"', contentType: JSON_TYPE }),
  () => ({ text: '{"a":"\\ud800","\\u0000":1}', contentType: JSON_TYPE }),
  (json, random) => ({ text: json, contentType: random.pick(TYPES) }),
  (json, random) => ({
    text: json,
    contentType: JSON_TYPE,
    encoding: random.pick(['gzip', 'br', 'zstd', 'identity', 'x']),
  }),
  () => ({ text: 'x'.repeat(1_100_000), contentType: JSON_TYPE, mayClose: true }),
]

export const spoiledBody = (value: unknown, random: Random) => random.pick(SPOILED)(JSON.stringify(value) ?? '', random)

/** Headers that can come with any request. */
const HEADERS: readonly Record<string, string>[] = [
  { cookie: `session=${'a'.repeat(3_000)}` },
  { cookie: 'session=%00; discord=x' },
  { cookie: ';;;==' },
  { cookie: 'session=\xff\xfe' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"\xff"' },
  { 'if-modified-since': 'never' },
  { accept: 'text/html' },
  { accept: '\xff' },
  { 'accept-encoding': 'br;q=0, gzip;q=0, *;q=0' },
  { 'accept-encoding': ',,;q=x' },
  { range: 'bytes=0-1' },
  { range: 'bytes=9-1,-5' },
  { authorization: `Bearer ${'a'.repeat(43)}` },
  { authorization: 'Basic xx' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer \xff' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '\xff, 1.2.3.4' },
  { 'x-forwarded-for': 'a'.repeat(500) },
  { 'x-forwarded-for': '::ffff:1.2.3.4' },
  { 'x-forwarded-proto': 'gopher' },
  { 'x-forwarded-host': 'evil.example\xff' },
  { host: 'evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { referer: '\xff' },
  { 'user-agent': '\xff\xfe'.repeat(300) },
  { 'user-agent': '' },
  { 'x-request-id': '\xff'.repeat(100) },

  { expect: '100-continue' },
  { purpose: 'prefetch' },
]

export const hostileHeaders = (random: Random): Record<string, string> => random.pick(HEADERS)

/** More than the server accepts. It may close the connection before reading all of it. */
export const OVERSIZED_HEADERS = { 'x-long': 'a'.repeat(20_000) }
