import { lazy, Suspense, useEffect, useState } from 'react'

const load = () => import('./connection.tsx')

export const LazyBreakdown = lazy(async () => ({ default: (await load()).Breakdown }))
// If it cannot be loaded, the page works without it.
const Connection = lazy(async () => ({
  default: await load().then(
    ({ Connection }) => Connection,
    () => () => null,
  ),
}))

/** Mounted once in the root. Loads after the page, but before it is needed: it cannot be loaded while offline. */
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
