import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, test } from '@playwright/test'
import { startStore } from './store-process.ts'
import { store } from './store.ts'

/** One request on a keep-alive connection, as a proxy sends it. */
const ask = (url: string, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, (response) => resolve(response.resume())).once('error', reject)
  })

const statusOf = async (url: string) => (await fetch(url)).status

test('a stopping server reports that it is draining and keeps answering until the drain time is over', async () => {
  const server = await startStore({ ...store.environment(), DRAIN_SECONDS: '3' }, store.freePort(0))
  const agent = new Agent({ keepAlive: true })
  const page = `${server.url}/api/site/store`
  expect((await ask(page, agent)).headers.connection).toBe('keep-alive')
  expect(await statusOf(`${server.privateUrl}/readyz`)).toBe(200)

  const stopping = server.stop()
  await expect.poll(() => statusOf(`${server.privateUrl}/readyz`), { intervals: [20] }).toBe(503)
  expect(await (await fetch(`${server.privateUrl}/readyz`)).json()).toEqual({ status: 'draining' })
  for (let request = 0; request < 20; request += 1) {
    const { statusCode, headers } = await ask(page, agent)
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
  }
  await stopping
  await expect(fetch(page)).rejects.toThrow()
})
