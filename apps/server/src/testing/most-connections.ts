import type pg from 'pg'

/** How many connections of a pool a piece of work wanted at the same time, whether it got them or waited. */
export const mostConnections = async <T>(pool: pg.Pool, work: () => Promise<T>) => {
  const original = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  let wanted = 0
  let most = 0
  const onRelease = () => (wanted -= 1)
  pool.connect = ((...args: unknown[]) => {
    wanted += 1
    most = Math.max(most, wanted)
    return original(...args)
  }) as pg.Pool['connect']
  pool.on('release', onRelease)
  try {
    const result = await work()
    return { result, most }
  } finally {
    pool.connect = original as pg.Pool['connect']
    pool.off('release', onRelease)
  }
}
