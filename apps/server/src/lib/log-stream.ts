import type { RedisGateway } from '#gateways/redis.ts'
import { formatLogLine } from './log-line.ts'
import { oneAtATime } from './one-at-a-time.ts'

const KEY = 'log:lines'
/** Entries in Redis; each holds the lines of one process and one interval. */
const MOST_ENTRIES = 200
const EVERY_MS = 250
/**
 * Lines sent per interval, so that a flood of lines costs no more than this. The log of the process itself has them
 * all.
 */
const MOST_LINES = 100
const ENTRIES_AT_ONCE = 10

interface Connection {
  redis: RedisGateway
  redact: (text: string) => string
}

export interface LogFeed {
  /** Called with every line the process logs, so it only remembers the line. */
  push: (line: string) => void
  /** Starts sending; until then, lines are only kept. */
  connect: (connection: Connection) => void
  /** Sends the last lines. Called before the connection to Redis closes. */
  close: () => Promise<void>
}

/** Sends the latest lines of a process to the stream that all processes share. `source` names the process. */
export const createLogFeed = (source: string): LogFeed => {
  const ring: string[] = []
  let pushed = 0
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  let connection: Connection | undefined

  const sendNew = async () => {
    const until = pushed
    if (!connection || until === sent || !connection.redis.isUp()) return
    const { redis, redact } = connection
    const lines = takeLines(ring, sent, until).map((line) => formatLogLine(line, source, redact))
    const entry = await redis.attempt((client) =>
      client.xadd(KEY, 'MAXLEN', '~', MOST_ENTRIES, '*', 'lines', JSON.stringify(lines)),
    )
    // Sent again after an outage, as long as the ring still holds them.
    if (entry !== null) sent = until
  }
  const sending = oneAtATime(sendNew)

  return {
    push: (line) => {
      ring[pushed % MOST_LINES] = line
      pushed += 1
    },
    connect: (open) => {
      connection = open
      // A line that cannot be sent must not stop the ones after it.
      timer = setInterval(() => void sending.run().catch(() => undefined), EVERY_MS)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      await sending.runLast().catch(() => undefined)
    },
  }
}

const takeLines = (ring: readonly string[], from: number, until: number) => {
  const first = Math.max(from, until - MOST_LINES)
  const lines = Array.from({ length: until - first }, (_, at) => ring[(first + at) % MOST_LINES] ?? '')
  return first === from ? lines : [leftOut(first - from), ...lines]
}

const leftOut = (count: number) =>
  JSON.stringify({ level: 40, time: Date.now(), msg: `${count} lines were left out because they arrived too fast` })

/** The latest lines of all processes, newest first; null while Redis is down. */
export const readLogLines = async (redis: RedisGateway, limit: number): Promise<string[] | null> => {
  const lines: string[] = []
  let before = '+'
  for (let read = 0; read < MOST_ENTRIES && lines.length < limit; read += ENTRIES_AT_ONCE) {
    const from = before
    const entries = await redis.attempt((client) => client.xrevrange(KEY, from, '-', 'COUNT', ENTRIES_AT_ONCE))
    if (entries === null) return null
    for (const [, [, packed = '[]']] of entries) lines.push(...(JSON.parse(packed) as string[]))
    const last = entries.at(-1)?.[0]
    if (last === undefined || entries.length < ENTRIES_AT_ONCE) break
    before = `(${last}`
  }
  // Every line begins with its time, and the processes send at different moments.
  return lines.sort().reverse().slice(0, limit)
}
