import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { ApiError, request } from './request.ts'

const calls: { url: string; init: RequestInit }[] = []
const answerWith = (answer: () => Response) => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return answer()
  })
}
const lastCall = () => calls.at(-1)!

beforeEach(() => {
  calls.length = 0
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('[AUTH-02] a request is JSON with cookies, X-Requested-With and no cache', async () => {
  answerWith(() => Response.json({}))
  await request('/api/cart', { method: 'POST', body: { modId: 7 } })

  expect(lastCall().init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    cache: 'no-cache',
    body: '{"modId":7}',
  })
  expect(lastCall().init.headers).toEqual({ 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' })
})

test('[AUTH-02] the token in localStorage auth_token is sent as Bearer', async () => {
  localStorage.setItem('auth_token', 'abc')
  answerWith(() => Response.json({}))
  await request('/api/cart')
  expect(lastCall().init.headers).toMatchObject({ authorization: 'Bearer abc' })
})

test('[AUTH-04] a 401 removes the token the request was sent with', async () => {
  localStorage.setItem('auth_token', 'abc')
  answerWith(() => new Response('', { status: 401 }))
  await expect(request('/api/cart')).rejects.toThrow('401')
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('[AUTH-04] a late 401 for an old token does not remove a newer token', async () => {
  localStorage.setItem('auth_token', 'old')
  answerWith(() => {
    localStorage.setItem('auth_token', 'new')
    return new Response('', { status: 401 })
  })
  await expect(request('/api/cart')).rejects.toThrow()
  expect(localStorage.getItem('auth_token')).toBe('new')
})

test('errors other than 401 keep the token', async () => {
  localStorage.setItem('auth_token', 'abc')
  answerWith(() => new Response('', { status: 403 }))
  await expect(request('/api/cart')).rejects.toThrow()
  expect(localStorage.getItem('auth_token')).toBe('abc')
})

test("[CALL-07] an error reads 'status: body text', or 'status: status text' when the body is empty", async () => {
  answerWith(() => new Response('no such mod', { status: 404, statusText: 'Not Found' }))
  await expect(request('/api/mods/1')).rejects.toThrow(/^404: no such mod$/)
  answerWith(() => new Response('', { status: 404, statusText: 'Not Found' }))
  await expect(request('/api/mods/1')).rejects.toThrow(/^404: Not Found$/)
})

test('[CALL-07] a failed request and its body are logged to the console', async () => {
  answerWith(() => new Response('no such mod', { status: 404 }))
  await request('/api/mods/1').catch(() => {})
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('GET /api/mods/1'), 'no such mod')
})

test('[CALL-07] a request can return the failed response instead of throwing', async () => {
  answerWith(() => new Response('no', { status: 500 }))
  const response = await request('/api/cart', { throws: false })
  expect(response.status).toBe(500)
  expect(await response.text()).toBe('no')
})

test('[CALL-10] an error carries the server’s message, code and request id', async () => {
  const body = { code: 'cart.already_in_cart', message: 'This mod is already in your cart.', requestId: 'r-1' }
  answerWith(() => Response.json(body, { status: 409 }))
  const error = await request('/api/cart').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, code: body.code, reason: body.message, requestId: 'r-1' })
})

test('[CALL-10] an error carries the server’s field errors as far as they can be parsed', async () => {
  const issues = [{ path: '/email', message: 'Enter a valid e-mail address.' }, { path: 7 }, null]
  answerWith(() =>
    Response.json({ code: 'request.invalid', message: 'No.', requestId: 'r-1', issues }, { status: 400 }),
  )
  const error = await request('/api/mods').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ issues: [{ path: '/email', message: 'Enter a valid e-mail address.' }] })
  answerWith(() => new Response('', { status: 502 }))
  expect(await request('/api/mods').catch((thrown: unknown) => thrown)).toMatchObject({ issues: [] })
})

test('a request can outlive its page', async () => {
  answerWith(() => Response.json({}))
  await request('/api/auth/logout', { method: 'POST', keepalive: true })
  expect(lastCall().init.keepalive).toBe(true)
})

test.each(['<html>', '"text"', 'null', '{"message":7}'])('an error with the body %s has no message', async (body) => {
  answerWith(() => new Response(body, { status: 502 }))
  const error = await request('/api/cart').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 502, reason: undefined })
})

test('[CALL-09] a path is requested at the site’s base address from every page', async () => {
  answerWith(() => Response.json({}))
  await request('/api/cart')
  expect(new URL(lastCall().url, 'https://store.example/admin/products/edit/12').href).toBe(
    'https://store.example/api/cart',
  )
})

test.each(['https://elsewhere.example/x', '//elsewhere.example/x', '/\\elsewhere.example/x', 'api/cart'])(
  '[CALL-09] %s is not a path of the site: neither the request nor the token is sent',
  async (address) => {
    localStorage.setItem('auth_token', 'abc')
    answerWith(() => Response.json({}))
    // Only a caller that bypasses the type checker can do this.
    await expect(request(address as ApiAddress)).rejects.toThrow('is not a path of this site')
    expect(calls).toEqual([])
  },
)
