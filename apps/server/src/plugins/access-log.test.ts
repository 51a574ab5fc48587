import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import type { App } from '#app.ts'
import { createLogger } from '#lib/logger.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
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

test('a request is logged as one line that names the call without its secrets', async () => {
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

test('a secret in the path of a mailed link is not logged', async () => {
  const { address, log, answered } = await listen('info')
  await fetch(`${address}/api/mail/unsubscribe/hunter2`)
  await vi.waitFor(() => expect(answered()).toHaveLength(1))
  expect(answered()[0]).toMatchObject({ path: '/api/mail/unsubscribe/:token' })
  expect(log.text()).not.toContain('hunter2')
})

test('health checks and the server’s own requests are logged at debug level only', async () => {
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

test('every endpoint that the contract marks as a poll is logged at debug level, unless it is refused', async () => {
  const log = collectLogLines()
  const logger = createLogger({ logLevel: 'info', nodeEnv: 'test' }, log.destination)
  const store = Fastify()
  registerAccessLog(store, { log: logger })
  const endpoints = [...(await readContractEndpoints()).values()]
  const polls = endpoints.filter(({ poll }) => poll)
  const others = endpoints.filter(({ poll, path }) => !poll && !path.includes(':')).slice(0, 3)
  for (const api of [...polls, ...others]) {
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      reply.code(Number(request.headers['x-answer'])).send()
    store.route({ method: api.method, url: api.path, config: { api }, handler })
  }
  const address = await store.listen({ host: '127.0.0.1', port: await freePort() })
  const ask = ({ method, path }: AnyEndpoint, status: number) =>
    fetch(`${address}${path}`, { method, headers: { 'x-answer': String(status) } })

  expect(polls.length).toBeGreaterThan(3)
  for (const api of polls) for (const status of [200, 304]) await ask(api, status)
  for (const api of others) await ask(api, 200)
  for (const api of polls) await ask(api, 401)
  await store.close()
  expect(log.lines().map(({ method, path, status }) => [method, path, status])).toEqual([
    ...others.map(({ method, path }) => [method, path, 200]),
    ...polls.map(({ method, path }) => [method, path, 401]),
  ])
})
