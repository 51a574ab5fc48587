import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Ends a session after this many mails, like a provider that spreads its load. */
const MAILS_PER_SESSION = 2_500

/** A mail server that only counts who got how many mails: 100,000 mails would not fit into the usual mailbox. */
export const openCountingMailbox = async () => {
  const received = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed worker resets its connections.
    socket.on('error', () => {})
    speak(socket, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const speak = (socket: Socket, received: Map<string, number>) => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let pending = ''
  let recipient = ''
  let isData = false
  let mails = 0
  const take = (line: string) => {
    if (isData) {
      if (line !== '.') return
      isData = false
      mails += 1
      received.set(recipient, (received.get(recipient) ?? 0) + 1)
      say('250 2.0.0 Taken')
      if (mails >= MAILS_PER_SESSION) socket.end('421 4.7.0 Enough for one session\r\n')
      return
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') recipient = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') {
      isData = true
      return say('354 Go on')
    }
    say(command === 'QUIT' ? '221 Bye' : '250 OK')
  }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  say('220 counting mailbox')
}
