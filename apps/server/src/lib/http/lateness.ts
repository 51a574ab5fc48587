const EVERY_MS = 20
/** A render takes about 30 ms; a loop that is later than this has more work than it can do. */
const LATE_MS = 60
/** Long enough for the work that has piled up to be done, short enough that nobody is refused when the flood is over. */
const HOLD_MS = 1_000

export interface Lateness {
  /** Whether this process was late a moment ago. */
  isLate: () => boolean
  close: () => void
}

/**
 * Asks for a turn every 20 ms and sees when it comes. Timers run before requests are read, so a process that was held up
 * knows it before it takes on what has arrived in the meantime.
 */
export const watchLateness = (readClock = () => performance.now()): Lateness => {
  let due = readClock() + EVERY_MS
  let lateUntil = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const now = readClock()
    if (now - due > LATE_MS) lateUntil = now + HOLD_MS
    due = now + EVERY_MS
  }, EVERY_MS)
  timer.unref()
  return {
    isLate: () => readClock() < lateUntil,
    close: () => clearInterval(timer),
  }
}
