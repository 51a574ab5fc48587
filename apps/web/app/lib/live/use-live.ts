import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveTopic } from '@slipstream/contract/live-topics'
import { invalidate, isUnder, type QueryPath } from '../query-keys.ts'
import { liveWire } from './open-wire.ts'

const RETRY_MS = 3_000
const RETRIES = 10

/**
 * Refetches the queries under these paths whenever the topic changes: at once while the browser is connected, otherwise
 * with the next poll. Null follows nothing.
 */
export const useLive = (topic: LiveTopic | null, ...paths: readonly QueryPath[]) => {
  const queries = useQueryClient()
  const names = paths.join()
  useEffect(() => {
    if (topic === null) return undefined
    const watched = names.split(',') as QueryPath[]
    const stopping = liveWire().then((wire) => wire.follow(topic, refresher(queries, watched)))
    return () => void stopping.then((stop) => stop())
  }, [topic, names, queries])
}

/** One refetch at a time: hints that arrive in the meantime cause one more. Retries after a failure. */
const refresher = (queries: QueryClient, paths: readonly QueryPath[]) => {
  let isRunning = false
  let isAsked = false
  const hasFailed = () =>
    queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey }) => isUnder(queryKey, paths) })
      .some(({ state }) => state.status === 'error')

  const run = async () => {
    isRunning = true
    for (let left = RETRIES; isAsked && left > 0; left -= 1) {
      isAsked = false
      await invalidate(queries, ...paths)
      if (!hasFailed()) continue
      isAsked = true
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (0.5 + Math.random())))
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
