import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from 'node:http'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { SECURITY_HEADERS } from '#plugins/security-headers.ts'
import { CONNECTION_TIMES, limitConnections } from './connection-limits.ts'

let app: App
let port = 0
beforeAll(async () => {
  app = await buildDetachedApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const send = (first: string, to = port) => {
  const socket = connect({ port: to, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(first)
  return socket
}

const expectSecurityHeaders = (answer: string) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect(answer.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
  expect(answer).toContain('"code":"request.invalid"')
}

test('a client that sends its headers or body one byte at a time is refused and disconnected', async () => {
  const impatient = await buildDetachedApp()
  // Shorter than in the store but longer than its interval, to keep the test fast.
  Object.assign(impatient.server, { requestTimeout: 300, headersTimeout: 300 })
  await impatient.listen({ host: '127.0.0.1', port: 0 })
  const to = (impatient.server.address() as AddressInfo).port
  const slow = [
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{',
    'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  ].map((beginning) => send(beginning, to))
  const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('a')), 100)
  const answers = await Promise.all(slow.map((socket) => text(socket)))
  clearInterval(drip)
  await impatient.close()
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
    expectSecurityHeaders(answer)
  }
})

test('the store allows twenty seconds for a request and ten for its headers, checked every other second', () => {
  expect(app.server.requestTimeout).toBe(20_000)
  expect(app.server.headersTimeout).toBe(10_000)
  expect(app.server.timeout).toBe(60_000)
  expect(CONNECTION_TIMES.connectionsCheckingInterval).toBe(2_000)
  expect(app.server.maxConnections).toBe(12_000)
})

test.each([
  ['a request that is not HTTP', 'NOT HTTP\r\n\r\n', 400],
  ['headers above 16 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a request with two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
])('%s is refused with the standard headers', async (_what, request, status) => {
  const answer = await text(send(request))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expectSecurityHeaders(answer)
})

const isClosed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))
const isOpen = (socket: Socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))

test('one address can hold a limited number of connections, and closing one frees a place', async () => {
  const server = createServer((_request, response) => response.end('here'))
  limitConnections(server, { trustedProxies: [], maxPerAddress: 3 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const to = (server.address() as AddressInfo).port
  const open = (from = '127.0.0.1') => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    return socket
  }
  const held = [open(), open(), open()]
  await Promise.all(held.map(isOpen))
  await isClosed(open().resume())

  const other = open('127.0.0.2')
  other.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(other)).toContain('here')

  held[0]!.destroy()
  await isClosed(held[0]!)
  const answerOf = async (): Promise<string> => {
    const next = open()
    next.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const answer = await text(next).catch(() => '')
    return answer === '' ? answerOf() : answer
  }
  expect(await answerOf()).toContain('here')
  for (const socket of held) socket.destroy()
  server.close()
})

test('a trusted proxy can hold any number of connections', async () => {
  const server = createServer()
  limitConnections(server, { trustedProxies: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'], maxPerAddress: 1 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const open = () => connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const counted = new Promise<void>((resolve) => {
    let count = 0
    server.on('connection', () => ++count === 3 && resolve())
  })
  const held = [open(), open(), open()]
  await counted
  expect(held.some((socket) => socket.destroyed)).toBe(false)
  for (const socket of held) socket.destroy()
  server.close()
})
