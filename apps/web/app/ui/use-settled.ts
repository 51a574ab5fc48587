import { useEffect, useState } from 'react'

const QUIET_MS = 400

/** The value once it has stopped changing, so that typing does not send a request per key. */
export const useSettled = <Value>(value: Value): Value => {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), QUIET_MS)
    return () => clearTimeout(timer)
  }, [written])
  return JSON.parse(settled) as Value
}
