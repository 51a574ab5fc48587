import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CDN_TOKEN, createCdnEmulator } from './cdn-emulator.ts'

const ZONE = '0123456789abcdef0123456789abcdef'

let emulator: ReturnType<typeof createCdnEmulator>
let address: string

beforeEach(async () => {
  emulator = createCdnEmulator({ address: 'http://cdn.example' })
  address = await emulator.app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => emulator.app.close())

const purge = async (body: unknown, { zone = ZONE, authorization = `Bearer ${CDN_TOKEN}` } = {}) => {
  const answer = await fetch(`${address}/client/v4/zones/${zone}/purge_cache`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })
  const { success, errors, messages, result } = (await answer.json()) as {
    success: boolean
    errors: { code: number }[]
    messages: unknown[]
    result: unknown
  }
  return { status: answer.status, success, codes: errors.map(({ code }) => code), messages, result }
}
const purges = async () => (await fetch(`${address}/_control/purges`)).json()
const urls = (count: number) => Array.from({ length: count }, (_, number) => `https://store.example/${number}`)

describe('a purge', () => {
  test.each([
    ['files', { files: ['https://store.example/mods/drift-kit'] }, ['https://store.example/mods/drift-kit']],
    ['files', { files: urls(30) }, urls(30)],
    ['tags', { tags: ['mods', 'mod-7'] }, ['mods', 'mod-7']],
    ['prefixes', { prefixes: ['store.example/mods/'] }, ['store.example/mods/']],
    ['everything', { purge_everything: true }, []],
  ])('a purge of %s succeeds and is recorded', async (kind, body, items) => {
    expect(await purge(body)).toEqual({ status: 200, success: true, codes: [], messages: [], result: { id: ZONE } })
    expect(await purges()).toEqual([{ at: expect.any(String), zone: ZONE, kind, items }])
  })

  test.each([
    ['31 files', { files: urls(31) }, 400, 1_094],
    ['no files', { files: [] }, 400, 1_014],
    ['a file that is not a URL', { files: ['/mods'] }, 400, 1_014],
    ['files that are not a list', { files: 'https://store.example/' }, 400, 1_014],
    ['a prefix with a scheme', { prefixes: ['https://store.example/mods'] }, 400, 1_014],
    ['a tag with a space', { tags: ['two words'] }, 400, 1_014],
    ['nothing', {}, 400, 1_012],
    ['purge_everything with another value', { purge_everything: false }, 400, 1_012],
    ['two things at once', { tags: ['a'], purge_everything: true }, 400, 1_012],
    ['an unknown thing', { cookies: ['a'] }, 400, 1_012],
    ['a list', [], 400, 1_012],
  ])('a purge of %s is refused and not recorded', async (_what, body, status, code) => {
    expect(await purge(body)).toMatchObject({ status, success: false, codes: [code], result: null })
    expect(await purges()).toEqual([])
  })

  test.each([
    ['without a token', { authorization: '' }, 400, 6_003],
    ['with a token in another form', { authorization: CDN_TOKEN }, 400, 6_003],
    ['with a wrong token', { authorization: 'Bearer wrong' }, 401, 10_000],
    ['of an invalid zone', { zone: 'my-zone' }, 404, 7_003],
  ])('a purge %s is refused', async (_what, options, status, code) => {
    expect(await purge({ purge_everything: true }, options)).toMatchObject({ status, codes: [code] })
    expect(await purges()).toEqual([])
  })

  test('a purge that is not JSON gets the same error format as other refused purges', async () => {
    const answer = await fetch(`${address}/client/v4/zones/${ZONE}/purge_cache`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CDN_TOKEN}` },
      body: '{',
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { success: false, errors: [{ code: 6_007 }] }])
  })
})

test('faults can make a purge lose its response or hit the rate limit', async () => {
  const order = (fault: Record<string, unknown>) =>
    fetch(`${address}/_control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ times: 1, ...fault }),
    })
  await order({ kind: 'error-after' })
  expect(await purge({ tags: ['a'] })).toMatchObject({ status: 500, success: false })
  expect(await purges()).toHaveLength(1)
  await order({ kind: 'rate-limit' })
  expect(await purge({ tags: ['b'] })).toMatchObject({ status: 429, codes: [971] })
  expect(await purges()).toHaveLength(1)
})

test('a reset clears the recorded purges', async () => {
  await purge({ tags: ['a'] })
  await fetch(`${address}/_control/reset`, { method: 'POST' })
  expect(await purges()).toEqual([])
})

test.each(['/client/v4/zones', '/client/v4/user/tokens/verify', '/cdn-cgi/trace'])(
  'the CDN answers %s with 501',
  async (path) => {
    const answer = await fetch(address + path)
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({ success: false, result: null })
  },
)

test('the CDN page lists the purges', async () => {
  expect(await (await fetch(address)).text()).toContain('Nothing was purged yet.')
  await purge({ tags: ['<b>'] })
  const page = await (await fetch(address)).text()
  expect(page).toContain('<code>&#60;b&#62;</code>')
  expect(page).toContain('POST http://cdn.example/client/v4/zones/')
})
