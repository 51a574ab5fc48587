import { expect, test } from 'vitest'
import { textRedactor } from './redact-text.ts'

const redact = textRedactor(['db-pass-word', 'correct horse battery'])

test.each([
  ['a configured secret', 'connect failed: db-pass-word was refused', 'db-pass-word'],
  ['a configured secret with spaces', 'key "correct horse battery" is unknown', 'horse'],
  ['a bearer token', 'Authorization: Bearer abc.def-1', 'abc'],
  ['basic credentials', 'authorization=Basic bWFyYTpw', 'bWFyYTpw'],
  ['a cookie header', 'cookie: theme=dark; slipstream_session=s3cr3t', 's3cr3t'],
  ['a set-cookie header', '"set-cookie": "session=s3cr3t; Path=/"', 's3cr3t'],
  ['a password in a body', '{"username":"mara","password":"hunter2"}', 'hunter2'],
  ['a token in a form', 'reset_token=abc123&x=1', 'abc123'],
  ['credentials in an address', 'smtp://mara:hunter2@mail.example:587 timed out', 'hunter2'],
  ['a query', 'GET /login?ticket=abc123 failed', 'abc123'],
  ['a Stripe key', 'Invalid API Key provided: sk_live_51Habc', '51Habc'],
  ['a webhook secret', 'no match for whsec_abcdef123', 'abcdef123'],
  ['an e-mail address', 'mailbox mara.k+shop@mail.example is full', 'mara.k'],
  ['a session token in a path', 'GET /api/x/aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2h failed', 'aB3dE6gH9'],
])('%s is removed from a text', (_what, text, secret) => {
  expect(text).toContain(secret)
  expect(redact(text)).not.toContain(secret)
  expect(redact(text)).toContain('[hidden]')
})

test('ordinary words, paths, numbers and amounts stay as they are', () => {
  const text = 'GET /api/admin/mods/12/compatibility 200 48 ms; order SL-2026-002318 pending -> paid, +16.99 USD'
  expect(redact(text)).toBe(text)
})

/** The shortest of several runs, so that delays of a busy machine do not count. */
const shortestMs = (text: string) => {
  const runs = Array.from({ length: 7 }, () => {
    const start = performance.now()
    redact(text)
    return performance.now() - start
  })
  return Math.min(...runs)
}

test.each(['a', '1', 'a-', 'a.', 'a@', 'token', 'password-', 'cookie ', 'Bearer ', '//a', 'a=', 'sk_'])(
  'the time to redact a text of repeated %j grows in proportion to its length',
  (piece) => {
    const ofLength = (length: number) => `GET /${piece.repeat(length / piece.length)}`
    shortestMs(ofLength(500))
    // Eight times the length: a rule that looks back from every character would take 64 times as long.
    expect(shortestMs(ofLength(4_000)) / shortestMs(ofLength(500))).toBeLessThan(24)
  },
)

test('a secret or an e-mail address is redacted after a name of any length', () => {
  expect(redact(`${'long-'.repeat(40)}password=hunter2`)).not.toContain('hunter2')
  expect(redact(`${'long.'.repeat(40)}mara@mail.example`)).not.toContain('mara')
})
