import { LRUCache } from 'lru-cache'
import type { RedisGateway } from '#gateways/redis.ts'
import type { ChangeBus, Topic } from './change-bus.ts'
import { preparedFrom, type PreparedAnswer } from './prepared-answer.ts'

const TTL_SECONDS = 60

/** Stores a copy only if nothing of its topic changed since the reader began, or a slow reader would revive old data. */
const STORE_IF_CURRENT = `
if (redis.call('get', KEYS[2]) or '0') == ARGV[1] then
  redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return 1`

const copyKey = (topic: Topic, name: string) => `copy:${topic}:${name}`
const epochKey = (topic: Topic) => `epoch:${topic}`

export interface SharedCache {
  /** A JSON answer: from this process's memory, else from Redis, else made by `load` (once, however many ask). */
  remember: (topic: Topic, name: string, load: () => Promise<string>) => Promise<PreparedAnswer>
}

export const openSharedCache = (redis: RedisGateway, bus: ChangeBus, topics: readonly Topic[]): SharedCache => {
  const memory = new LRUCache<string, PreparedAnswer>({ max: 2_000, ttl: TTL_SECONDS * 1_000 })
  const underway = new Map<string, Promise<PreparedAnswer>>()
  /** Topics whose old copies could not be dropped in Redis because it was away. */
  const undropped = new Set<Topic>()

  const drop = async (topic: Topic) => {
    for (const key of memory.keys()) if (key.startsWith(copyKey(topic, ''))) memory.delete(key)
    for (const key of underway.keys()) if (key.startsWith(copyKey(topic, ''))) underway.delete(key)
    undropped.add(topic)
    const dropped = await redis.attempt((client) => client.incr(epochKey(topic)))
    if (dropped !== null) undropped.delete(topic)
  }
  for (const topic of topics) bus.onChange(topic, () => void drop(topic))
  redis.onReturn(() => {
    for (const topic of undropped) void drop(topic)
  })

  const find = async (topic: Topic, name: string, load: () => Promise<string>) => {
    const key = copyKey(topic, name)
    const copies = undropped.has(topic) ? null : await redis.attempt((client) => client.mget(epochKey(topic), key))
    const [epoch, copy] = copies ?? []
    const [copyEpoch, copyBody] = splitCopy(copy)
    if (copyBody !== undefined && copyEpoch === (epoch ?? '0')) return preparedFrom(copyBody)

    const body = await load()
    if (copies) {
      const current = epoch ?? '0'
      void redis.attempt((client) =>
        client.eval(STORE_IF_CURRENT, 2, key, epochKey(topic), current, `${current}\n${body}`, TTL_SECONDS),
      )
    }
    return preparedFrom(body)
  }

  return {
    remember: (topic, name, load) => {
      const key = copyKey(topic, name)
      const known = memory.get(key)
      if (known) return Promise.resolve(known)
      const waiting = underway.get(key)
      if (waiting) return waiting

      const work = find(topic, name, load).then((answer) => {
        // Dropped while it was loading: the asker gets it, nobody after.
        if (underway.get(key) === work) memory.set(key, answer)
        return answer
      })
      underway.set(key, work)
      const done = () => {
        if (underway.get(key) === work) underway.delete(key)
      }
      work.then(done, done)
      return work
    },
  }
}

/** A copy carries the epoch it was made in, so that raising the epoch outdates all copies of a topic at once. */
const splitCopy = (copy: string | null | undefined): [epoch?: string, body?: string] => {
  const end = copy?.indexOf('\n') ?? -1
  return end < 0 || !copy ? [] : [copy.slice(0, end), copy.slice(end + 1)]
}
