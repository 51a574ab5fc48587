import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTurnstileEmulator } from './turnstile-emulator.ts'

const SECRET = '0x4EMULATOR00000000000000000000000AA'
const { app } = createTurnstileEmulator()
let address = ''
beforeAll(async () => {
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const post = async (path: string, body: object) =>
  (await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.json())) as Record<string, unknown>
const verify = (response: unknown, secret = SECRET) => post('/turnstile/v0/siteverify', { secret, response })
const PAGE = { action: 'register', hostname: 'store.example' }

test('a token works once, for the action and the page it was issued for', async () => {
  const { token } = await post('/turnstile/v0/challenge', PAGE)
  expect(await verify(token)).toMatchObject({ success: true, ...PAGE })
  expect(await verify(token)).toMatchObject({ success: false, 'error-codes': ['invalid-input-response'] })
})

test('an invented token and a wrong secret are refused', async () => {
  expect(await verify('0.invented')).toMatchObject({ success: false, 'error-codes': ['invalid-input-response'] })
  const { token } = await post('/_control/answer', PAGE)
  expect(await verify(token, 'wrong')).toMatchObject({ success: false, 'error-codes': ['invalid-input-secret'] })
})

test('a widget that is told to fail gets no token', async () => {
  await post('/_control/mode', { mode: 'fail' })
  expect(await post('/turnstile/v0/challenge', PAGE)).toEqual({})
  await post('/_control/reset', {})
  expect(await post('/turnstile/v0/challenge', PAGE)).toHaveProperty('token')
})
