import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A status with headers, or no answer at all. */
type Answer = { status: number; headers?: Record<string, string> } | 'never'

/** A server that receives webhooks in place of the store. */
export const startReceiver = async (secret = 'whsec_of_the_receiver') => {
  const received: Received[] = []
  let answerTo: (received: Received, number: number) => Answer | Promise<Answer> = () => ({ status: 200 })
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      const answer = await answerTo(one, received.length)
      if (answer !== 'never') response.writeHead(answer.status, answer.headers).end('{}')
    })
  }).listen(0, '127.0.0.1')
  let connections = 0
  let mostConnections = 0
  server.on('connection', (socket) => {
    connections += 1
    mostConnections = Math.max(mostConnections, connections)
    socket.once('close', () => {
      connections -= 1
    })
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return {
    /** Options for an emulator that sends its webhooks here. */
    webhook: { url, secret },
    url,
    received,
    /** The highest number of connections open at once. */
    mostConnections: () => mostConnections,
    answer: (by: typeof answerTo) => {
      answerTo = by
    },
    /** The received events, read by the official client, which throws on a wrong signature. */
    events: () =>
      received.map(({ body, headers }) =>
        Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
      ),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
