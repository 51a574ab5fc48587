import { connect } from 'node:net'
import { join } from 'node:path'
import type { Places } from './places.ts'
import { type Daemon, runningPid, startDaemon, stopDaemon, untilHealthy } from './process.ts'
import type { Service } from './service.ts'

export const redisService = ({ folder, ports }: Places): Service => {
  const redis: Daemon = {
    name: 'redis',
    folder: join(folder, 'redis'),
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(ports.redis), '--dir', join(folder, 'redis'), '--appendonly', 'yes'],
    port: ports.redis,
    stopSignals: ['SIGTERM'],
  }
  const check = () => ping(ports.redis)
  return {
    name: 'redis',
    address: `redis://127.0.0.1:${ports.redis}`,
    start: async () => {
      await startDaemon(redis)
      await untilHealthy([redis], check)
    },
    stop: () => stopDaemon(redis),
    check,
    pids: () => [runningPid(redis)].filter((pid) => pid !== undefined),
  }
}

const ping = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 })
    socket.setEncoding('utf8').write('PING\r\n')
    socket.once('data', (answer) => {
      socket.destroy()
      if (String(answer).startsWith('+PONG')) resolve()
      else reject(new Error(`Redis answered ${String(answer).trim()}`))
    })
    socket.once('timeout', () => socket.destroy(new Error('Redis does not answer')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('Redis closed the connection')))
  })
