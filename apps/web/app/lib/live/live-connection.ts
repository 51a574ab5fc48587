import { readEvents } from './event-stream.ts'

/**
 * The server also closes the stream when its session ends. The page that ended it, by deleting the account, learns this
 * a moment later; reconnecting before that would only be rejected.
 */
const PAUSE_MS = 3_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** The server writes every 25 seconds. After sleep, a laptop has a dead connection that was never closed. */
const SILENCE_MS = 60_000
/** The problem is the sign-in or the topics, so a retry would not help. */
const FINAL = new Set([400, 401, 403, 404])

export interface ConnectionParts {
  connect: (topics: readonly string[], signal: AbortSignal) => Promise<Response>
  /** These topics may have changed since the page fetched them. Null means all. */
  onChanged: (topics: readonly string[] | null, withinMs: number) => void
  onSignal: (data: string) => void
  onLive: (isLive: boolean) => void
}

interface Attempt {
  topics: readonly string[]
  abort: AbortController
}

/** Keeps one stream open for the wanted topics. When they change, it opens a new stream before closing the old one. */
export const createConnection = ({ connect, onChanged, onSignal, onLive }: ConnectionParts) => {
  let wanted: readonly string[] = []
  let open: Attempt | null = null
  let trying: Attempt | null = null
  let failures = 0
  let spreadMs = 0
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const lose = () => {
    open = null
    onLive(false)
  }

  const later = () => {
    const longest = Math.max(spreadMs, failures === 0 ? 0 : FIRST_RETRY_MS * 2 ** failures)
    clearTimeout(timer)
    // Full jitter, so that browsers do not all reconnect at once after a restart.
    timer = setTimeout(attempt, (failures === 0 ? PAUSE_MS : 0) + Math.random() * Math.min(LONGEST_RETRY_MS, longest))
  }

  const opened = (current: Attempt) => {
    const before = open
    open = current
    trying = null
    failures = 0
    onLive(true)
    before?.abort.abort()
    onChanged(
      current.topics.filter((topic) => !before?.topics.includes(topic)),
      0,
    )
  }

  const handle = (current: Attempt, event: string, data: string) => {
    if (event === 'open') opened(current)
    if (event === 'signal') onSignal(data)
    if (event === 'hint') onChanged([(JSON.parse(data) as { topic: string }).topic], 0)
    if (event === 'reset') onChanged(null, (JSON.parse(data) as { withinMs: number }).withinMs)
  }

  const read = async (current: Attempt) => {
    const { topics, abort } = current
    const response = await connect(topics, abort.signal)
    if (FINAL.has(response.status)) isStopped = true
    if (!response.ok || !response.body) return
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => abort.abort(), SILENCE_MS)
    }
    listen()
    try {
      for await (const { event, data, retry } of readEvents(response.body)) {
        listen()
        if (abort.signal.aborted) return
        spreadMs = retry ?? spreadMs
        handle(current, event, data)
      }
    } finally {
      clearTimeout(silence)
    }
  }

  const attempt = () => {
    clearTimeout(timer)
    if (isStopped || wanted.length === 0 || isSame(wanted, open?.topics) || isSame(wanted, trying?.topics)) return
    trying?.abort.abort()
    const current = { topics: wanted, abort: new AbortController() }
    trying = current
    const ended = () => {
      if (current === trying) {
        trying = null
        failures += 1
      } else if (current === open) lose()
      else return
      if (!isStopped) later()
    }
    read(current).then(ended, ended)
  }

  return {
    want: (topics: readonly string[]) => {
      // Asking for the same topics again must not shorten the wait after a failure.
      if (isSame(topics, wanted)) return
      wanted = topics
      if (topics.length > 0) return attempt()
      clearTimeout(timer)
      isStopped = false
      failures = 0
      trying?.abort.abort()
      trying = null
      const last = open
      if (last) lose()
      last?.abort.abort()
    },
    /** The sign-in changed, or the network is back. */
    wake: () => {
      isStopped = false
      failures = 0
      attempt()
    },
  }
}

const isSame = (some: readonly string[], others: readonly string[] = []) =>
  some.length === others.length && some.every((each) => others.includes(each))
