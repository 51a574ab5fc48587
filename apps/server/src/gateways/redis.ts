import { Redis } from 'ioredis'
import type { Logger } from 'pino'

const COMMAND_TIMEOUT_MS = 100
const PROBE_EVERY_MS = 500

export interface RedisGateway {
  /**
   * Runs a command. Returns null if Redis is down or does not answer in time; never throws. After a timeout no further
   * command waits until Redis is up again.
   */
  attempt: <T>(command: (redis: Redis) => Promise<T>) => Promise<T | null>
  isUp: () => boolean
  /**
   * Called when Redis is up again. `hasReconnected` is true for a new connection: then Redis may have restarted and lost
   * data.
   */
  onReturn: (listener: (hasReconnected: boolean) => void) => void
  /** Messages published to a channel. Whatever is published while Redis is down is lost. */
  subscribe: (channel: string, hear: (message: string) => void) => void
  close: () => void
}

/**
 * Redis holds copies and counters and is never the source of truth, so the store works without it. After the first
 * failed command no request uses it until a background probe finds it up again.
 */
export const openRedis = (url: string, log: Logger): RedisGateway => {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  const returnListeners: ((hasReconnected: boolean) => void)[] = []
  const subscribers: Redis[] = []
  let up = false
  let closed = false
  let hasReconnected = false

  const goDown = (reason: unknown) => {
    if (!up) return
    up = false
    log.warn(
      { reason: reason instanceof Error ? reason.message : String(reason) },
      'Redis is down; continuing without it',
    )
  }
  const probe = async () => {
    try {
      await redis.ping()
      if (up || closed) return
      up = true
      log.info('Redis is up')
      for (const listener of returnListeners) listener(hasReconnected)
      hasReconnected = false
    } catch (error) {
      goDown(error)
    }
  }

  // Without a listener ioredis prints every failed reconnect; the probe reports instead.
  redis.on('error', goDown)
  // A connection that was restored unnoticed also counts as having been down.
  redis.on('close', () => {
    hasReconnected = true
    if (!closed) goDown('the connection was closed')
  })
  redis.on('ready', () => void probe())
  redis.connect().catch(goDown)
  const timer = setInterval(() => void probe(), PROBE_EVERY_MS)
  timer.unref()

  return {
    attempt: async (command) => {
      if (!up) return null
      try {
        return await command(redis)
      } catch (error) {
        goDown(error)
        return null
      }
    },
    isUp: () => up,
    onReturn: (listener) => {
      returnListeners.push(listener)
    },
    subscribe: (channel, hear) => {
      // A subscribed connection can do nothing else. ioredis resubscribes after a reconnect.
      const subscriber = redis.duplicate()
      subscribers.push(subscriber)
      subscriber.on('error', () => {})
      subscriber.on('message', (_, message) => hear(message))
      subscriber.once('ready', () => void subscriber.subscribe(channel).catch(() => {}))
      subscriber.connect().catch(() => {})
    },
    close: () => {
      closed = true
      clearInterval(timer)
      for (const subscriber of subscribers) subscriber.disconnect()
      redis.disconnect()
    },
  }
}
