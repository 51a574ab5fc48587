/** How many renders are interleaved. More would only make a request that needs no render wait longer for its turn. */
const AT_ONCE = 2

/**
 * Common pages have a finite number of addresses and are kept once rendered, so they go first. The others, such as
 * searches, have as many addresses as a visitor cares to invent.
 */
export const WAITING = { common: 64, passing: 16 } as const
export type Lane = keyof typeof WAITING

/** The lane has no place left. */
export class QueueFullError extends Error {}

export interface RenderQueue {
  run: <T>(lane: Lane, render: () => Promise<T>) => Promise<T>
}

export const createRenderQueue = (): RenderQueue => {
  const waiting: Record<Lane, (() => void)[]> = { common: [], passing: [] }
  let running = 0

  /** A turn of the event loop between two renders lets answers from memory pass. */
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
