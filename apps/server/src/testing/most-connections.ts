import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

type Answer = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void
type Connect = (answer?: Answer) => Promise<pg.PoolClient>

const counted = new AsyncLocalStorage<true>()

/**
 * How many connections of a pool a piece of work wanted at the same time, whether it got them or waited. Background
 * work of the store, such as writing buffered events, is not counted.
 */
export const mostConnections = async <T>(pool: pg.Pool, work: () => Promise<T>) => {
  const connect = pool.connect.bind(pool) as Connect
  const held = new Set<pg.PoolClient>()
  let wanted = 0
  let most = 0

  const hold = (client?: pg.PoolClient) => {
    if (client) held.add(client)
    else wanted -= 1
  }
  const onRelease = (_error: unknown, client: pg.PoolClient) => {
    if (held.delete(client)) wanted -= 1
  }
  const connectCounted: Connect = (answer) => {
    if (!counted.getStore()) return connect(answer)
    wanted += 1
    most = Math.max(most, wanted)
    if (answer) {
      return connect((error, client, release) => {
        hold(client)
        answer(error, client, release)
      })
    }
    const asked = connect()
    asked.then(hold, () => hold())
    return asked
  }
  pool.connect = connectCounted as pg.Pool['connect']
  pool.on('release', onRelease)
  try {
    const result = await counted.run(true, work)
    return { result, most }
  } finally {
    pool.connect = connect as pg.Pool['connect']
    pool.off('release', onRelease)
  }
}
