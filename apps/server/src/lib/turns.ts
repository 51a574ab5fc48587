import { DomainError } from './domain-error.ts'

interface Limits {
  atOnce: number
  mostWaiting: number
  /** How many calls of one person may run or wait. */
  mostEach?: number
}

interface Call {
  /** Whose share this call takes; nobody's if missing. */
  of?: number | string
  /** How much later than now it counts as arrived: expensive calls go after cheap ones, but not forever. */
  laterMs?: number
}

interface Waiting {
  due: number
  begin: () => void
  refuse: () => void
}

/**
 * Runs expensive work a few at a time in this process. Once too many calls wait, the one that is due last fails at once as
 * busy, so a flood costs no more than the queue.
 */
export const createTurns = ({ atOnce, mostWaiting, mostEach = Number.POSITIVE_INFINITY }: Limits) => {
  let running = 0
  const waiting: Waiting[] = []
  const shares = createShares(mostEach)

  const wait = (laterMs: number) =>
    new Promise<void>((begin, reject) => {
      const refuse = () => reject(new DomainError('server.busy'))
      const due = performance.now() + laterMs
      const place = waiting.findIndex((other) => other.due > due)
      waiting.splice(place === -1 ? waiting.length : place, 0, { due, begin, refuse })
      if (waiting.length > mostWaiting) waiting.pop()?.refuse()
    })

  const run = async <Result>(work: () => Promise<Result>, laterMs: number): Promise<Result> => {
    // Finished work passes its slot on, so the count stays the same.
    if (running >= atOnce) await wait(laterMs)
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }

  return async <Result>(work: () => Promise<Result>, { of, laterMs = 0 }: Call = {}): Promise<Result> => {
    if (of === undefined) return run(work, laterMs)
    const giveBack = shares.take(of)
    try {
      return await run(work, laterMs)
    } finally {
      giveBack()
    }
  }
}

const createShares = (mostEach: number) => {
  const taken = new Map<number | string, number>()
  return {
    take: (of: number | string) => {
      const own = taken.get(of) ?? 0
      if (own >= mostEach) throw new DomainError('request.too_many')
      taken.set(of, own + 1)
      return () => {
        const left = (taken.get(of) ?? 1) - 1
        if (left > 0) taken.set(of, left)
        else taken.delete(of)
      }
    },
  }
}
