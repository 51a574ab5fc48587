/** Codes of PostgreSQL and of the network that mean "not now" and not "wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The database is being restored under its name.
  '3D000',
  // A standby took over: this server is read-only, and the name will soon lead to the new one.
  '25006',
  // Waited too long for others, or in a circle with them.
  '55P03',
  '57014',
  '40P01',
  '40001',
])

/** Connection exceptions; out of disk, memory or connections; shutting down, crashed or starting. */
const AWAY_CLASSES = /^(08...|53...|57P0[1-5])$/

/** Is this the failure of a database that is gone or full up, so that asking again soon may help? */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  if (code !== undefined && (AWAY.has(code) || AWAY_CLASSES.test(code))) return true
  // pg gives these no code.
  if (
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired/.test(
      error.message,
    )
  )
    return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}
