/** Ends work that takes too long. Timers would not fire while files are parsed, so the work checks the time itself. */
export const createBudget = (milliseconds: number, signal?: AbortSignal) => {
  const end = performance.now() + milliseconds
  return {
    check: () => {
      signal?.throwIfAborted()
      if (performance.now() > end) throw new TraceTimeout(milliseconds)
    },
  }
}
export type Budget = ReturnType<typeof createBudget>

export class TraceTimeout extends Error {
  constructor(milliseconds: number) {
    super(`the trace took longer than ${milliseconds / 1000} seconds`)
    this.name = 'TraceTimeout'
  }
}
