import { connect, type Socket } from 'node:net'

/** How often a slow client sends one byte: often enough that no idle timeout of a few seconds closes the connection. */
const DRIP_MS = 2_000

interface SlowOptions {
  port: number
  from: string
  count: number
}

const BEGINNINGS = [
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
]

/** Keeps this many connections open. Each sends one byte at a time and never finishes; a closed one is reopened. */
export const holdSlowConnections = ({ port, from, count }: SlowOptions) => {
  let isOver = false
  let closedByStore = 0
  const open = new Set<Socket>()
  const begin = (number: number) => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    open.add(socket)
    socket.once('connect', () => socket.write(BEGINNINGS[number % BEGINNINGS.length]!))
    socket.on('error', () => {})
    socket.resume()
    socket.once('close', () => {
      open.delete(socket)
      if (!isOver) {
        closedByStore += 1
        setTimeout(() => begin(number), 1_000).unref()
      }
    })
  }
  for (let number = 0; number < count; number++) begin(number)
  const drip = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write('a')
  }, DRIP_MS)
  return {
    closedByStore: () => closedByStore,
    stop: () => {
      isOver = true
      clearInterval(drip)
      for (const socket of open) socket.destroy()
    },
  }
}
