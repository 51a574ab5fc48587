/** PostgreSQL and network codes that mean "try again later" rather than "wrong query". */
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
  // The database does not exist for a moment while it is being restored.
  '3D000',
  // Failover: this server is now read-only, and the host name will soon point to the new primary.
  '25006',
  // Lock timeout, statement timeout, deadlock or serialization failure.
  '55P03',
  '57014',
  '40P01',
  '40001',
])

/** Connection exceptions; out of disk, memory or connections; shutting down, crashed or starting. */
const AWAY_CLASSES = /^(08...|53...|57P0[1-5])$/

/** Whether the database is down or overloaded, so that a retry may help. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  if (code !== undefined && (AWAY.has(code) || AWAY_CLASSES.test(code))) return true
  // pg gives these errors no code.
  if (
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired/.test(
      error.message,
    )
  )
    return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}
