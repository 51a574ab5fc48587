import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { createLogger } from '#lib/logger.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { collectLogLines } from '#testing/log-lines.ts'
import { registerAccessLog } from './access-log.ts'

let app: App | null = null
afterEach(() => app?.close())

const listen = async (logLevel: 'info' | 'debug') => {
  const log = collectLogLines()
  app = await buildDetachedApp({ log: createLogger({ logLevel, nodeEnv: 'test' }, log.destination) })
  const address = await app.listen({ host: '127.0.0.1', port: await freePort() })
  const answered = () => log.lines().filter(({ msg }) => msg === 'answered')
  return { address, log, answered }
}

test('an answer is one line that names the call and not what was secret about it', async () => {
  const { address, log, answered } = await listen('info')
  const answer = await fetch(`${address}/api/download/7?token=hunter2&mail=buyer%40mail.example`, {
    headers: {
      authorization: 'Bearer hunter2',
      cookie: 'session=hunter2',
      referer: 'https://store.example/?code=hunter2',
    },
  })
  await vi.waitFor(() => expect(answered()).toHaveLength(1))
  expect(answered()[0]).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: process.pid,
    reqId: answer.headers.get('x-request-id'),
    method: 'GET',
    path: '/api/download/7',
    route: '/api/*',
    status: 404,
    ms: expect.any(Number),
    ip: '127.0.0.1',
    msg: 'answered',
  })
  expect(log.text()).not.toMatch(/hunter2|buyer|authorization|cookie/i)
})

test('what open tabs and monitors ask every few seconds is written only for who looks for it', async () => {
  const usual = await listen('info')
  await fetch(`${usual.address}/healthz`)
  await app?.inject('/api/nothing')
  await fetch(`${usual.address}/api/nothing`)
  await vi.waitFor(() => expect(usual.answered()).toHaveLength(1))
  await app?.close()

  const curious = await listen('debug')
  await fetch(`${curious.address}/healthz`)
  await vi.waitFor(() => expect(curious.answered()).toMatchObject([{ path: '/healthz', level: 20 }]))
})

test('of a cart that is asked for again and again only what is new is worth a line', async () => {
  const log = collectLogLines()
  const carts = Fastify()
  registerAccessLog(carts, { log: createLogger({ logLevel: 'info', nodeEnv: 'test' }, log.destination) })
  carts.get('/api/cart', (request, reply) =>
    reply.code(request.headers['if-none-match'] === 'known' ? 304 : 200).send(),
  )
  const address = await carts.listen({ host: '127.0.0.1', port: await freePort() })
  await fetch(`${address}/api/cart`, { headers: { 'if-none-match': 'known' } })
  await fetch(`${address}/api/cart`)
  await carts.close()
  expect(log.lines()).toMatchObject([{ path: '/api/cart', status: 200 }])
})
