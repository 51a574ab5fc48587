export interface OneAtATime {
  /** Starts the work, or joins the run in progress. */
  run: () => Promise<void>
  /** Waits for the run in progress, then runs once more, because that run may have missed the newest input. */
  runLast: () => Promise<void>
}

/** Work that a timer starts and that must not overlap with itself. */
export const oneAtATime = (work: () => Promise<void>): OneAtATime => {
  let underWay: Promise<void> | undefined
  const run = () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  return {
    run,
    runLast: async () => {
      await underWay?.catch(() => undefined)
      await run()
    },
  }
}
