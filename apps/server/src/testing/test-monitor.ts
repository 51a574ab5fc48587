import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The monitor of a store's owner: counts the pings it gets and answers with `status`. */
export const openTestMonitor = async () => {
  const monitor = { pings: 0, status: 200 }
  const server = createServer((request, response) => {
    monitor.pings += 1
    response.writeHead(monitor.status, { location: 'http://127.0.0.1:1/' }).end(request.method)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    monitor,
    url: `http://127.0.0.1:${port}/ping/6f0c1f`,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  }
}
