import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A TCP proxy in front of a service that can make it slow or unreachable. */
const openFaultyProxy = async (target: { host: string; port: number }) => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let delayMs = 0
  let isCut = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const service = createConnection(target)
    keep(client)
    keep(service)
    client.on('data', (bytes) => service.write(bytes))
    // Only the answers are delayed: one round trip takes this much longer.
    service.on('data', (bytes) => {
      if (delayMs === 0) client.write(bytes)
      else setTimeout(() => client.writable && client.write(bytes), delayMs)
    })
    client.on('close', () => service.destroy())
    service.on('close', () => client.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    delay: (ms: number) => {
      delayMs = ms
    },
    cut: () => {
      isCut = true
      destroyAll()
    },
    restore: () => {
      isCut = false
      delayMs = 0
    },
    close: () => {
      destroyAll()
      server.close()
    },
  }
}

export type FaultyProxy = Awaited<ReturnType<typeof openFaultyProxy>>

/** The same address through a proxy. */
export const throughProxy = async (address: string) => {
  const url = new URL(address)
  const proxy = await openFaultyProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `127.0.0.1:${proxy.port}`
  return { proxy, url: url.href.replace(/\/$/, '') }
}
