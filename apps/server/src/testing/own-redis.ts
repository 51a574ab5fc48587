import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

/** A Redis that one test can start, stop and freeze. Not started yet. */
export const prepareOwnRedis = async () => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-redis-'))
  let running: ChildProcess | null = null

  const stop = async () => {
    const child = running
    running = null
    if (!child) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  return {
    url,
    start: async () => {
      const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder]
      running = spawn('redis-server', args, { stdio: 'ignore' })
      await untilItAnswers(url)
    },
    stop,
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
    close: async () => {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type OwnRedis = Awaited<ReturnType<typeof prepareOwnRedis>>

const untilItAnswers = async (url: string) => {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  redis.on('error', () => {})
  await redis.ping()
  redis.disconnect()
}
