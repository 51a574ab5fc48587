import { randomUUID } from 'node:crypto'

/** After this many the connection counts as dead. A busy database answers late, and a busy process reads late. */
const MOST_MISSED = 3

interface Heart {
  everyMs: number
  /** Sends this to ourselves through the connection that is watched. */
  send: (beat: string) => void
  onDead: () => void
}

/**
 * Watches a connection on which we only listen. If its other end disappears without a word, the operating system
 * notices after about two hours; a message to ourselves that does not come back shows it within seconds.
 */
export const startHeartbeat = ({ everyMs, send, onDead }: Heart) => {
  let waitsFor: string | null = null
  let missed = 0
  const timer = setInterval(() => {
    if (waitsFor !== null) {
      missed++
      if (missed < MOST_MISSED) return
      clearInterval(timer)
      onDead()
      return
    }
    waitsFor = randomUUID()
    send(waitsFor)
  }, everyMs)
  timer.unref()
  return {
    hear: (beat: string) => {
      if (beat !== waitsFor) return
      waitsFor = null
      missed = 0
    },
    stop: () => clearInterval(timer),
  }
}
