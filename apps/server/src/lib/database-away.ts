/** Codes of PostgreSQL and of the network that mean "not now" and not "wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  // The database is being restored under its name.
  '3D000',
  // Waited too long for others, or in a circle with them.
  '57014',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])

/** Is this the failure of a database that is gone or full up, so that asking again soon may help? */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  if (code !== undefined && AWAY.has(code)) return true
  // pg gives these two no code.
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return error.cause !== undefined && isDatabaseAway(error.cause)
}
