import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Call, createEmulator } from './emulator-app.ts'
import { sendPage } from './page.ts'

let address: string
let made: unknown[]
let emulator: ReturnType<typeof createThings>

/** An emulator of a service that creates things. */
const createThings = () => {
  const things = createEmulator({
    isApiCall: (path) => path.startsWith('/v1/'),
    failure: (kind) =>
      kind === 'error'
        ? { status: 500, body: { error: 'broken' } }
        : { status: 429, headers: { 'retry-after': '3' }, body: { error: 'slow down' } },
  })
  things.app.post('/v1/things', (request) => {
    made.push(request.body)
    return { number: made.length }
  })
  things.app.get('/v1/things', (request) => ({ asked: request.query }))
  things.app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Things', imitates: 'the thing service', body: things.faultsCard() }),
  )
  things.control('add', z.strictObject({ name: z.string().min(1) }), ({ name }) => {
    made.push(name)
    return { made }
  })
  things.onReset(() => {
    made = []
  })
  return things
}

beforeEach(async () => {
  made = []
  emulator = createThings()
  address = await emulator.app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => emulator.app.close())

const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const get = async (path: string) => (await fetch(address + path)).json()
const order = (fault: Record<string, unknown>) => post('/_control/faults', fault)
const makeThing = (signal?: AbortSignal) => fetch(`${address}/v1/things`, { method: 'POST', ...(signal && { signal }) })
const calls = async () => (await get('/_control/calls')) as Call[]
const outcome = () =>
  makeThing().then(
    ({ status }) => status,
    () => 'cut',
  )

describe('bodies', () => {
  test('a form and JSON arrive as the same data, brackets included', async () => {
    const body = { name: 'wheel', tags: ['a', 'b'], size: { rim: '18' } }
    await post('/v1/things', body)
    await fetch(`${address}/v1/things`, {
      method: 'POST',
      body: new URLSearchParams('name=wheel&tags[0]=a&tags[1]=b&size[rim]=18'),
    })
    expect(made).toEqual([body, body])
  })

  test('query parameters with brackets are parsed into objects and lists', async () => {
    expect(await get('/v1/things?created[gte]=5&expand[]=a&expand[]=b')).toEqual({
      asked: { created: { gte: '5' }, expand: ['a', 'b'] },
    })
  })

  test('a long list in a form stays a list', async () => {
    const fields = Array.from({ length: 200 }, (_, number) => `items[${number}]=x`)
    await fetch(`${address}/v1/things`, { method: 'POST', body: new URLSearchParams(fields.join('&')) })
    expect(made).toEqual([{ items: Array.from({ length: 200 }, () => 'x') }])
  })

  test('broken JSON gets 400 and another content type 415, and neither reaches the service', async () => {
    const send = (type: string) =>
      fetch(`${address}/v1/things`, { method: 'POST', headers: { 'content-type': type }, body: '{' })
    expect((await send('application/json')).status).toBe(400)
    expect((await send('text/plain')).status).toBe(415)
    expect(made).toEqual([])
  })
})

describe('faults', () => {
  test.each([
    ['error', 500, { error: 'broken' }, 0],
    ['error-after', 500, { error: 'broken' }, 1],
    ['rate-limit', 429, { error: 'slow down' }, 0],
  ])('the fault %s is answered with %i in the format of the service', async (kind, status, body, worked) => {
    await order({ kind })
    const answer = await makeThing()
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual(body)
    expect(answer.headers.get('retry-after')).toBe(kind === 'rate-limit' ? '3' : null)
    expect(made).toHaveLength(worked)
  })

  test('the fault "unavailable" closes the connection without doing anything', async () => {
    await order({ kind: 'unavailable' })
    await expect(makeThing()).rejects.toThrow('fetch failed')
    expect(made).toEqual([])
  })

  test.each([
    ['timeout', 0],
    ['timeout-after', 1],
  ])('the fault %s never answers, and %i things are created', async (kind, worked) => {
    await order({ kind, call: 'POST ' })
    const patience = new AbortController()
    let answered = false
    const waiting = makeThing(patience.signal).finally(() => {
      answered = true
    })
    await expect.poll(calls).toHaveLength(1)
    await expect.poll(() => made).toHaveLength(worked)
    // Meanwhile another call completes.
    await get('/v1/things')
    expect(answered).toBe(false)
    patience.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(made).toHaveLength(worked)
    expect((await calls())[0]?.status).toBeNull()
  })

  test('an emulator with pending answers can be closed', async () => {
    await order({ kind: 'timeout', times: 1 })
    await order({ kind: 'timeout-after', times: 1 })
    await order({ kind: 'slow', delayMs: 60_000 })
    const waiting = Promise.allSettled([makeThing(), makeThing(), makeThing()])
    await expect.poll(calls).toHaveLength(3)
    await emulator.app.close()
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  test('the fault slow eventually returns the real answer', async () => {
    await order({ kind: 'slow', delayMs: 150 })
    const began = performance.now()
    expect(await (await makeThing()).json()).toEqual({ number: 1 })
    expect(performance.now() - began).toBeGreaterThan(140)
  })

  test('a fault affects the selected calls and ends after the given number', async () => {
    await order({ kind: 'error', call: 'POST /v1/th', times: 2 })
    expect((await fetch(`${address}/v1/things`)).status).toBe(200)
    expect([await outcome(), await outcome(), await outcome()]).toEqual([500, 500, 200])
    expect(await get('/_control/faults')).toMatchObject([{ kind: 'error', times: 2, suffered: 2 }])
  })

  test('a fault without a number of times stays until it is cleared', async () => {
    await order({ kind: 'unavailable' })
    expect([await outcome(), await outcome(), await outcome()]).toEqual(['cut', 'cut', 'cut'])
    await post('/_control/faults/clear')
    expect(await outcome()).toBe(200)
    expect(await get('/_control/faults')).toEqual([])
  })

  test('of several matching faults the first applies until it ends, and then the next', async () => {
    await order({ kind: 'error', times: 1 })
    await order({ kind: 'rate-limit', times: 1 })
    expect([await outcome(), await outcome(), await outcome()]).toEqual([500, 429, 200])
  })

  test('a fault with a percentage and a seed always affects the same calls', async () => {
    const round = async (seed: number) => {
      await post('/_control/faults/clear')
      await order({ kind: 'error', percent: 30, seed })
      const outcomes: unknown[] = []
      for (let number = 0; number < 100; number++) outcomes.push(await outcome())
      return outcomes
    }
    const first = await round(4)
    const failed = first.filter((status) => status === 500).length
    expect(failed).toBeGreaterThan(15)
    expect(failed).toBeLessThan(45)
    expect(await round(4)).toEqual(first)
    expect(await round(5)).not.toEqual(first)
  })

  test('faults never affect pages and the control API', async () => {
    await order({ kind: 'unavailable' })
    expect((await fetch(address)).status).toBe(200)
    expect((await post('/_control/add', { name: 'x' })).status).toBe(200)
  })

  test('an unknown fault is refused with a reason and not set', async () => {
    const answer = await order({ kind: 'explode', percent: 200 })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { error: string }).error).toMatch(/kind[\s\S]*percent/)
    expect(await get('/_control/faults')).toEqual([])
  })
})

describe('control', () => {
  test('the control API takes JSON from programs and returns the result', async () => {
    const answer = await post('/_control/add', { name: 'x' })
    expect(await answer.json()).toEqual({ made: ['x'] })
    expect((await post('/_control/add', { name: 'x', colour: 'red' })).status).toBe(400)
  })

  test('the control API redirects a person back to the page of the form', async () => {
    const answer = await fetch(`${address}/_control/add`, {
      method: 'POST',
      headers: { accept: 'text/html,*/*', referer: `${address}/?tab=1`, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ name: 'x' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${address}/?tab=1`)
    expect(made).toEqual(['x'])
  })

  test.each(['cross-site', 'same-site'])('the control API refuses forms from other origins (%s)', async (site) => {
    const answer = await post('/_control/add', { name: 'x' }, { 'sec-fetch-site': site })
    expect(answer.status).toBe(403)
    expect(made).toEqual([])
  })

  test("a reset clears faults, calls and the service's data", async () => {
    await makeThing()
    await order({ kind: 'error' })
    await post('/_control/reset')
    expect([made, await calls(), await get('/_control/faults')]).toEqual([[], [], []])
  })
})

describe('the log of calls', () => {
  test('the call log lists the method, path, status and time of API calls only', async () => {
    const before = Date.now()
    await makeThing()
    await get('/v1/things?limit=2')
    await fetch(`${address}/v1/nothing`)
    await fetch(address)
    await expect.poll(async () => (await calls()).every(({ status }) => status !== null)).toBe(true)
    const log = await calls()
    expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', '/v1/things', 200],
      ['GET', '/v1/things?limit=2', 200],
      ['GET', '/v1/nothing', 404],
    ])
    expect(Date.parse(log[0]?.at ?? '')).toBeGreaterThanOrEqual(before)
  })

  test('the log of calls includes unanswered calls, without a status', async () => {
    await order({ kind: 'unavailable' })
    await outcome()
    expect(await calls()).toMatchObject([{ path: '/v1/things', status: null }])
  })

  test('the log of calls keeps the newest 5,000 calls', async () => {
    const count = 10_001
    for (let number = 1; number <= count; number++) {
      await emulator.app.inject(`/v1/things?number=${number}`)
    }
    const log = await calls()
    expect(log).toHaveLength(5_000)
    expect(log.at(-1)?.path).toBe(`/v1/things?number=${count}`)
  }, 20_000)
})

test('every emulator page shows and sets faults, escapes values and states that it is not the real service', async () => {
  await order({ kind: 'error-after', call: 'POST /<b>' })
  const answer = await fetch(address)
  const text = await answer.text()
  expect(text).toContain('This is not the thing service')
  expect(text).toContain('500, work done')
  expect(text).toContain('POST /&#60;b&#62;')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const style = /href="(\/[^"]+\.css)"/.exec(text)?.[1] ?? ''
  expect((await fetch(address + style)).headers.get('content-type')).toContain('text/css')
})
