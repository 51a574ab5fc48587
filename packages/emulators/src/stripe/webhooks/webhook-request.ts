import { createHmac } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'

interface WebhookRequest {
  url: string
  body: string
  secret: string
  at: Date
  timeoutMs: number
  signal: AbortSignal
}

// Many events at once must not open as many connections. Idle ones close here before the store closes them: an event
// sent into a closing connection would look like a failed attempt.
const CONNECTIONS = { keepAlive: true, maxSockets: 64, timeout: 1_000 }
const plain = new http.Agent(CONNECTIONS)
const secure = new https.Agent(CONNECTIONS)

/** Sends an event like Stripe and resolves to the status. Redirects are not followed. */
export const postWebhook = ({ url, body, secret, at, timeoutMs, signal }: WebhookRequest) =>
  new Promise<number>((resolve, reject) => {
    const [protocol, agent] = url.startsWith('https:') ? [https, secure] : [http, plain]
    const headers = {
      accept: '*/*; q=0.5, application/xml',
      'cache-control': 'no-cache',
      'content-length': Buffer.byteLength(body),
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, secret, at),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    const request = protocol.request(url, { method: 'POST', agent, headers, signal }, (response) => {
      resolve(response.statusCode ?? 0)
      // Only the status counts; the rest is read to free the connection.
      response.on('error', () => undefined).resume()
    })
    request.once('error', reject)
    // Counted from here, because a delivery may have to wait for a connection.
    request.once('socket', () => {
      const timer = setTimeout(() => request.destroy(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs)
      request.once('close', () => clearTimeout(timer))
    })
    request.end(body)
  })

/** The `Stripe-Signature` header, which the client's `constructEvent` verifies. */
const signatureOf = (body: string, secret: string, at: Date) => {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
