import { useEffect, useState } from 'react'

const QUIET_MS = 400

/** The value once it has stopped changing, so that typing does not send a request per key. */
export const useSettled = <Value>(value: Value, quietMs = QUIET_MS): Value => {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), quietMs)
    return () => clearTimeout(timer)
  }, [written, quietMs])
  return JSON.parse(settled) as Value
}
