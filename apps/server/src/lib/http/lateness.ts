const EVERY_MS = 20
/** A render takes about 30 ms; a loop with more lag than this has more work than it can do. */
const LATE_MS = 60
/** Long enough to clear the backlog, short enough that nobody is refused after the flood. */
const HOLD_MS = 1_000

export interface Lateness {
  /** Whether the event loop lagged a moment ago. */
  isLate: () => boolean
  close: () => void
}

const NEVER_LATE: Lateness = { isLate: () => false, close: () => {} }

/** Only production sheds load: in development one page loads dozens of modules, and compiling them blocks the loop. */
export const openLateness = (nodeEnv: string): Lateness => (nodeEnv === 'production' ? watchLateness() : NEVER_LATE)

/**
 * Measures event-loop lag with a 20 ms timer. Timers run before requests are read, so a process that was blocked knows
 * it before it accepts what has arrived meanwhile.
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
