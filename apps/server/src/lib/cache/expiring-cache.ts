import { LRUCache } from 'lru-cache'

/**
 * A cache bounded by bytes that also drops expired entries while idle: an LRU alone keeps them until a newer one needs
 * the room.
 */
export const expiringCache = <Value extends object>(options: {
  maxSize: number
  ttl: number
  sizeCalculation: (value: Value, key: string) => number
}): LRUCache<string, Value> => {
  let sweep: NodeJS.Timeout | null = null
  const sweepLater = () => {
    sweep ??= setTimeout(() => {
      sweep = null
      cache.purgeStale()
      if (cache.size > 0) sweepLater()
    }, options.ttl).unref()
  }
  const cache = new LRUCache<string, Value>({ ...options, onInsert: sweepLater })
  return cache
}
