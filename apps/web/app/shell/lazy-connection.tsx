import { lazy, Suspense, useEffect, useState } from 'react'

const load = () => import('./connection.tsx')

export const LazyBreakdown = lazy(async () => ({ default: (await load()).Breakdown }))
// Without it the page works as before.
const Connection = lazy(async () => ({
  default: await load().then(
    ({ Connection }) => Connection,
    () => () => null,
  ),
}))

/** Mounted once in the root. Loads after the page, but before it is needed: nothing can be loaded without a connection. */
export const LazyConnection = () => {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    isTime && (
      <Suspense>
        <Connection />
      </Suspense>
    )
  )
}
