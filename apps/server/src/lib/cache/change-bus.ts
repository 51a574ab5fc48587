import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tx } from '@slipstream/db/client'
import { startHeartbeat } from './heartbeat.ts'

/**
 * What processes cache. A feature that caches something declares its topic next to the announcement.
 *
 * @public Features merge their topics into it.
 */
export interface Topics {}
export type Topic = keyof Topics

const CHANNEL = 'slipstream_changes'
const RECONNECT_MS = 500
/** A dead connection is noticed after four of these. docs/caches.md says what may be wrong until then. */
const BEAT_MS = 5_000
/** Without these, a connection to an unresponsive server would wait forever and no announcement would arrive again. */
const CONNECTION = {
  application_name: 'slipstream-changes',
  keepAlive: true,
  connectionTimeoutMillis: 2_500,
  query_timeout: 5_000,
}

/** Announces a change to every process when the transaction commits. */
export const announceChange = async (tx: Tx, topic: Topic, id?: number) => {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${id === undefined ? topic : `${topic} ${id}`})`)
}

/** Tells every process to drop one cached copy by name, although nothing has changed. */
export const announcePurge = async (tx: Tx, topic: Topic, name: string) => {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} =${name}`})`)
}

/** Tells every process, on commit, what its connected pages must fetch again. See lib/live. */
export const announceToPages = async (tx: Tx, hint: string) => {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${FOR_PAGES}${hint}`})`)
}

const FOR_PAGES = '!'
const HEARTBEAT = '~'

type Forget = (id?: number) => void
type Drop = (name: string) => void
type Hear = (hint: string) => void

export interface ChangeBus {
  /** Called with the id that changed, if given. Also called after a reconnect: an announcement may have been missed. */
  onChange: (topic: Topic, forget: Forget) => void
  /** Called with the name of one copy to drop, although nothing has changed. */
  onPurge: (topic: Topic, drop: Drop) => void
  /** Called with what a transaction announced to open pages. */
  onHint: (hear: Hear) => void
  /** Called when the lost connection is back: announcements may have been missed. */
  onReturn: (listener: () => void) => void
  close: () => Promise<void>
}

/**
 * Receives announcements of all processes through PostgreSQL LISTEN, so that changes arrive even while Redis is down.
 */
export const openChangeBus = async (
  connectionString: string,
  log: Logger,
  { beatMs = BEAT_MS } = {},
): Promise<ChangeBus> => {
  const listeners: { topic: Topic; forget: Forget }[] = []
  const droppers: { topic: Topic; drop: Drop }[] = []
  const hearers: Hear[] = []
  const returnListeners: (() => void)[] = []
  let close = async () => {}
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const tell = (announcement?: string) => {
    if (announcement?.startsWith(FOR_PAGES)) {
      for (const hear of hearers) hear(announcement.slice(FOR_PAGES.length))
      return
    }
    const { topic, id, name } = readAnnouncement(announcement)
    if (name !== undefined) {
      for (const dropper of droppers) if (dropper.topic === topic) dropper.drop(name)
      return
    }
    for (const listener of listeners) {
      if (topic === undefined || listener.topic === topic) listener.forget(id)
    }
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString, ...CONNECTION })
    let isLost = false
    const lose = (error: Error) => {
      if (isLost) return
      isLost = true
      heart.stop()
      log.warn({ err: error }, 'lost the connection for change announcements')
      dropConnection(next)
      reconnectSoon()
    }
    const heart = startHeartbeat({
      everyMs: beatMs,
      // Only what is heard counts: a failing statement is followed by silence.
      send: (beat) => void next.query('select pg_notify($1, $2)', [CHANNEL, `${HEARTBEAT}${beat}`]).catch(() => {}),
      onDead: () => lose(new Error('did not hear its own heartbeat')),
    })
    next.on('notification', ({ payload }) => {
      if (payload?.startsWith(HEARTBEAT)) heart.hear(payload.slice(HEARTBEAT.length))
      else tell(payload)
    })
    next.on('error', lose)
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      isLost = true
      heart.stop()
      dropConnection(next)
      throw error
    }
    close = async () => {
      isLost = true
      heart.stop()
      await next.end()
    }
    if (closed) await close()
  }

  const reconnectSoon = () => {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(
        () => {
          tell()
          for (const listener of returnListeners) listener()
        },
        () => reconnectSoon(),
      )
    }, RECONNECT_MS)
  }

  await connect()
  return {
    onChange: (topic, forget) => {
      listeners.push({ topic, forget })
    },
    onPurge: (topic, drop) => {
      droppers.push({ topic, drop })
    },
    onHint: (hear) => {
      hearers.push(hear)
    },
    onReturn: (listener) => {
      returnListeners.push(listener)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await close()
    },
  }
}

/** Without a farewell, which a dead connection would never finish. */
const dropConnection = (client: pg.Client) => {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}

/** `mods`, `mods 12` or `mods =name of a copy`. */
const readAnnouncement = (announcement = ''): { topic?: string; id?: number; name?: string } => {
  const [, topic, id, name] = /^(\w+)(?: (\d+)| =(.+))?$/s.exec(announcement) ?? []
  return { ...(topic && { topic }), ...(id && { id: Number(id) }), ...(name && { name }) }
}
