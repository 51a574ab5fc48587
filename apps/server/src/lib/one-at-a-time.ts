export interface OneAtATime {
  /** Starts the work, or joins the one under way. */
  run: () => Promise<void>
  /** Waits for the one under way, then runs once more: what came in meanwhile is not in it. */
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
