import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A load balancer: one address in front of several servers. */
export const balance = async (port: number, servers: readonly number[]) => {
  const open = new Set<Socket>()
  let turn = 0

  const keep = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }

  const lead = (from: Socket, triesLeft: number) => {
    turn += 1
    const to = connect({ host: '127.0.0.1', port: servers[turn % servers.length] ?? 0 })
    to.once('error', () => {
      if (triesLeft > 0) lead(from, triesLeft - 1)
      else from.destroy()
    })
    to.once('connect', () => {
      keep(to)
      from.pipe(to).pipe(from)
      // A server killed in the middle of a response leaves its client with a broken connection.
      to.removeAllListeners('error').on('error', () => from.destroy())
      to.once('close', () => from.destroy())
      from.once('close', () => to.destroy())
    })
  }

  const balancer = createServer((from) => {
    keep(from)
    from.on('error', () => from.destroy())
    lead(from, servers.length - 1)
  })
  balancer.listen(port, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    close: () => {
      balancer.close()
      for (const socket of open) socket.destroy()
    },
  }
}
