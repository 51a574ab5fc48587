import { sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { bucketOf } from './time-buckets.ts'

/** Most buckets over all routes. The store has a few hundred routes, each with a few dozen buckets. */
const MOST_SERIES = 20_000

interface Sum {
  route: string
  bucket: number
  requests: number
  failures: number
}

/** Counts how long responses take, in memory, and adds it to the current hour once a minute. */
export const createRouteTimes = (db: Db) => {
  let routes = new Map<string, Map<number, Sum>>()
  let series = 0

  const count = (route: string, bucket: number, requests: number, failures: number) => {
    const buckets = routes.get(route) ?? new Map<number, Sum>()
    const sum = buckets.get(bucket)
    if (sum) {
      sum.requests += requests
      sum.failures += failures
    } else if (series < MOST_SERIES) {
      series += 1
      buckets.set(bucket, { route, bucket, requests, failures })
      routes.set(route, buckets)
    }
  }
  const add = (route: string, milliseconds: number, isFailure: boolean) =>
    count(route, bucketOf(milliseconds), 1, Number(isFailure))

  const write = async () => {
    const taken = [...routes.values()].flatMap((buckets) => [...buckets.values()])
    if (taken.length === 0) return
    routes = new Map()
    series = 0
    try {
      await inTransaction(db, (tx) =>
        // Sorted, so that two processes lock the same rows in the same order.
        tx.execute(sql`
          insert into visit_routes (hour, route, bucket, requests, failures)
          select date_trunc('hour', now()), route, bucket, requests, failures
          from json_to_recordset(${JSON.stringify(taken)}::json)
            as sent (route text, bucket int, requests int, failures int) order by route, bucket
          on conflict (hour, route, bucket) do update set
            requests = visit_routes.requests + excluded.requests, failures = visit_routes.failures + excluded.failures`),
      )
    } catch (error) {
      for (const { route, bucket, requests, failures } of taken) count(route, bucket, requests, failures)
      throw error
    }
  }

  return { add, write }
}
