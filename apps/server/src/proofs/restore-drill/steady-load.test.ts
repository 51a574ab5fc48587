import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { figuresOf, startLoad } from './steady-load.ts'

test('the restore drill keeps sending requests while the server hangs, and times them from when they were due', async () => {
  let isStill = true
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const answer = () => response.writeHead(request.url === '/missing' ? 404 : 200).end()
    if (isStill) waiting.push(answer)
    else answer()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  try {
    const load = startLoad(`http://127.0.0.1:${port}`, ['/', '/missing'], 100)
    while (waiting.length < 20) await sleep(5)
    isStill = false
    for (const answer of waiting) answer()
    const { requests, failed, slowestMs } = await load.stop()
    expect(requests).toBeGreaterThanOrEqual(20)
    expect(slowestMs).toBeGreaterThan(180)
    expect(failed.length).toBeGreaterThanOrEqual(10)
    expect(new Set(failed)).toEqual(new Set(['/missing answered 404']))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('the p99 of a hundred requests is the second slowest', () => {
  const times = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(figuresOf(times)).toEqual({ requests: 100, p50Ms: 50, p99Ms: 99, slowestMs: 100 })
})
