import { join } from 'node:path'
import { connect } from 'node:net'
import { daemonService } from './daemon-service.ts'
import { assertAnswers } from './http-check.ts'
import type { Places } from './places.ts'
import type { Service } from './service.ts'

export const mailboxService = ({ folder, ports }: Places): Service => {
  const own = join(folder, 'mailbox')
  const main = join(import.meta.dirname, 'mailbox/main.ts')
  const address = `http://127.0.0.1:${ports.mailbox}`
  return daemonService(
    {
      name: 'mailbox',
      folder: own,
      command: process.execPath,
      args: [main, '--smtp', String(ports.smtp), '--http', String(ports.mailbox), '--folder', join(own, 'messages')],
      port: ports.smtp,
      stopSignals: ['SIGTERM'],
    },
    address,
    () => Promise.all([greeting(ports.smtp), assertAnswers('The mailbox', address)]),
  )
}

const greeting = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 })
    socket.setEncoding('utf8').once('data', (line) => {
      socket.end('QUIT\r\n')
      if (String(line).startsWith('220 ')) resolve()
      else reject(new Error(`The mailbox greeted with ${String(line).trim()}`))
    })
    socket.once('timeout', () => socket.destroy(new Error('The mailbox sent no greeting')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The mailbox closed the connection')))
  })
