/**
 * Rejects after this time, even if the work ignores the signal. Unlike `AbortSignal.timeout`, whose timer is lost when
 * only a pending request refers to the signal and it is garbage-collected, this one always fires.
 */
export const withTimeout = async <T>(
  ms: number,
  what: string,
  work: (timeout: AbortSignal) => Promise<T>,
): Promise<T> => {
  const timeout = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new Error(`${what} took longer than ${ms / 1_000} s`)
      timeout.abort(reason)
      reject(reason)
    }, ms)
  })
  try {
    return await Promise.race([work(timeout.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
