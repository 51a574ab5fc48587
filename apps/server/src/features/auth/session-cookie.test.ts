import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { type CookieJar, createCookieJar } from './session-cookie.ts'

/** What a browser receives and sends, through a real request. */
const ask = async (cookie: string | undefined, act: (request: FastifyRequest, reply: FastifyReply) => unknown) => {
  const app = Fastify()
  app.get('/', async (request, reply) => ({ read: act(request, reply) ?? null }))
  const answer = await app.inject({ url: '/', headers: cookie === undefined ? {} : { cookie } })
  await app.close()
  return { read: answer.json<{ read: unknown }>().read, header: answer.headers['set-cookie'] }
}

const secure = createCookieJar('https://store.example')
const plain = createCookieJar('http://127.0.0.1:4300')

test('with https a cookie is bound to this host, secure, and out of reach of scripts and other sites', async () => {
  const { header } = await ask(undefined, (_request, reply) => secure.write(reply, 'session', 'abc', 60))
  expect(header).toBe('__Host-session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure')
})

test('without https a cookie has no name prefix that requires it', async () => {
  const { header } = await ask(undefined, (_request, reply) => plain.write(reply, 'session', 'abc', 60))
  expect(header).toBe('session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})

test('clearing a cookie removes it from the browser', async () => {
  const { header } = await ask(undefined, (_request, reply) => secure.clear(reply, 'session'))
  expect(header).toMatch(/^__Host-session=; Max-Age=0; .*Secure$/)
})

test('two cookies in one response are both sent', async () => {
  const { header } = await ask(undefined, (_request, reply) => {
    plain.clear(reply, 'discord')
    plain.write(reply, 'session', 'abc', 60)
  })
  expect(header).toEqual([expect.stringMatching(/^discord=;/), expect.stringMatching(/^session=abc;/)])
})

const read = async (jar: CookieJar, cookie: string | undefined) =>
  (await ask(cookie, (request) => jar.read(request, 'session'))).read

test('a cookie is found among others by its whole name', async () => {
  expect(await read(plain, 'theme=dark; session=abc; other=1')).toBe('abc')
  expect(await read(plain, 'theme=dark;session=abc')).toBe('abc')
  expect(await read(plain, 'my-session=abc; session2=x')).toBeNull()
  expect(await read(plain, 'session=')).toBeNull()
  expect(await read(plain, undefined)).toBeNull()
})

test('with https a cookie that a subdomain could have planted is ignored', async () => {
  expect(await read(secure, 'session=planted')).toBeNull()
  expect(await read(secure, 'session=planted; __Host-session=ours')).toBe('ours')
})
