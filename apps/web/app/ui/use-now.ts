import { useEffect, useState } from 'react'

const TICK_MS = 20_000

/** The current time, updated regularly for clocks on the screen. */
export const useNow = () => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
