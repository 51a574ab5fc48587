/** How many renders are interleaved. More would only delay requests that need no render. */
const AT_ONCE = 2

/**
 * Common pages have a finite number of URLs and are cached once rendered, so they go first. The others, such as
 * searches, have as many URLs as visitors make up.
 */
export const WAITING = { common: 64, passing: 16 } as const
export type Lane = keyof typeof WAITING

/** The lane is full. */
export class QueueFullError extends Error {}

export interface RenderQueue {
  run: <T>(lane: Lane, render: () => Promise<T>) => Promise<T>
}

export const createRenderQueue = (): RenderQueue => {
  const waiting: Record<Lane, (() => void)[]> = { common: [], passing: [] }
  let running = 0

  /** Yields to the event loop between two renders, so that cached responses get through. */
  const startNext = () => {
    const start = waiting.common.shift() ?? waiting.passing.shift()
    if (start) setImmediate(start)
    else running--
  }

  const place = async (lane: Lane) => {
    if (running < AT_ONCE) {
      running++
      return
    }
    if (waiting[lane].length >= WAITING[lane]) throw new QueueFullError(`no place left among ${lane} pages`)
    await new Promise<void>((resolve) => waiting[lane].push(resolve))
  }

  return {
    run: async (lane, render) => {
      await place(lane)
      try {
        return await render()
      } finally {
        startNext()
      }
    },
  }
}
