import type { RedisGateway } from '#gateways/redis.ts'
import type { ChangeBus, Topic } from './change-bus.ts'
import { expiringCache } from './expiring-cache.ts'
import { preparedFrom, type PreparedAnswer } from './prepared-answer.ts'

/** The maximum age of an answer anywhere, so that changes by the clock, such as a sale, show by then. */
const TTL_MS = 60_000
const MEGABYTE = 1_048_576

/**
 * Stores a copy only if its topic has not changed since the read began; otherwise a slow reader would revive stale
 * data.
 */
const STORE_IF_CURRENT = `
if (redis.call('get', KEYS[2]) or '0') == ARGV[1] then
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1`

const copyKey = (topic: Topic, name: string) => `copy:${topic}:${name}`
const epochKey = (topic: Topic) => `epoch:${topic}`

/** Synchronous when cached in memory. */
type Remember = (topic: Topic, name: string, load: () => Promise<string>) => PreparedAnswer | Promise<PreparedAnswer>

export interface SharedCache {
  /**
   * A JSON answer from this process's memory, else from Redis, else from `load`, which runs once for concurrent
   * callers.
   */
  remember: Remember
  /**
   * For answers such as searches, of which there are so many that one may never be requested again. They are cached in
   * this process only and evict only each other.
   */
  rememberPassing: Remember
  /**
   * Drops one answer, or all of a topic, here and in Redis. Other processes learn of it by announcement
   * (change-bus.ts).
   */
  purge: (topic: Topic, name?: string) => Promise<void>
}

interface Copy {
  body: string
  madeAt: number
}

export const openSharedCache = (redis: RedisGateway, bus: ChangeBus, topics: readonly Topic[]): SharedCache => {
  const common = answersUpTo(16 * MEGABYTE)
  const passing = answersUpTo(8 * MEGABYTE)
  /** Topics whose old copies could not be dropped because Redis was down. */
  const undropped = new Set<Topic>()

  const purge = async (topic: Topic, name?: string) => {
    const isMeant = (key: string) =>
      name === undefined ? key.startsWith(copyKey(topic, '')) : key === copyKey(topic, name)
    common.forget(isMeant)
    passing.forget(isMeant)
    if (name !== undefined) {
      await redis.attempt((client) => client.del(copyKey(topic, name)))
      return
    }
    undropped.add(topic)
    const dropped = await redis.attempt((client) => client.incr(epochKey(topic)))
    if (dropped !== null) undropped.delete(topic)
  }
  for (const topic of topics) {
    bus.onChange(topic, () => void purge(topic))
    bus.onPurge(topic, (name) => void purge(topic, name))
  }
  redis.onReturn(() => {
    for (const topic of undropped) void purge(topic)
  })

  const findCopy = async (topic: Topic, name: string, load: () => Promise<string>): Promise<Copy> => {
    const key = copyKey(topic, name)
    const copies = undropped.has(topic) ? null : await redis.attempt((client) => client.mget(epochKey(topic), key))
    const epoch = copies?.[0] ?? '0'
    const copy = readCopy(copies?.[1])
    if (copy?.epoch === epoch) return copy

    const made = await makeCopy(load)
    if (copies) {
      const text = `${epoch} ${made.madeAt}\n${made.body}`
      void redis.attempt((client) => client.eval(STORE_IF_CURRENT, 2, key, epochKey(topic), epoch, text, TTL_MS))
    }
    return made
  }

  return {
    remember: (topic, name, load) => common.get(copyKey(topic, name), () => findCopy(topic, name, load)),
    rememberPassing: (topic, name, load) => passing.get(copyKey(topic, name), () => makeCopy(load)),
    purge,
  }
}

/** How many answers Redis holds a copy of; null while it is down. */
export const countCopies = async (redis: RedisGateway): Promise<number | null> => {
  let count = 0
  let cursor = '0'
  do {
    const at = cursor
    const found = await redis.attempt((client) => client.scan(at, 'MATCH', 'copy:*', 'COUNT', 1_000))
    if (found === null) return null
    cursor = found[0]
    count += found[1].length
  } while (cursor !== '0')
  return count
}

/** The age of a copy counts from the moment its load began. */
const makeCopy = async (load: () => Promise<string>): Promise<Copy> => {
  const madeAt = Date.now()
  return { body: await load(), madeAt }
}

/** A copy carries its epoch, so that a new epoch invalidates all copies of a topic at once. */
const readCopy = (copy: string | null | undefined): (Copy & { epoch: string }) | null => {
  const end = copy?.indexOf('\n') ?? -1
  if (!copy || end < 0) return null
  const [epoch = '', madeAt = ''] = copy.slice(0, end).split(' ')
  return { epoch, madeAt: Number(madeAt), body: copy.slice(end + 1) }
}

/** Cached answers; the least recently used make room for others. */
const answersUpTo = (bytes: number) => {
  const answers = expiringCache<PreparedAnswer>({
    maxSize: bytes,
    ttl: TTL_MS,
    // The text, its bytes and its compressed forms.
    sizeCalculation: ({ body }, key) => 2 * body.length + Math.ceil(body.length / 2) + key.length,
  })
  const underway = new Map<string, Promise<PreparedAnswer>>()

  const make = async (key: string, find: () => Promise<Copy>, isCurrent: () => boolean) => {
    const { body, madeAt } = await find()
    const answer = preparedFrom(body)
    const ttl = madeAt + TTL_MS - Date.now()
    // Invalidated during the load: returned to the caller but not cached.
    if (isCurrent() && ttl > 0) answers.set(key, answer, { ttl: Math.min(ttl, TTL_MS) })
    return answer
  }

  return {
    get: (key: string, find: () => Promise<Copy>): PreparedAnswer | Promise<PreparedAnswer> => {
      const known = answers.get(key)
      if (known) return known
      const waiting = underway.get(key)
      if (waiting) return waiting

      const isCurrent = () => underway.get(key) === work
      const work: Promise<PreparedAnswer> = make(key, find, isCurrent)
      underway.set(key, work)
      const done = () => {
        if (isCurrent()) underway.delete(key)
      }
      work.then(done, done)
      return work
    },
    forget: (isMeant: (key: string) => boolean) => {
      for (const key of answers.keys()) if (isMeant(key)) answers.delete(key)
      for (const key of underway.keys()) if (isMeant(key)) underway.delete(key)
    },
  }
}
