import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer, Verdict } from './answers.ts'
import { DEVELOPMENT_KEYS, DUMMY_TOKEN } from './keys.ts'
import { createTurnstileEmulator } from './turnstile-emulator.ts'

const { sitekey, secret } = DEVELOPMENT_KEYS

let emulator: ReturnType<typeof createTurnstileEmulator>
let address: string

beforeEach(async () => {
  emulator = createTurnstileEmulator({ address: 'http://turnstile.example' })
  address = await emulator.app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  vi.useRealTimers()
  await emulator.app.close()
})

const post = (path: string, body: Record<string, unknown> = {}) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = async (path: string) => (await fetch(address + path)).json()
const verify = async (body: Record<string, unknown>) =>
  (await (await post('/turnstile/v0/siteverify', body)).json()) as Verdict
const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes, messages: [] })

/** Does what the widget does on a page, without a browser. */
const openFrame = (key: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ sitekey: key, action: '', cData: '', theme: 'auto', size: 'normal', ...more })
  return fetch(`${address}/turnstile/v0/frame?${query.toString()}`, { headers: { referer: 'https://store.example/' } })
}
const solve = async (key: string = sitekey, more: Record<string, string> = {}) => {
  const frame = await (await openFrame(key, more)).text()
  const challenge = /data-challenge="([^"]+)"/.exec(frame)?.[1]
  const answer = await fetch(`${address}/turnstile/v0/challenges/${challenge}`, { method: 'POST' })
  return (await answer.json()) as { token?: string; code?: string; validForMs?: number }
}

describe('siteverify', () => {
  test('siteverify accepts a token once and returns its host, time and action', async () => {
    const { token: response } = await solve(sitekey, { action: 'register', cData: 'cart-1' })
    const verdict = await verify({ secret, response })
    expect(verdict).toEqual({
      success: true,
      'error-codes': [],
      challenge_ts: expect.stringMatching(/^\d{4}-.*Z$/),
      hostname: 'store.example',
      action: 'register',
      cdata: 'cart-1',
      metadata: { interactive: false },
    })
    expect(await verify({ secret, response })).toEqual(refused('timeout-or-duplicate'))
  })

  test('siteverify takes a form as well as JSON', async () => {
    const { token = '' } = await solve()
    const answer = await fetch(`${address}/turnstile/v0/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: '192.0.2.1' }),
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ success: true })
  })

  test('verifying a token again gets the same verdict with the same idempotency key, and a duplicate error with another', async () => {
    const { token: response } = await solve()
    const order = { secret, response, idempotency_key: randomUUID() }
    const first = await verify(order)
    expect(first.success).toBe(true)
    expect(await verify(order)).toEqual(first)
    expect(await verify({ ...order, idempotency_key: randomUUID() })).toEqual(refused('timeout-or-duplicate'))
    expect(await verify({ secret, response })).toEqual(refused('timeout-or-duplicate'))
  })

  test('a Turnstile token is valid for 300 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [early, late] = [await solve(), await solve()]
    vi.setSystemTime(Date.now() + 299_000)
    expect((await verify({ secret, response: early.token })).success).toBe(true)
    vi.setSystemTime(Date.now() + 1_000)
    expect(await verify({ secret, response: late.token })).toEqual(refused('timeout-or-duplicate'))
  })

  test.each([
    ['nothing at all', {}, ['missing-input-secret', 'missing-input-response']],
    ['no secret', { response: 'x' }, ['missing-input-secret']],
    ['no answer', { secret }, ['missing-input-response']],
    ['an empty token', { secret, response: '' }, ['missing-input-response']],
    ['a wrong secret', { secret: '0x4WRONG', response: 'x' }, ['invalid-input-secret']],
    ['an object prototype property as secret', { secret: 'constructor', response: 'x' }, ['invalid-input-secret']],
    ['a made-up token', { secret, response: '0.invented' }, ['invalid-input-response']],
    ['a token that is too long', { secret, response: 'x'.repeat(2_049) }, ['invalid-input-response']],
    ['the token of a test sitekey', { secret, response: DUMMY_TOKEN }, ['invalid-input-response']],
  ])('siteverify refuses %s', async (_what, body, codes) => {
    expect(await verify(body)).toEqual(refused(...codes))
  })

  test.each([
    ['a key that is not a UUID', { secret, response: 'x', idempotency_key: 'again' }],
    ['an unknown parameter', { secret, response: 'x', colour: 'red' }],
    ['a token that is not a string', { secret, response: 7 }],
  ])('siteverify answers %s with 400 bad-request', async (_what, body) => {
    const answer = await post('/turnstile/v0/siteverify', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ success: false, 'error-codes': ['bad-request'] })
  })

  test('an unreadable body is a bad request', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const answer = await fetch(`${address}/turnstile/v0/siteverify`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{',
      })
      expect([answer.status, await answer.json()]).toMatchObject([400, { 'error-codes': ['bad-request'] }])
    }
  })

  test.each([
    ['1x0000000000000000000000000000000AA', true, []],
    ['2x0000000000000000000000000000000AA', false, ['invalid-input-response']],
    ['3x0000000000000000000000000000000AA', false, ['timeout-or-duplicate']],
  ])('the documented test secret %s answers success %s', async (testSecret, success, codes) => {
    for (const response of [DUMMY_TOKEN, DUMMY_TOKEN]) {
      expect(await verify({ secret: testSecret, response })).toMatchObject({ success, 'error-codes': codes })
    }
  })
})

describe('the widget', () => {
  test.each([
    ['1x00000000000000000000AA', { token: DUMMY_TOKEN, validForMs: 300_000 }],
    ['1x00000000000000000000BB', { token: DUMMY_TOKEN, validForMs: 300_000 }],
    ['2x00000000000000000000AB', { code: '600010' }],
    ['2x00000000000000000000BB', { code: '600010' }],
    ['3x00000000000000000000FF', { token: DUMMY_TOKEN, validForMs: 300_000 }],
    ['not-a-sitekey', { code: '110100' }],
  ])('the widget with the sitekey %s gives %o', async (key, outcome) => {
    expect(await solve(key)).toEqual(outcome)
  })

  test('the mode applies to the development sitekey, not to test sitekeys', async () => {
    await post('/_control/mode', { mode: 'fail' })
    expect(await solve()).toEqual({ code: '600010' })
    expect(await solve('1x00000000000000000000AA')).toMatchObject({ token: DUMMY_TOKEN })

    await post('/_control/mode', { mode: 'expired' })
    const old = await solve()
    expect(old.validForMs).toBe(0)
    expect(await verify({ secret, response: old.token })).toEqual(refused('timeout-or-duplicate'))

    await post('/_control/mode', { mode: 'interactive' })
    expect(await (await openFrame(sitekey)).text()).toContain('data-interactive="true"')
    const ticked = await solve()
    expect(await verify({ secret, response: ticked.token })).toMatchObject({ metadata: { interactive: true } })

    expect((await post('/_control/mode', { mode: 'sometimes' })).status).toBe(400)
    expect(await get('/_control/mode')).toEqual({ mode: 'interactive' })
  })

  test('the frame allows only its own script and style, and notifies only its own page', async () => {
    const frame = await openFrame(sitekey)
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(await frame.text()).toContain('data-host-origin="https://store.example"')
    for (const name of ['api.js', 'widget.js', 'widget.css']) {
      expect((await fetch(`${address}/turnstile/v0/${name}`)).status).toBe(200)
    }
  })
})

describe('control', () => {
  test('the control API issues tokens without a browser and reports their state', async () => {
    const order = { hostname: 'store.example', action: 'login' }
    const { token } = (await (await post('/_control/answer', order)).json()) as Answer
    expect(await verify({ secret, response: token })).toMatchObject({ success: true, ...order })
    await verify({ secret, response: token })

    expect(await get('/_control/answers')).toMatchObject([{ token, ...order, spentBy: null }])
    expect(await get('/_control/verifications')).toMatchObject([
      { token, verdict: { success: true } },
      { token, verdict: { 'error-codes': ['timeout-or-duplicate'] } },
    ])
  })

  test('a reset clears tokens, verifications and the mode', async () => {
    await post('/_control/mode', { mode: 'expired' })
    const { token: response } = await solve()
    await verify({ secret, response })
    await post('/_control/reset')
    expect(await get('/_control/mode')).toEqual({ mode: 'pass' })
    expect([await get('/_control/answers'), await get('/_control/verifications')]).toEqual([[], []])
    expect(await verify({ secret, response })).toEqual(refused('invalid-input-response'))
  })

  test('a lost siteverify response still uses up the token', async () => {
    const { token: response } = await solve()
    await post('/_control/faults', { kind: 'error-after', call: 'POST /turnstile/v0/siteverify', times: 1 })
    const lost = await post('/turnstile/v0/siteverify', { secret, response })
    expect([lost.status, await lost.json()]).toEqual([500, refused('internal-error')])
    expect(await verify({ secret, response })).toEqual(refused('timeout-or-duplicate'))
  })

  test('the Turnstile emulator answers unknown calls with 501', async () => {
    const answer = await fetch(`${address}/turnstile/v1/siteverify`)
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({ success: false, 'error-codes': ['bad-request'] })
  })

  test('the Turnstile page shows the mode, the keys and the verifications', async () => {
    const { token: response } = await solve()
    await verify({ secret, response })
    await verify({ secret, response: '<b>invented</b>' })
    const page = await (await fetch(address)).text()
    for (const part of [
      'passes automatically',
      sitekey,
      secret,
      '3x00000000000000000000FF',
      'http://turnstile.example',
    ]) {
      expect(page).toContain(part)
    }
    expect(page).toContain('<td>success</td>')
    expect(page).toContain('&#60;b&#62;invented')
    expect(page).not.toContain('<b>')
  })
})
