import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tx } from '@slipstream/db/client'

/**
 * What a process may have to forget. A feature that keeps copies in memory declares its word beside the announcement.
 *
 * @public Features merge their words into it.
 */
export interface Topics {}
export type Topic = keyof Topics

const CHANNEL = 'slipstream_changes'
const RECONNECT_MS = 500
/** Without these a connection to a silent server is waited for without end, and no announcement is heard again. */
const CONNECTION = {
  application_name: 'slipstream-changes',
  keepAlive: true,
  connectionTimeoutMillis: 2_500,
  query_timeout: 5_000,
}

/** Tells every process that something changed; they hear it when the transaction commits, and only then. */
export const announceChange = async (tx: Tx, topic: Topic, id?: number) => {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${id === undefined ? topic : `${topic} ${id}`})`)
}

/** Tells every process to forget one copy by its name, where nothing has changed but the copy is not wanted any more. */
export const announcePurge = async (tx: Tx, topic: Topic, name: string) => {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} =${name}`})`)
}

type Forget = (id?: number, name?: string) => void

export interface ChangeBus {
  /**
   * Told which one changed, or the name of the one copy to forget, if the announcement says so. Also called without
   * either after a lost connection came back, because an announcement may have been missed meanwhile.
   */
  onChange: (topic: Topic, forget: Forget) => void
  close: () => Promise<void>
}

/**
 * Hears the announcements of all processes through PostgreSQL, which has to be there anyway: a change reaches every
 * process also while Redis is away.
 */
export const openChangeBus = async (connectionString: string, log: Logger): Promise<ChangeBus> => {
  const listeners: { topic: Topic; forget: Forget }[] = []
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const tell = (announcement?: string) => {
    const { topic, id, name } = readAnnouncement(announcement)
    for (const listener of listeners) {
      if (topic === undefined || listener.topic === topic) listener.forget(id, name)
    }
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString, ...CONNECTION })
    next.on('notification', ({ payload }) => tell(payload))
    next.on('error', (error) => {
      log.warn({ err: error }, 'lost the connection for announcements of changes')
      void next.end().catch(() => {})
      reconnectSoon()
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (closed) await next.end()
    else client = next
  }

  const reconnectSoon = () => {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(
        () => tell(),
        () => reconnectSoon(),
      )
    }, RECONNECT_MS)
  }

  await connect()
  return {
    onChange: (topic, forget) => {
      listeners.push({ topic, forget })
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/** `mods`, `mods 12` or `mods =name of a copy`. */
const readAnnouncement = (announcement = ''): { topic?: string; id?: number; name?: string } => {
  const [, topic, id, name] = /^(\w+)(?: (\d+)| =(.+))?$/s.exec(announcement) ?? []
  return { ...(topic && { topic }), ...(id && { id: Number(id) }), ...(name && { name }) }
}
