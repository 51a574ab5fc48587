import { connect } from 'node:net'
import { join } from 'node:path'
import { daemonService } from './daemon-service.ts'
import type { Places } from './places.ts'
import type { Service } from './service.ts'

export const redisService = ({ folder, ports }: Places): Service => {
  return daemonService(
    {
      name: 'redis',
      folder: join(folder, 'redis'),
      command: 'redis-server',
      args: [
        '--bind',
        '127.0.0.1',
        '--port',
        String(ports.redis),
        '--dir',
        join(folder, 'redis'),
        '--appendonly',
        'yes',
      ],
      port: ports.redis,
      stopSignals: ['SIGTERM'],
    },
    `redis://127.0.0.1:${ports.redis}`,
    () => ping(ports.redis),
  )
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
