/** What went wrong, for people. A gateway's own error says only that the service is unavailable; its cause says why. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || error.name
}
