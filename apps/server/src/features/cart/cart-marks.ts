import type { RedisGateway } from '#gateways/redis.ts'

const EPOCH = 'cart:epoch'
const keyOf = (userId: number) => `cart:of:${userId}`

const KEPT_MS = 300_000
/** Replaces the cached copy after a change, for long enough that a slow reader cannot put the old version back. */
const CHANGED = 'changed'
const CHANGED_MS = 5_000
const SLOWEST_READER_MS = 2_000

const KEEP_IF_CURRENT = `
if redis.call('get', KEYS[2]) == ARGV[1] and redis.call('get', KEYS[1]) ~= '${CHANGED}' then
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1`

/** One version of a cart within an epoch. */
export interface CartState {
  version: string
  /** When the next sale in the cart begins or ends, in milliseconds; 0 for never. */
  turnsAt: number
}

/** `state` is null where Redis has no copy of this epoch. */
type Found = { epoch: string; state: CartState | null } | { epoch: null; state: null }

/** The cart versions cached in Redis. */
export const openMarks = (redis: RedisGateway) => {
  const find = inBatches(async (userIds) => {
    const values = await redis.attempt((client) => client.mget(EPOCH, ...userIds.map(keyOf)))
    const [epoch = null, ...copies] = values ?? []
    return userIds.map((_, at): Found | null => {
      if (!values) return null
      return epoch === null ? { epoch, state: null } : { epoch, state: readCopy(epoch, copies[at]) }
    })
  })

  return {
    /** Null while Redis is down. */
    find,
    keep: async (userId: number, epoch: string, { version, turnsAt }: CartState, readAt: number) => {
      if (Date.now() - readAt > SLOWEST_READER_MS) return
      const copy = `${epoch} ${version} ${turnsAt}`
      await redis.attempt((client) => client.eval(KEEP_IF_CURRENT, 2, keyOf(userId), EPOCH, epoch, copy, KEPT_MS))
    },
    /** `outdate` and `beginEpoch` return whether Redis has accepted the write. */
    outdate: async (userId: number) =>
      (await redis.attempt((client) => client.set(keyOf(userId), CHANGED, 'PX', CHANGED_MS))) !== null,
    beginEpoch: async (epoch: string) => (await redis.attempt((client) => client.set(EPOCH, epoch))) !== null,
  }
}

const readCopy = (current: string, copy: string | null | undefined): CartState | null => {
  const [epoch, version, turnsAt] = copy?.split(' ') ?? []
  return epoch === current && version !== undefined ? { version, turnsAt: Number(turnsAt) } : null
}

/**
 * One lookup runs at a time, and callers that arrive meanwhile share the next one: under load most of the cost is the
 * round trip, and without load nobody waits. The answer is never older than the request.
 */
const inBatches = <T>(ask: (userIds: number[]) => Promise<T[]>) => {
  let waiting: { userId: number; tell: (found: T) => void }[] = []
  let isAsking = false
  const askForAll = async () => {
    const batch = waiting
    waiting = []
    const found = await ask(batch.map(({ userId }) => userId))
    batch.forEach(({ tell }, at) => tell(found[at] as T))
    if (waiting.length > 0) setImmediate(() => void askForAll())
    else isAsking = false
  }
  return (userId: number) =>
    new Promise<T>((tell) => {
      waiting.push({ userId, tell })
      if (isAsking) return
      isAsking = true
      setImmediate(() => void askForAll())
    })
}
