import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from './request.ts'

const sent: string[] = []
const early = (text: string) => Promise.resolve(new Response(text))
const textOf = async (answer: Promise<Response>) => (await answer).text()

beforeEach(() => {
  sent.length = 0
  localStorage.setItem('auth_token', 'abc')
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return new Response('late')
  })
})
afterEach(() => {
  delete window.earlyAnswers
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('the first request uses the response that the head script fetched, and the second fetches again', async () => {
  window.earlyAnswers = { token: 'abc', '/api/cart': early('early') }
  expect(await textOf(request('/api/cart'))).toBe('early')
  expect(sent).toEqual([])
  expect(await textOf(request('/api/cart'))).toBe('late')
})

test('an early response for another token is not used', async () => {
  window.earlyAnswers = { token: 'old', '/api/cart': early('early') }
  expect(await textOf(request('/api/cart'))).toBe('late')
})

test('a write request discards the early responses', async () => {
  window.earlyAnswers = { token: 'abc', '/api/cart': early('early') }
  await request('/api/cart', { method: 'POST', body: { modId: 7 } })
  expect(await textOf(request('/api/cart'))).toBe('late')
})

test('an early request that failed is repeated', async () => {
  window.earlyAnswers = { token: 'abc', '/api/cart': Promise.reject(new TypeError('offline')) }
  expect(await textOf(request('/api/cart'))).toBe('late')
})

test('an early response that was not needed for a while is not used', async () => {
  window.earlyAnswers = { token: 'abc', '/api/cart': early('early') }
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await textOf(request('/api/cart'))).toBe('late')
})

test('[AUTH-04] an early 401 removes the token', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  window.earlyAnswers = { token: 'abc', '/api/cart': Promise.resolve(new Response('', { status: 401 })) }
  await expect(request('/api/cart')).rejects.toThrow('401')
  expect(localStorage.getItem('auth_token')).toBeNull()
})
