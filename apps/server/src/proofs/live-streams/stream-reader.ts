import { get, type IncomingMessage } from 'node:http'

interface ReaderParts {
  url: string
  token: string
  /** As a proxy would report it: the limit per address must not count all readers as one. */
  address: string
  topics: string
  onEvent: () => void
}

const LONGEST_RETRY_MS = 60_000

/** A browser's connection: it reconnects like apps/web/app/lib/live/live-connection.ts. */
export const openReader = ({ url, token, address, topics, onEvent }: ReaderParts) => {
  let isClosed = false
  let failures = 0
  let spreadMs = 0
  let current: ReturnType<typeof get> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasResponse = false

  const handle = (block: string) => {
    spreadMs = Number(/^retry: (\d+)$/m.exec(block)?.[1] ?? spreadMs)
    const event = /^event: (open|hint|reset)$/m.exec(block)?.[1]
    if (!event) return
    if (event === 'open') failures = 0
    onEvent()
  }

  const later = () => {
    if (isClosed) return
    const longest = Math.min(LONGEST_RETRY_MS, Math.max(spreadMs, failures === 0 ? 0 : 1_000 * 2 ** failures))
    timer = setTimeout(connect, Math.random() * longest)
  }

  const read = (response: IncomingMessage) => {
    hasResponse = true
    if (response.statusCode !== 200) {
      response.resume()
      failures += 1
      return later()
    }
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) handle(block)
    })
    response.on('error', () => {})
    response.once('close', later)
  }

  const connect = () => {
    hasResponse = false
    current = get(
      `${url}/api/live?topics=${topics}`,
      { agent: false, headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } },
      read,
    )
    current.once('error', () => {
      // Once the response has begun, its end triggers the reconnect.
      if (hasResponse) return
      failures += 1
      later()
    })
  }
  connect()
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
      current?.destroy()
    },
  }
}
