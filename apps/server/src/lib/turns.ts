import { DomainError } from './domain-error.ts'

/**
 * Runs expensive work a few at a time in this process. Once too many calls wait, further ones fail at once as busy, so
 * a flood costs no more than the queue.
 */
export const createTurns = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new DomainError('server.busy')
      // Finished work passes its slot on, so the count stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
