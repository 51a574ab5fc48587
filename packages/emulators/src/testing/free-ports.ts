import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Emulators hand out their own URLs, so the port must be known before anything listens on it. */
export const freePorts = async (count: number) => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const free = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return free
}

export const freePort = async () => {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('no port was free')
  return port
}
