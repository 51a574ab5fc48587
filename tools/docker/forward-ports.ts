import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'

/** This machine on Docker's own bridge, where every container reaches it. */
export const GATEWAY = '172.17.0.1'

/** The services of a development machine listen on 127.0.0.1, which containers do not reach: opens them on one more address. */
export const forwardPorts = async (host: string, ports: readonly number[]) => {
  const servers: Server[] = []
  const close = () => {
    for (const server of servers) server.close()
  }
  for (const port of ports) {
    const server = createServer((inside) => {
      const outside = connect(port, '127.0.0.1')
      inside.pipe(outside).pipe(inside)
      inside.on('error', () => outside.destroy())
      outside.on('error', () => inside.destroy())
    })
    servers.push(server)
    await once(server.listen(port, host), 'listening')
  }
  return { close }
}

/** The same for a Unix socket, under another path. */
export const forwardSocket = async (from: string, to: string) => {
  // Docker's client closes its half of a connection and keeps reading the other.
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    const outside = connect({ path: to, allowHalfOpen: true })
    inside.pipe(outside).pipe(inside)
    inside.on('error', () => outside.destroy())
    outside.on('error', () => inside.destroy())
  })
  await once(server.listen(from), 'listening')
  return { close: () => server.close() }
}
